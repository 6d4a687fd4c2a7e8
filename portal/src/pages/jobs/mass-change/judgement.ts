// What a trial says about a job: that it changes, that it stays as it is, or that the app refuses.
import type { Trial } from "../../../api/types";
import type { Row } from "../../../state/jobs";
import { spanInWords } from "../../../times/words";
import type { Change } from "./change";

export interface Judged {
  row: Row;
  verdict: "changes" | "same" | "refused";
  /** What changes, or why not. */
  words: string;
  etag?: string;
  /** The next run; null if there is none. */
  before?: string | null;
  after?: string | null;
}

const IN_PROPERTIES = /^properties\./;
const LONGEST_VALUE = 60;

export function refused(row: Row, reason: string): Judged {
  return { row, verdict: "refused", words: reason };
}

export function judged(row: Row, change: Change, trial: Trial | null): Judged {
  if (trial === null) return { row, verdict: "changes", words: "runs once more, beside its schedule" };
  const runs = trial.nextRuns ?? { before: [], after: [] };
  return {
    row,
    verdict: trial.changes.length ? "changes" : "same",
    words: [wordsFor(change, trial), change.operation === "spread" ? often(runs.before) : ""]
      .filter(Boolean)
      .join("; "),
    before: runs.before[0] ?? null,
    after: runs.after[0] ?? null,
    ...(trial.etag === undefined ? {} : { etag: trial.etag }),
  };
}

/** Return those that the change is for. */
export function toChange(all: Judged[]): Judged[] {
  return all.filter(({ verdict }) => verdict === "changes");
}

const RANKS: Judged["verdict"][] = ["refused", "changes", "same"];

/** Return them as people want to read them: first what is refused, last what stays. */
export function inReadingOrder(all: Judged[]): Judged[] {
  return RANKS.flatMap((verdict) => all.filter((one) => one.verdict === verdict));
}

/** Say how much later or earlier a run comes. */
export function shiftInWords(before: string, after: string): string {
  const seconds = (Date.parse(after) - Date.parse(before)) / 1000;
  return `${spanInWords(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
}

function wordsFor(change: Change, trial: Trial): string {
  if (trial.changes.length === 0) return "stays as it is";
  if (change.operation === "delete") return "is deleted, with its history";
  const state = trial.changes.find(({ path }) => path === "properties.state");
  if (state) return `${shortly(state.before)} → ${shortly(state.after)}`;
  return trial.changes
    .map(({ path, before, after }) => partOf(path.replace(IN_PROPERTIES, ""), before, after))
    .join("; ");
}

const OFTEN = 3600; // seconds between two runs: a job that comes more often moves by much of its period

/** Say how often a job runs, if that is often. */
function often([first, second]: string[]): string {
  const apart = first && second ? (Date.parse(second) - Date.parse(first)) / 1000 : OFTEN;
  return apart < OFTEN ? `runs again after ${spanInWords(apart)}` : "";
}

function partOf(path: string, before: unknown, after: unknown): string {
  if (path.startsWith("disabled")) return "another note or end";
  return `${path}: ${shortly(before)} → ${shortly(after)}`;
}

function shortly(value: unknown): string {
  if (value === undefined || value === null) return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
