// Which occurrences are shown: a span of time by the job's clocks, and the lines around now.
import { asTyped, instantAt, isoOf, plusDays } from "../../times/instants";
import { HERE, wallAt, wallIn, type Wall } from "../../times/wall";
import { dayBriefly } from "../../times/words";

export interface Span {
  from: string;
  to: string;
}

/** Return the choices with their labels: days are those of the job, and written where the reader has another. */
export function spanChoices(now: number, zone: string, reader = HERE): [choice: string, label: string][] {
  const [wall, here] = [wallAt(now, zone)!, wallAt(now, reader)!];
  const day = (days: number) => dayBriefly(plusDays(wall, days), plusDays(here, days), here);
  return [
    ["", "around now"],
    ["yesterday", day(-1)],
    ["today", day(0)],
    ["last7", "last 7 days"],
    ["next7", "next 7 days"],
    ["custom", "from … to"],
  ];
}

const DAY = 86_400_000;

/** Return the span that is chosen; null if a span of one's own is not typed whole, or is empty. */
export function spanOf(
  choice: string,
  typed: { from?: string; to?: string },
  now: number,
  zone: string,
): Span | null {
  const midnight = { ...wallAt(now, zone)!, hour: 0, minute: 0, second: 0 };
  const dayFrom = (days: number) => instantAt(plusDays(midnight, days), zone);
  switch (choice) {
    case "yesterday":
      return span(dayFrom(-1), dayFrom(0));
    case "today":
      return span(dayFrom(0), dayFrom(1));
    case "last7":
      return span(now - 7 * DAY, now);
    case "next7":
      return span(now, now + 7 * DAY);
    case "custom":
      return typedSpan(typed, zone);
    default:
      return span(now - DAY, now + DAY);
  }
}

/** Return a day back from now and to now, as the fields for a span of one's own begin. */
export function typedAround(now: number, zone: string): Required<{ from: string; to: string }> {
  const wall = { ...wallAt(now, zone)!, minute: 0 };
  return { from: asTyped(plusDays(wall, -1)), to: asTyped(plusDays(wall, 1)) };
}

/** Return which lines to draw, newest first: so many before and so many after now. */
export function linesAround(
  future: number,
  total: number,
  ahead: number,
  back: number,
): { first: number; last: number } {
  const first = Math.max(0, future - ahead);
  return { first, last: Math.min(total, future + back) };
}

function typedSpan(typed: { from?: string; to?: string }, zone: string): Span | null {
  const [from, to] = [instantOf(typed.from, zone), instantOf(typed.to, zone)];
  return from !== null && to !== null && from < to ? span(from, to) : null;
}

function instantOf(typed: string | undefined, zone: string): number | null {
  const wall: Wall | null = typed ? wallIn(typed) : null;
  return wall ? instantAt(wall, zone) : null;
}

function span(from: number, to: number): Span {
  return { from: isoOf(from), to: isoOf(to) };
}
