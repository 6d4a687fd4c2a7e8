// Times in words: by whose clocks, and with their zone wherever these are not the reader's.
import { now } from "../state/clock";
import { HERE, UTC, daysBetween, knowsZone, wallAt, wallIn, zoneMark, type Wall } from "../times/wall";
import { briefly, clockTime } from "../times/words";

interface ByClocks {
  wall: Wall;
  /** The same instant by the reader's clocks. */
  here: Wall;
  /** Behind the time: whose clocks these are, if they are not the reader's. */
  mark: string;
}

/**
 * Return what the clocks of a zone show at an instant, without one the reader's; null if it is none.
 * `local` is the same instant as the app wrote it: it counts where the browser does not know the zone.
 */
function byClocks(at: string, zone?: string, local?: string): ByClocks | null {
  const instant = Date.parse(at);
  const foreign = local !== undefined && (zone === undefined || !knowsZone(zone));
  const known = zone === undefined ? HERE : knowsZone(zone) ? zone : UTC;
  const [own, here] = [wallAt(instant, known), wallAt(instant, HERE)];
  const written = foreign ? wallIn(local) : null;
  if (!own || !here) return null;
  if (!written) return { wall: own, here, mark: zoneMark(zone) };
  const same = JSON.stringify(written) === JSON.stringify(here);
  return { wall: written, here, mark: same ? "" : offsetIn(local!) };
}

/** Return an instant in words, by the clocks of a zone: everything that shows one says it so. */
export function timeInWords(at: string, zone?: string, local?: string): string {
  const shown = byClocks(at, zone, local);
  if (!shown) return at;
  return marked(briefly(shown.wall, shown.here, wallAt(now.value, HERE)!), shown.mark);
}

export type TimeInWords = (at: string) => string;

/** Return how to write instants by the clocks of a zone; those of the same day as `near` without their day. */
export function timesBy(zone?: string, near?: string): TimeInWords {
  return (at) => {
    const [shown, beside] = [byClocks(at, zone), near === undefined ? null : byClocks(near, zone)];
    const sameDay = shown && beside && daysBetween(beside.wall, shown.wall) === 0;
    return sameDay ? marked(clockTime(shown.wall), shown.mark) : timeInWords(at, zone);
  };
}

export const marked = (words: string, mark: string) => (mark ? `${words} ${mark}` : words);

const WRITTEN =
  /(?<!['\d])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)| \d\d:\d\d(?::\d\d)? UTC)(?!')/g;

/** Return a sentence of the app with its instants as people read them; what it quotes stays. */
export function withTimes(sentence: string, time: TimeInWords): string {
  return sentence.replace(WRITTEN, (found) => time(found.replace(/ (?=\d)/, "T").replace(" UTC", "Z")));
}

function offsetIn(local: string): string {
  return `UTC${/(?:Z|[+-]\d\d:\d\d)$/.exec(local)?.[0].replace("Z", "") ?? ""}`;
}
