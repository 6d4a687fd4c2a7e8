// Times in the words of this page: by the job's clocks, or by UTC's if the browser does not know its zone.
import { now } from "../../state/clock";
import { UTC, knowsZone, wallAt } from "../../times/wall";
import { briefly } from "../../times/words";

export type TimeInWords = (at: string) => string;

/** Return how to write instants of a job. */
export function timesBy(zone: string): TimeInWords {
  const known = knowsZone(zone) ? zone : UTC;
  const marked = known === zone ? "" : " UTC";
  return (at) => {
    const [wall, today] = [wallAt(Date.parse(at), known), wallAt(now.value, known)];
    return wall && today ? briefly(wall, today) + marked : at;
  };
}
