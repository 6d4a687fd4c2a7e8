// What an attempt was: of which kind, how late, how long, and what the target answered.
import type { HistoryEntry } from "../api/types";

type Attempt = HistoryEntry["properties"];

/** What the target answered. It is somebody else's text, and only ever shown as text. */
export interface Answer {
  /** A line for the row. */
  gist: string;
  whole: string;
}

const LONGEST_GIST = 160;
const KIND_OF_ACTION = /^\w+ Action - /;
const HTTP_ANSWER = /^Http Action - Response from host '[^']*': '([^']*)' Response Headers:.*? Body: (.*)$/s;

export function kindOf(attempt: Attempt): string {
  const retry = attempt.retryCount ? `retry ${attempt.retryCount}` : "";
  if (attempt.actionName === "ErrorAction") return retry ? `error action, ${retry}` : "error action";
  const byHand = attempt.kind === "runNow" ? "by hand" : "";
  return [byHand, retry].filter(Boolean).join(", ") || "scheduled";
}

/** Return how many seconds after its time an attempt began. */
export function latenessOf(attempt: Attempt): number {
  const due = Date.parse(attempt.dueTime ?? attempt.expectedExecutionTime);
  return Math.max(0, (Date.parse(attempt.startTime) - due) / 1000);
}

export function durationOf(attempt: Pick<Attempt, "startTime" | "endTime">): number {
  return Math.max(0, (Date.parse(attempt.endTime) - Date.parse(attempt.startTime)) / 1000);
}

/** Return the answer in a line, headers left out, and in whole. */
export function answerOf(message: string): Answer {
  const found = HTTP_ANSWER.exec(message);
  const [said = message.replace(KIND_OF_ACTION, ""), body = ""] = found ? found.slice(1) : [];
  const gist = [firstLine(said), firstLine(body)].filter(Boolean).join(" – ");
  return { gist: gist.length > LONGEST_GIST ? `${gist.slice(0, LONGEST_GIST)}…` : gist, whole: message };
}

/** Return the name of an entry as its job knows it: the last part of its id or name. */
export function entryIn(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function firstLine(text: string): string {
  return (
    text
      .split(/\r?\n/)
      .find((line) => line.trim())
      ?.trim() ?? ""
  );
}
