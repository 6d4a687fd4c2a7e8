// All jobs of the subscription in short. They come page by page and stay here, so that a search never waits.
import { signal } from "@preact/signals";
import { useCallback, useLayoutEffect } from "preact/hooks";
import { listSummaries } from "../api/operations";
import { jobIn, type JobName } from "../api/ids";
import { isAborted, wordsOf } from "../api/call";
import type { Summary } from "../api/types";
import { useRepeated } from "./loading";

/** A job in the list, with what is needed to find it. */
export interface Row {
  id: string;
  name: JobName;
  facts: Summary["properties"];
  tags: Record<string, string>;
  /** Everything that a search looks at, in lower case. */
  text: string;
}

export const rows = signal<Row[]>([]);
/** Whether further pages are still to come. */
export const stillLoading = signal(false);
export const loadingError = signal<string | null>(null);
/** When the jobs were all there; null while the first of them are still coming: until then nothing can be counted. */
export const completeAt = signal<number | null>(null);

let loadedOf = "";
let shownOf = ""; // whose jobs are shown, also while they are loaded anew
let abort = new AbortController();

/** Load the jobs of a subscription, unless they are there; what is shown is replaced as the pages come. */
export async function loadJobs(subscription: string, again = false): Promise<void> {
  if (!again && loadedOf === subscription) return;
  abort.abort();
  abort = new AbortController();
  const mine = abort.signal;
  const fresh: Row[] = [];
  const other = shownOf !== subscription;
  const first = other || completeAt.value === null;
  loadedOf = shownOf = subscription;
  stillLoading.value = true;
  if (other) loadingError.value = null; // else it stands until the app has answered
  if (first) [rows.value, completeAt.value] = [[], null];
  try {
    await listSummaries(
      subscription,
      (some) => {
        for (const summary of some) fresh.push(rowOf(summary));
        if (first && !mine.aborted) rows.value = [...fresh];
      },
      mine,
    );
    rows.value = fresh;
    completeAt.value = Date.now();
    loadingError.value = null;
  } catch (error) {
    if (isAborted(error) || mine.aborted) return;
    loadedOf = ""; // so that the next look tries again
    loadingError.value = wordsOf(error);
  }
  stillLoading.value = false;
}

/** So many jobs come in one call, and may be loaded often. */
const FEW = 1_000;
const SECONDS_FOR_FEW = 30;
const SECONDS_FOR_MANY = 300;

/** Load the jobs of a subscription for a page that shows them, and keep them fresh. */
export function useJobs(subscription: string): void {
  const few = rows.value.length <= FEW;
  useLayoutEffect(() => void loadJobs(subscription, few), [subscription]);
  const again = useCallback(() => void (stillLoading.value || loadJobs(subscription, true)), [subscription]);
  useRepeated(again, few ? SECONDS_FOR_FEW : SECONDS_FOR_MANY);
}

/** Forget what was loaded: something has changed. */
export function forgetJobs(): void {
  loadedOf = "";
}

/** Return the jobs of a collection, which is given by its id. */
export function jobsIn(collection: string): Row[] {
  const prefix = `${collection}/jobs/`.toLowerCase();
  return rows.value.filter((row) => row.id.toLowerCase().startsWith(prefix));
}

export function rowOf(summary: Summary): Row {
  const name = jobIn(summary.id);
  const facts = summary.properties;
  const tags = summary.tags ?? {};
  const text = [
    name.job,
    name.collection,
    name.group,
    facts.sentence,
    facts.timeZone,
    facts.target.target,
    facts.disabled?.note,
    ...Object.entries(tags).map(([tag, value]) => `${tag}:${value}`),
  ];
  return { id: summary.id, name, facts, tags, text: text.join(" ").toLowerCase() };
}
