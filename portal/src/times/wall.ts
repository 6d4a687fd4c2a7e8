// Wall times: what a clock shows in a zone. The app writes them with an offset; Intl reads them off an instant.

export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

export const UTC = "UTC";
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const WRITTEN = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;
const clocks = new Map<string, Intl.DateTimeFormat | null>();

/** Return the wall time at the beginning of a text such as `2026-03-02T09:00:00+01:00`. */
export function wallIn(written: string): Wall | null {
  const found = WRITTEN.exec(written);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { year, month, day, hour, minute, second };
}

/** Return what the clocks of a zone show at an instant; null if the browser does not know the zone. */
export function wallAt(instant: number, zone: string): Wall | null {
  const clock = clockOf(zone);
  if (!clock || Number.isNaN(instant)) return null;
  const read: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(instant)) read[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = read;
  return { year, month, day, hour, minute, second };
}

export function knowsZone(zone: string): boolean {
  return clockOf(zone) !== null;
}

/** Return the short name of a zone, if it is not the reader's: `UTC`, `New York`. Nothing says the reader's own. */
export function zoneMark(zone: string | undefined, here = HERE): string {
  const known = zone === undefined ? here : (nameOf(zone) ?? UTC);
  return known === nameOf(here) ? "" : known.slice(known.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** Return the name that the browser has for a zone, whichever of its names is given. */
function nameOf(zone: string): string | undefined {
  return clockOf(zone)?.resolvedOptions().timeZone;
}

/** Return the number of days from one wall date to another. */
export function daysBetween(from: Wall, to: Wall): number {
  return Math.round(
    (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / 86_400_000,
  );
}

/** Return the day of the week of a wall date, 0 for Sunday. */
export function weekdayOf(wall: Wall): number {
  return new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = makeClock(zone);
  clocks.set(zone, made);
  return made;
}

function makeClock(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return null; // a Windows name, or a zone that is newer than the browser
  }
}
