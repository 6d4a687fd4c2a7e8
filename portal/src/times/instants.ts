// From wall times to instants, for what people type; the app itself decides for schedules.
import { wallAt, weekdayOf, type Wall } from "./wall";
import { dateOf, twoDigits } from "./words";

/** Return the instant at which the clocks of a zone show a wall time, the first one if there are two. */
export function instantAt(wall: Wall, zone: string): number {
  const asUtc = utcOf(wall);
  const first = asUtc - offsetAt(asUtc - offsetAt(asUtc, zone), zone);
  const earlier = asUtc - offsetAt(first - 3 * 3_600_000, zone);
  return Math.min(first, offsetAt(earlier, zone) === asUtc - earlier ? earlier : first);
}

/** Return the wall time that so many days later shows the same clock. */
export function plusDays(wall: Wall, days: number): Wall {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Return the next wall date, after today, that is the given day of the week; 0 is Sunday. */
export function nextWeekday(today: Wall, weekday: number): Wall {
  return plusDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}

/** Return a wall time as `<input type="datetime-local">` has it. */
export function asTyped(wall: Wall): string {
  return `${dateOf(wall)}T${twoDigits(wall.hour)}:${twoDigits(wall.minute)}`;
}

export function isoOf(instant: number): string {
  return new Date(instant).toISOString().replace(/\.000Z$/, "Z");
}

function utcOf(wall: Wall): number {
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
}

function offsetAt(instant: number, zone: string): number {
  const wall = wallAt(instant, zone);
  return wall ? utcOf(wall) - Math.floor(instant / 1000) * 1000 : 0;
}
