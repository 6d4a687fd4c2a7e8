// Trying, and saving: the collection first if it is new, then the job, then the one run that was asked for.
import { ApiError, wordsOf } from "../../../api/call";
import type { JobName } from "../../../api/ids";
import { listHistory, putCollection, readJob, runJob } from "../../../api/operations";
import type { Collection, JsonObject, Trial } from "../../../api/types";
import { forgetJobs } from "../../../state/jobs";
import { loadSubscriptions } from "../../../state/subscription";
import { comingRuns, isMissingCollection } from "../checking";
import { definitionOf } from "../definition/beginnings";
import { differencesOf, takenApart, type Difference } from "../definition/differences";
import { withValue } from "../definition/paths";
import type { Intent } from "../editor-state";
import { sendJob, trySending, type Seen, type Sent } from "../sending";
import { collectionOf, jobOf, NEW_COLLECTION, type Where } from "../where";

export interface Reviewed {
  changes: Difference[];
  /** What becomes of values that nobody is told, by their paths. */
  fields: [path: string, word: string][];
  before: string[];
  after: string[];
}

export interface Wanted extends Sent {
  where: Where;
  intent: Intent;
}

/** Return what is sent. A trial run leaves the schedule off. */
export function sentFor(wanted: Wanted): Sent {
  if (wanted.intent !== "try") return wanted;
  return { ...wanted, definition: withValue(wanted.definition, "properties.state", "disabled") };
}

/** Return what saving would change; raise an ApiError if it would be refused. */
export async function tryOut(wanted: Wanted): Promise<Reviewed> {
  try {
    return reviewed(await trySending(jobOf(wanted.where), sentFor(wanted)));
  } catch (error) {
    if (wanted.where.chosen || !isMissingCollection(error)) throw error;
    const coming = wanted.intent === "try" ? [] : await comingRuns(wanted.where, wanted.definition);
    const after = coming.map(({ at }) => at);
    const changes = differencesOf({}, sentFor(wanted).definition).map(withoutSecret);
    return { changes, fields: [], before: [], after };
  }
}

function reviewed({ changes, fields, nextRuns }: Trial): Reviewed {
  const told = takenApart(changes as Difference[]).filter(({ path }) => !OF_THE_APP.test(path));
  return {
    changes: told,
    fields: Object.entries(fields ?? {}).filter(
      ([path]) => !told.some((change) => change.path.endsWith(path.replace(/ \(.*\)$/, ""))),
    ),
    before: nextRuns?.before ?? [],
    after: nextRuns?.after ?? [],
  };
}

/** What nobody sets: the app notes it by itself. */
const OF_THE_APP = /^properties\.disabled\.(by|since)$/;

/** Save; `made` is told of the collection, if it had to be made. */
export async function save(wanted: Wanted, made: (collection: Collection) => void): Promise<void> {
  const { where } = wanted;
  if (!where.chosen) {
    made(await putCollection(collectionOf(where), NEW_COLLECTION, { onlyNew: true }));
    void loadSubscriptions();
  }
  await sendJob(jobOf(where), sentFor(wanted));
  forgetJobs();
}

/** Make one run of the job that was saved, and wait a little for it; return why it is refused, if it is. */
export async function runOnce(where: Where): Promise<string | null> {
  const name = jobOf(where);
  const before = await newestRun(name);
  try {
    await runJob(name, {});
  } catch (error) {
    return wordsOf(error);
  }
  for (let looks = 0; looks < LOOKS && (await newestRun(name)) === before; looks++)
    await pause(BETWEEN_LOOKS);
  return null;
}

const LOOKS = 12; // a run that takes longer appears later: nobody should wait for it here
const BETWEEN_LOOKS = 500; // milliseconds

const newestRun = (name: JobName) =>
  listHistory(name, 1, 0).then(
    ({ value }) => value[0]?.id,
    () => undefined,
  );

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Return what somebody else has changed since the reader saw the job, and the job as it is now. */
export async function changedMeanwhile(
  where: Where,
  seen: JsonObject,
): Promise<{ changes: Difference[]; theirs: Seen }> {
  const job = await readJob(jobOf(where));
  const definition = definitionOf(job);
  return { changes: differencesOf(seen, definition), theirs: { definition, etag: job.etag ?? "" } };
}

export const isOverQuota = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && /\bquota\b/i.test(error.message);

/** What somebody else has done since the reader began. A name is only taken from a job that is new. */
export type Meanwhile = "changed" | "taken" | "deleted" | null;

/** Return what an error says of the job that was seen; null for a new job. */
export function meanwhile(error: unknown, seen: Seen | null): Meanwhile {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 412) return seen ? "changed" : "taken";
  return error.status === 404 && seen ? "deleted" : null;
}

const SECRET = /\.(password|pfx|secret|sasToken|sasKey)$/;
const withoutSecret = (one: Difference): Difference =>
  SECRET.test(one.path) ? { ...one, after: "(set)" } : one;
