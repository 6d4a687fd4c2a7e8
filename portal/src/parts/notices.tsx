// What a page says instead of, or above, its content.
import type { ComponentChildren } from "preact";
import { ApiError, wordsOf } from "../api/call";
import type { Loaded } from "../state/loading";
import { timesBy, withTimes } from "./clocks";

/** What went wrong, with a way to try again. */
export function Failed({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const request = error instanceof ApiError && error.requestId;
  return (
    <div class="notice bad" role="alert">
      <p>{errorInWords(error)}</p>
      {request && <p class="muted small">Request {request}, for the app's log.</p>}
      {again && !isRefusal(error) && <button onClick={again}>Try again</button>}
    </div>
  );
}

/** Return what went wrong. What the app says of a mistake names how to write a time, and stays as it is. */
export function errorInWords(error: unknown): string {
  const words = wordsOf(error);
  return isRefusal(error) ? words : withTimes(words, timesBy());
}

/** Say whether the app refuses what was asked: it would refuse it again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** Show what was loaded. The first time, say that it loads; if loading fails, say so and keep what was there. */
export function Shown<Value>({
  of,
  children,
}: {
  of: Loaded<Value>;
  children: (value: Value) => ComponentChildren;
}) {
  return (
    <>
      {of.error != null && <Failed error={of.error} again={of.reload} />}
      {of.value !== null && children(of.value)}
      {of.value === null && of.error == null && <p class="loading">Loading …</p>}
    </>
  );
}
