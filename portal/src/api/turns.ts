// Reads over all jobs go one after another: the app works on one at a time for each caller, and lets others wait.

const OVER_ALL_JOBS =
  /^\/subscriptions\/[^/?]+\/providers\/Microsoft\.Scheduler\/(jobs|failures|upcomingRuns|running|expiring|clockChanges|audit)([/?]|$)/i;

let last: Promise<unknown> = Promise.resolve();

/** Make a call; if it reads over all jobs, when those before it have been answered. */
export function inTurn<Answer>(method: string, path: string, make: () => Promise<Answer>): Promise<Answer> {
  if (method !== "GET" || !OVER_ALL_JOBS.test(path)) return make();
  const mine = last.then(make, make);
  last = mine.catch(() => undefined);
  return mine;
}

/** Return the path and query of a link to the next page: it is asked of this app, whatever address it names. */
export function withinApp(link: string): string {
  const { pathname, search } = new URL(link, "https://app.invalid");
  if (!pathname.startsWith("/subscriptions/"))
    throw new Error("The app names a next page that is none of its own.");
  return pathname + search;
}
