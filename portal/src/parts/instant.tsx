// An instant: by the job's clocks, which it names if they are not the reader's, with how far it is from now.
// On hover it says the same by UTC's and the reader's too.
import { now } from "../state/clock";
import { byAllClocks, relative } from "../times/words";
import { timeInWords } from "./clocks";

export interface InstantProps {
  at: string | null | undefined;
  /** The zone whose clocks are shown; without one, the reader's. */
  zone?: string | undefined;
  /** The same instant as the app wrote it by the job's clocks, if the browser may not know them. */
  local?: string | undefined;
  /** Only the time, only the distance, or both. */
  show?: "time" | "distance" | "both";
}

export function Instant({ at, zone, local, show = "both" }: InstantProps) {
  if (!at) return <span class="muted">–</span>;
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  return (
    <time dateTime={at} title={byAllClocks(at, zone, local)}>
      {show !== "distance" && timeInWords(at, zone, local)}
      {show === "both" && " "}
      {show !== "time" && <span class={show === "both" ? "muted" : ""}>{relative(instant, now.value)}</span>}
    </time>
  );
}
