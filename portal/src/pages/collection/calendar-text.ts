// Calendars as people type them: a line for each date, yearly date or range of dates.
import type { Calendar } from "../../api/types";

const RANGE = /^(\S+)\s*(?:\.\.|–|to)\s*(\S+)$/;

/** Return the lines of a calendar: `2026-12-24`, `--12-25`, `2026-12-24 .. 2027-01-01`. */
export function linesOf(calendar: Calendar): string {
  const ranges = (calendar.ranges ?? []).map(({ from, to }) => `${from} .. ${to}`);
  return [...(calendar.dates ?? []), ...ranges].join("\n");
}

/** Return the calendar that lines say; the app judges the dates. */
export function calendarOf(lines: string): Calendar {
  const dates: string[] = [];
  const ranges: { from: string; to: string }[] = [];
  for (const line of lines
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const range = RANGE.exec(line);
    if (range) ranges.push({ from: range[1]!, to: range[2]! });
    else dates.push(...line.split(/[\s,;]+/).filter(Boolean));
  }
  return { ...(dates.length ? { dates } : {}), ...(ranges.length ? { ranges } : {}) };
}
