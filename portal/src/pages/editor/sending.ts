// How a job goes to the app: a job that is there as a patch of what was read, so that it keeps its record;
// one that is new, or that begins anew, whole.
import type { JobName } from "../../api/ids";
import { patchJob, putJob, tryJobPatch, tryJobPut, type Terms } from "../../api/operations";
import type { Job, JsonObject, Trial } from "../../api/types";
import { patchOf } from "./definition/patch";

/** A job as the reader has seen it. */
export interface Seen {
  definition: JsonObject;
  etag: string;
}

export interface Sent {
  definition: JsonObject;
  /** Null for a new job. */
  seen: Seen | null;
  /** Whether counters, retries and the count of runs are to start over. */
  anew: boolean;
}

/** Return the patch that saves the job; null if it is sent whole. */
export function patchFor({ definition, seen, anew }: Sent): JsonObject | null {
  return seen && !anew ? patchOf(seen.definition, definition) : null;
}

export function sendJob(name: JobName, sent: Sent): Promise<Job> {
  const patch = patchFor(sent);
  return patch ? patchJob(name, patch, termsFor(sent)) : putJob(name, sent.definition, termsFor(sent));
}

/** Return what sending would change. Whoever only looks for faults does not care who else has changed the job. */
export function trySending(name: JobName, sent: Sent, terms: Terms = termsFor(sent)): Promise<Trial> {
  const patch = patchFor(sent);
  return patch ? tryJobPatch(name, patch, terms) : tryJobPut(name, sent.definition, terms);
}

const termsFor = ({ seen }: Sent): Terms => (seen ? { ifMatch: seen.etag } : { onlyNew: true });
