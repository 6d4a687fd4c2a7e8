// What a call raises if it does not succeed, and what to tell a person about it.

export interface Fault {
  /** Where in the body, such as `properties.recurrence.interval`; empty if it concerns the whole. */
  target: string;
  message: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly faults: Fault[] = [],
    readonly requestId: string = "",
    /** After how many seconds the app asks to be asked again; 0 if it does not. */
    readonly again: number = 0,
  ) {
    super(message);
  }
}

/** Say whether an error only means that nobody waits for the answer any more. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Say whether the app has not got as far as judging what was sent: it is silent, or not well. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Return the error of a step before anything was sent: after silence, people want to know that. */
export function beforeSending(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isOutage(error)) return error;
  return new ApiError(error.status, error.code, `${error.message} Nothing was sent.`, [], error.requestId);
}

/** Return what to tell a person about any error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
