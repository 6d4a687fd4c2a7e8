// An instant: by the job's clocks, with how far it is from now; on hover by UTC's and the reader's too.
import { now } from "../state/clock";
import { HERE, UTC, knowsZone, wallAt, wallIn } from "../times/wall";
import { briefly, byAllClocks, relative } from "../times/words";

export interface InstantProps {
  at: string | null | undefined;
  /** The zone whose clocks are shown; without one, the reader's. */
  zone?: string | undefined;
  /** The same instant as the app wrote it by the job's clocks; it counts before `zone`. */
  local?: string | undefined;
  /** Only the time, only the distance, or both. */
  show?: "time" | "distance" | "both";
}

export function Instant({ at, zone, local, show = "both" }: InstantProps) {
  if (!at) return <span class="muted">–</span>;
  const instant = Date.parse(at);
  const known = zone === undefined ? HERE : knowsZone(zone) ? zone : UTC;
  const wall = (local && wallIn(local)) || wallAt(instant, known);
  const today = wallAt(now.value, known);
  if (!wall || !today) return <span>{at}</span>;
  const marked = zone !== undefined && !local && known !== zone ? " UTC" : "";
  return (
    <time dateTime={at} title={byAllClocks(at, zone, local)}>
      {show !== "distance" && briefly(wall, today) + marked}
      {show === "both" && " "}
      {show !== "time" && <span class={show === "both" ? "muted" : ""}>{relative(instant, now.value)}</span>}
    </time>
  );
}
