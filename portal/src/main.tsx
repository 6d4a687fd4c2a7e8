// The beginning: take a sign-in's answer out of the address, draw the page, follow the address, and let the clock tick.
import { render } from "preact";
import { App } from "./shell/app";
import { followAddress } from "./state/address";
import { startClock } from "./state/clock";
import { takeReturned } from "./sign-in/identity";
import "./style/portal.css";

takeReturned();
followAddress();
startClock();
render(<App />, document.getElementById("portal")!);
