// How long a call may take: after some seconds the page says that the app is slow, and in the end it gives up.
import { computed, signal } from "@preact/signals";
import { ApiError } from "./error";

const SLOW_AFTER = 5; // seconds
const GIVEN_UP_AFTER = 30; // seconds

const late = signal(0);

/** Whether a call waits longer than it should. */
export const isSlow = computed(() => late.value > 0);

/**
 * Return what the work returns; raise an ApiError if that takes too long, which says what may `perhaps` have
 * happened. A call that was given up is never repeated here: of a change nobody knows whether it was made.
 */
export async function withPatience<Result>(
  perhaps: string,
  asked: AbortSignal | undefined,
  work: (abort: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  let isLate = false;
  const slow = setTimeout(() => {
    isLate = true;
    late.value += 1;
  }, SLOW_AFTER * 1000);
  const over = setTimeout(() => end.abort(givenUp(perhaps)), GIVEN_UP_AFTER * 1000);
  const stop = () => end.abort(asked?.reason);
  asked?.addEventListener("abort", stop);
  try {
    asked?.throwIfAborted();
    return await Promise.race([work(end.signal), refusalOf(end.signal)]);
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    clearTimeout(slow);
    clearTimeout(over);
    asked?.removeEventListener("abort", stop);
    if (isLate) late.value -= 1;
  }
}

function refusalOf(abort: AbortSignal): Promise<never> {
  return new Promise((_, refuse) => abort.addEventListener("abort", () => refuse(abort.reason)));
}

function givenUp(perhaps: string): ApiError {
  return new ApiError(0, "NoAnswer", `The app has not answered within ${GIVEN_UP_AFTER} seconds.${perhaps}`);
}
