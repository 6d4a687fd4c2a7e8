// Reads over all jobs go one after another: the app works on one at a time for each caller, and lets others wait.
// If readers with the same key, or others, have all turns, the app is asked again when it says.
import { ApiError } from "./error";

const OVER_ALL_JOBS =
  /^\/subscriptions\/[^/?]+\/providers\/Microsoft\.Scheduler\/(jobs|failures|upcomingRuns|running|expiring|clockChanges|audit)([/?]|$)/i;

let last: Promise<unknown> = Promise.resolve();

/** Make a call; if it reads over all jobs, when those before it have been answered. */
export function inTurn<Answer>(
  method: string,
  path: string,
  make: () => Promise<Answer>,
  abort?: AbortSignal,
): Promise<Answer> {
  if (method !== "GET" || !OVER_ALL_JOBS.test(path)) return make();
  const ask = () => untilFree(make, abort);
  const mine = last.then(ask, ask);
  last = mine.catch(() => undefined);
  return mine;
}

async function untilFree<Answer>(make: () => Promise<Answer>, abort?: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof ApiError && error.again > 0)) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.again * 1000));
      abort?.throwIfAborted();
    }
  }
}

/** Return the path and query of a link to the next page: it is asked of this app, whatever address it names. */
export function withinApp(link: string): string {
  const { pathname, search } = new URL(link, "https://app.invalid");
  if (!pathname.startsWith("/subscriptions/"))
    throw new Error("The app names a next page that is none of its own.");
  return pathname + search;
}
