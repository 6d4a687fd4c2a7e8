// The beginning: draw the page, follow the address, and let the clock tick.
import { render } from "preact";
import { App } from "./shell/app";
import { followAddress } from "./state/address";
import { startClock } from "./state/clock";
import "./style/portal.css";

followAddress();
startClock();
render(<App />, document.getElementById("portal")!);
