// Start and end: by the job's clocks, by UTC's, or in any other form that the app reads.

export type Clocks = "local" | "utc" | "other";

export interface Moment {
  clocks: Clocks;
  /** As `<input type="datetime-local">` has it; for other forms, the text as it stands. */
  typed: string;
}

const WRITTEN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/i;

export function readMoment(text: string): Moment {
  const found = WRITTEN.exec(text);
  if (!found || (found[3] && found[3].toUpperCase() !== "Z"))
    return { clocks: text ? "other" : "local", typed: text };
  const seconds = found[2] && found[2] !== ":00" ? found[2] : "";
  return { clocks: found[3] ? "utc" : "local", typed: `${found[1]}${seconds}` };
}

/** Return the text that the app reads; an empty one for no moment. */
export function writeMoment({ clocks, typed }: Moment): string {
  if (!typed || clocks === "other") return typed;
  const whole = /T\d\d:\d\d$/.test(typed) ? `${typed}:00` : typed;
  return clocks === "utc" ? `${whole}Z` : whole;
}
