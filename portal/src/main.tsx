import { render } from "preact";
import "./style/portal.css";

render(<p>Scheduler</p>, document.getElementById("portal")!);
