// What becomes of a job's record: what stays beside a change, and what begins anew.
import type { JsonObject } from "../../../api/types";
import { isOver } from "../definition/beginnings";
import { isGentle } from "../definition/patch";
import { textAt, valueAt } from "../definition/paths";
import { patchFor } from "../sending";
import { sentFor, type Wanted } from "./saving";

/** Say what a PATCH leaves. */
export function whatStays(wanted: Wanted): string {
  const kept = "The job keeps its counters, its last outcomes and its history";
  return isGentle(patchFor(sentFor(wanted)) ?? {})
    ? `${kept}, and retries that are pending go on.`
    : `${kept}. Retries that are pending end.`;
}

/** Say what a PUT does to a job that is there. */
export function whatBeginsAnew(definition: JsonObject): string {
  const counted = valueAt(definition, "properties.recurrence.count") !== undefined;
  const atOnce = valueAt(definition, "properties.startTime") === undefined;
  return [
    "its counters and last outcomes start at zero",
    counted && "all its runs are to come again",
    atOnce && "it makes a first run at once",
    "retries that are pending end. Its history stays.",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Say, before anything is typed, what saving does to a job that has made its last run. */
export function overInWords(definition: JsonObject): string {
  return `This job is over, so saving begins it anew: ${whatBeginsAnew(definition)}`;
}

/** Say why a definition has no run to come. */
export function whyNoRun(definition: JsonObject | null, collectionState: string | undefined): string {
  if (definition && textAt(definition, "properties.state").toLowerCase() === "disabled")
    return "None while the job is disabled.";
  if (definition && isOver(definition)) return "None: the job has made its last run.";
  if (collectionState && collectionState !== "Enabled") return "None while its collection is disabled.";
  return "None: the schedule has no run left.";
}
