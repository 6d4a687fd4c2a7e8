// Failed attempts, put together by job.
import type { HistoryEntry } from "../../api/types";

export interface Failing {
  id: string;
  count: number;
  last: HistoryEntry;
}

/** Return the jobs in the order of their last failures; the entries come newest first. */
export function byJob(entries: HistoryEntry[]): Failing[] {
  const jobs = new Map<string, Failing>();
  for (const entry of entries) {
    const id = entry.id.replace(/\/history\/[^/]*$/, "");
    const known = jobs.get(id);
    if (known) known.count += 1;
    else jobs.set(id, { id, count: 1, last: entry });
  }
  return [...jobs.values()];
}
