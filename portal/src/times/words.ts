// Times in words, for people: how a wall time is written, how far away an instant is, how long a span.
import { daysBetween, wallAt, wallIn, weekdayOf, HERE, UTC, type Wall } from "./wall";

export const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const NEAR_DAYS: Record<number, string> = { [-1]: "yesterday", 0: "today", 1: "tomorrow" };

/**
 * Return a wall time as briefly as the reader's today allows: `today 09:00`, `Mon 23 Nov 09:00`, `1 Jan 2028 09:00`.
 * `here` is the same instant by the reader's clocks: where these show another day, the date is written.
 */
export function briefly(wall: Wall, here: Wall, today: Wall): string {
  return `${dayBriefly(wall, here, today)} ${clockTime(wall)}`;
}

export function dayBriefly(wall: Wall, here: Wall, today: Wall): string {
  const near = NEAR_DAYS[daysBetween(today, wall)];
  if (near && daysBetween(wall, here) === 0) return near;
  const date = `${wall.day} ${MONTHS[wall.month - 1]}`;
  return wall.year === today.year ? `${WEEKDAYS[weekdayOf(wall)]} ${date}` : `${date} ${wall.year}`;
}

/** Seconds are shown only where there are any. */
export function clockTime(wall: Wall): string {
  const minutes = `${twoDigits(wall.hour)}:${twoDigits(wall.minute)}`;
  return wall.second ? `${minutes}:${twoDigits(wall.second)}` : minutes;
}

export function inFull(wall: Wall): string {
  return `${WEEKDAYS[weekdayOf(wall)]} ${dateOf(wall)} ${clockTime({ ...wall, second: 0 })}:${twoDigits(wall.second)}`;
}

export function dateOf(wall: Wall): string {
  return `${wall.year}-${twoDigits(wall.month)}-${twoDigits(wall.day)}`;
}

/** Return the same instant by the clocks of the job, of UTC and of the reader, a line each. */
export function byAllClocks(at: string, zone: string | undefined, local: string | undefined): string {
  const instant = Date.parse(at);
  const own = local ? wallIn(local) : zone ? wallAt(instant, zone) : null;
  const lines = [
    own && zone && zone !== UTC ? `${inFull(own)} ${zone}` : "",
    `${inFull(wallAt(instant, UTC)!)} UTC`,
    HERE === zone || HERE === UTC ? "" : `${inFull(wallAt(instant, HERE)!)} here (${HERE})`,
  ];
  return lines.filter(Boolean).join("\n");
}

const STEPS: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** Return a number of seconds in at most two units: `2 h 5 min`, `40 ms`. */
export function spanInWords(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  let rest = Math.round(seconds);
  const words: string[] = [];
  for (const [size, unit] of STEPS) {
    const count = Math.floor(rest / size);
    if (count && words.length < 2) words.push(`${count} ${unit}`);
    else if (words.length) break;
    rest -= count * size;
  }
  return words.join(" ");
}

/** Say how far an instant is from now: `in 5 min`, `3 d ago`, `now`. */
export function relative(instant: number, now: number): string {
  const seconds = Math.abs(instant - now) / 1000;
  if (seconds < 5) return "now";
  const [size, unit] = STEPS.find(([step]) => seconds >= step * (step === 86_400 ? 2 : 1)) ?? [1, "s"];
  const words = `${Math.round(seconds / size)} ${unit}`;
  return instant > now ? `in ${words}` : `${words} ago`;
}

const SPAN = /^(?:(\d+)\.)?(\d+):(\d\d):(\d\d)(\.\d+)?$/;
const ISO_SPAN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/i;

/** Return the seconds of a time span as the API writes it, such as `1.02:00:00` or `PT2H`; NaN if it is none. */
export function secondsOf(span: string): number {
  const found = SPAN.exec(span.trim()) ?? ISO_SPAN.exec(span.trim());
  if (!found) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, seconds = 0, fraction = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds + fraction;
}

/** Return seconds as the API writes a time span. */
export function spanOf(seconds: number): string {
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400];
  const clock = [rest / 3600, (rest % 3600) / 60, rest % 60]
    .map((part) => twoDigits(Math.floor(part)))
    .join(":");
  return days ? `${days}.${clock}` : clock;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
