// What the app's words mean for a reader: a label, and a tone that says how bad it is.
import type { Credential, OccurrenceFacts, RunUnderWay, Summary } from "../api/types";

export type Tone = "good" | "bad" | "warn" | "idle" | "busy" | "plain";

interface Said {
  label: string;
  tone: Tone;
}

export const STATES: Record<Summary["properties"]["state"], Said> = {
  enabled: { label: "enabled", tone: "good" },
  disabled: { label: "disabled", tone: "idle" },
  completed: { label: "completed", tone: "plain" },
  faulted: { label: "faulted", tone: "bad" },
};

export const LAST_OUTCOMES: Record<NonNullable<Summary["properties"]["lastOutcome"]>, Said> = {
  completed: { label: "succeeded", tone: "good" },
  retried: { label: "after retries", tone: "warn" },
  faulted: { label: "failed", tone: "bad" },
};

export const OCCURRENCES: Record<OccurrenceFacts["outcome"], Said> = {
  ran: { label: "ran", tone: "good" },
  late: { label: "ran late", tone: "warn" },
  failed: { label: "failed", tone: "bad" },
  faulted: { label: "failed", tone: "bad" },
  running: { label: "running", tone: "busy" },
  waiting: { label: "waiting", tone: "busy" },
  collapsed: { label: "missed", tone: "warn" },
  skipped: { label: "skipped", tone: "warn" },
  disabled: { label: "disabled", tone: "idle" },
  collectionDisabled: { label: "collection disabled", tone: "idle" },
  excluded: { label: "excluded day", tone: "idle" },
  moved: { label: "moved", tone: "idle" },
  superseded: { label: "definition changed", tone: "idle" },
  ended: { label: "job over", tone: "idle" },
  upcoming: { label: "to come", tone: "plain" },
  unknown: { label: "not known", tone: "idle" },
  unexplained: { label: "unexplained", tone: "bad" },
};

export const UNDER_WAY: Record<RunUnderWay["properties"]["state"], Said> = {
  running: { label: "running", tone: "busy" },
  waiting: { label: "waiting", tone: "plain" },
  overdue: { label: "overdue", tone: "bad" },
};

export const ATTEMPTS: Record<"Completed" | "Failed" | "Postponed", Said> = {
  Completed: { label: "succeeded", tone: "good" },
  Failed: { label: "failed", tone: "bad" },
  Postponed: { label: "put off", tone: "idle" },
};

/** The letters of `recent`, newest first. */
export const LETTERS: Record<string, Said> = {
  c: { label: "succeeded", tone: "good" },
  r: { label: "succeeded after retries", tone: "warn" },
  f: { label: "failed", tone: "bad" },
};

export const CREDENTIALS: Record<Credential["properties"]["kind"], string> = {
  sasToken: "SAS token",
  certificate: "Certificate",
};

export const OPERATIONS: Record<string, string> = {
  put: "saved",
  patch: "changed",
  delete: "deleted",
  enable: "enabled",
  disable: "disabled",
  run: "ran",
  finish: "finished",
  remove: "removed",
  reschedule: "rescheduled",
};

/** Return a number with its noun: `1 job`, `3 jobs`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
