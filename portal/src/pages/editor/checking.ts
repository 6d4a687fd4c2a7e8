// What the app says about the definition while it is typed: the next runs, and what is wrong.
import { useEffect, useState } from "preact/hooks";
import { ApiError, isAborted, isOutage, type Fault } from "../../api/call";
import type { JobName } from "../../api/ids";
import { previewRuns } from "../../api/operations";
import type { JsonObject, Run, Runs } from "../../api/types";
import { isOver } from "./definition/beginnings";
import { caller } from "../../state/session";
import { valueAt, withValue } from "./definition/paths";
import { faultsIn, isJudgement, unitedFaults } from "./faults";
import { mergedRuns, type MergedRun } from "./merged-runs";
import { trySending, type Seen } from "./sending";
import { collectionOf, idForPreview, jobOf, NOT_THERE, whereFaults, type Where } from "./where";

const TOP = 20;
/** Without the days that are left out there may be many more runs in the same time. */
const TOP_FREE = 100;
const PAUSE = 300; // milliseconds after the last key

export interface Checked {
  sentence: string;
  runs: MergedRun[];
  faults: Fault[];
  /** Whether what is shown is of an earlier definition. */
  stale: boolean;
  /** Why the app has said nothing; null if it has. */
  error: unknown;
  again: () => void;
}

type Answered = Omit<Checked, "again">;

const NOTHING: Answered = { sentence: "", runs: [], faults: [], stale: true, error: null };

/** Ask the app whenever the definition rests; `whole` also checks what has nothing to do with times. */
export function useChecked(where: Where, definition: JsonObject, seen: Seen | null, whole: boolean): Checked {
  const [checked, setChecked] = useState(NOTHING);
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify([where.chosen?.id, where.fresh, where.job, definition, seen?.etag, whole]);
  useEffect(() => {
    const abort = new AbortController();
    const tell = (answer: Partial<Answered>) =>
      abort.signal.aborted || setChecked((before) => ({ ...before, error: null, ...answer }));
    setChecked((before) => ({ ...before, stale: true }));
    const timer = setTimeout(() => {
      const all = whole ? faultsOfAll(where, definition, seen) : [];
      check(where, definition, all, abort.signal).then(
        tell,
        (error: unknown) => isAborted(error) || tell({ error }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, turn, caller.value]); // whoever comes with another key is answered anew
  return { ...checked, again: () => setTurn(turn + 1) };
}

/** Ask for the runs and the faults; raise what the app says of anything but the definition. */
export async function check(
  where: Where,
  definition: JsonObject,
  faults: Promise<Fault[]> | Fault[],
  abort: AbortSignal,
): Promise<Partial<Answered>> {
  const [times, all] = await Promise.all([preview(where, definition, abort), faults]);
  if ("faults" in times) return { faults: unitedFaults(times.faults, all) };
  return { ...times, faults: all, stale: false };
}

type Previewed = { sentence: string; runs: MergedRun[] } | { faults: Fault[] };

async function preview(where: Where, definition: JsonObject, abort: AbortSignal): Promise<Previewed> {
  const ask = (asked: JsonObject, top: number) =>
    previewRuns(knownSubscription(where), bodyOf(where, asked, top), abort);
  const excludes = valueAt(definition, "properties.exclude") !== undefined;
  const free = withValue(definition, "properties.exclude", undefined);
  try {
    const [real, without] = await Promise.all([ask(definition, TOP), excludes ? ask(free, TOP_FREE) : null]);
    return { sentence: real.sentence, runs: marked(real, without) };
  } catch (error) {
    if (!isJudgement(error)) throw error;
    return { faults: faultsIn(error) };
  }
}

/** Return the runs of a job that would be created now. */
export async function comingRuns(where: Where, definition: JsonObject): Promise<Run[]> {
  return (await previewRuns(knownSubscription(where), bodyOf(where, definition, TOP))).runs as Run[];
}

function marked(real: Runs, free: Runs | null): MergedRun[] {
  const runs = real.runs as Run[];
  return mergedRuns(runs, free ? (free.runs as Run[]) : runs, { real: TOP, free: free ? TOP_FREE : TOP });
}

/** Only times are asked for, so the action stays here, with what it holds of secrets. */
function bodyOf(where: Where, definition: JsonObject, top: number): JsonObject {
  const job = idForPreview(where);
  const timed = withValue(definition, "properties.action", undefined);
  return { ...timed, properties: valueAt(timed, "properties") ?? {}, top, ...(job ? { job } : {}) };
}

/** A subscription that is still being typed is no place to ask. */
function knownSubscription(where: Where): string {
  const { subscription } = collectionOf(where);
  return /^[A-Za-z0-9-]{1,64}$/.test(subscription) ? subscription : "local";
}

/** Return what is wrong with the definition. What the app refuses for another reason is said in the review. */
async function faultsOfAll(where: Where, definition: JsonObject, seen: Seen | null): Promise<Fault[]> {
  const anew = seen !== null && isOver(seen.definition);
  try {
    await trySending(placeToTry(where), { definition, seen, anew }, {});
    return [];
  } catch (error) {
    if (isOutage(error) || (error instanceof ApiError && error.status === 401)) throw error;
    return error instanceof ApiError && error.status === 400 ? faultsIn(error) : [];
  }
}

/** Return where the definition can be tried: names that are still wrong keep nobody from seeing the other faults. */
function placeToTry(where: Where): JobName {
  const { job, ...ofCollection } = whereFaults(where, true);
  const collection = Object.values(ofCollection).some(Boolean) ? NOT_THERE : collectionOf(where);
  return { ...collection, job: job ? `trial-${crypto.randomUUID()}` : jobOf(where).job };
}

/** Say whether the app has found nothing wrong but that the collection is still to be made. */
export function isMissingCollection(error: unknown): boolean {
  return error instanceof ApiError && error.code === "ParentResourceNotFound";
}
