// Times in the words of this page: by the job's clocks, or by UTC's if the browser does not know its zone.
import { now } from "../../state/clock";
import { UTC, daysBetween, knowsZone, wallAt } from "../../times/wall";
import { briefly, clockTime } from "../../times/words";

export type TimeInWords = (at: string) => string;

/** Return how to write instants of a job; those of the same day as `near`, if it is given, without their day. */
export function timesBy(zone: string, near?: string): TimeInWords {
  const known = knowsZone(zone) ? zone : UTC;
  const marked = known === zone ? "" : " UTC";
  const day = near ? wallAt(Date.parse(near), known) : null;
  return (at) => {
    const [wall, today] = [wallAt(Date.parse(at), known), wallAt(now.value, known)];
    if (!wall || !today) return at;
    return (day && daysBetween(day, wall) === 0 ? clockTime(wall) : briefly(wall, today)) + marked;
  };
}
