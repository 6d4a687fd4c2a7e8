// The beginning: take a sign-in's answer out of the address, draw the page, follow the address and the scrolling, and let the clock tick.
import { render } from "preact";
import { App } from "./shell/app";
import { followAddress } from "./state/address";
import { followScrolling } from "./state/history";
import { startClock } from "./state/clock";
import { answerBeside, takeReturned } from "./sign-in/identity";
import "./style/portal.css";

const portal = document.getElementById("portal")!;
if (answerBeside()) render(<main class="sign-in">You can close this window.</main>, portal);
else {
  takeReturned();
  followAddress();
  followScrolling();
  startClock();
  render(<App />, portal);
}
