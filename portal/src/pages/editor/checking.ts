// What the app says about the definition while it is typed: the next runs, and what is wrong.
import { useEffect, useState } from "preact/hooks";
import { ApiError, isAborted, type Fault } from "../../api/call";
import { previewRuns, tryJobPut } from "../../api/operations";
import type { JsonObject, Run, Runs } from "../../api/types";
import { valueAt, withValue } from "./definition/paths";
import { faultsIn, unitedFaults } from "./faults";
import { mergedRuns, type MergedRun } from "./merged-runs";
import { collectionOf, idForPreview, jobOf, whereFaults, type Where } from "./where";

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
}

const NOTHING: Checked = { sentence: "", runs: [], faults: [], stale: true };

/** Ask the app whenever the definition rests; `whole` also checks what has nothing to do with times. */
export function useChecked(where: Where, definition: JsonObject, whole: boolean): Checked {
  const [checked, setChecked] = useState(NOTHING);
  const asked = JSON.stringify([idForPreview(where), collectionOf(where).subscription, definition, whole]);
  useEffect(() => {
    const abort = new AbortController();
    setChecked((before) => ({ ...before, stale: true }));
    const timer = setTimeout(() => {
      check(where, definition, whole, abort.signal)
        .then((answer) => !abort.signal.aborted && setChecked((before) => ({ ...before, ...answer })))
        .catch(
          (error: unknown) =>
            !isAborted(error) && setChecked((before) => ({ ...before, faults: faultsIn(error) })),
        );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked]);
  return checked;
}

async function check(
  where: Where,
  definition: JsonObject,
  whole: boolean,
  abort: AbortSignal,
): Promise<Partial<Checked>> {
  const [times, all] = await Promise.all([
    preview(where, definition, abort),
    whole ? faultsOfAll(where, definition) : [],
  ]);
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
    if (isAborted(error)) throw error;
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

async function faultsOfAll(where: Where, definition: JsonObject): Promise<Fault[]> {
  if (Object.values(whereFaults(where, true)).some(Boolean)) return []; // the names say so themselves
  try {
    await tryJobPut(jobOf(where), definition);
    return [];
  } catch (error) {
    return isMissingCollection(error) ? [] : faultsIn(error);
  }
}

/** Say whether the app has found nothing wrong but that the collection is still to be made. */
export function isMissingCollection(error: unknown): boolean {
  return error instanceof ApiError && error.code === "ParentResourceNotFound";
}
