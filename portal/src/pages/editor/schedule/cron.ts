// Reading cron: a trial of a job that nobody makes answers with the schedule that the app would store.
import { ApiError } from "../../../api/call";
import type { CollectionName } from "../../../api/ids";
import { tryJobPut } from "../../../api/operations";
import type { JsonObject, Trial } from "../../../api/types";
import { takenApart } from "../definition/differences";
import { objectAt, withValue } from "../definition/paths";
import { NOT_THERE } from "../where";

const ANY_ACTION = { type: "Https", request: { method: "GET", uri: "https://example.com/" } };

/** Return the recurrence that cron stands for; where no collection is there to ask, the cron itself. Raise an ApiError if it is none. */
export async function readCron(cron: string, collection: CollectionName | null): Promise<JsonObject> {
  const body = { properties: { state: "disabled", action: ANY_ACTION, recurrence: { cron } } };
  const job = `cron-${crypto.randomUUID()}`;
  try {
    return recurrenceIn(await tryJobPut({ ...(collection ?? NOT_THERE), job }, body));
  } catch (error) {
    if (error instanceof ApiError && error.code === "ParentResourceNotFound") return { cron };
    throw error;
  }
}

/** Return the definition with another rhythm; what limits it, such as `count` and `endTime`, stays. */
export function withRecurrence(definition: JsonObject, rhythm: JsonObject): JsonObject {
  const {
    frequency: _,
    interval: __,
    schedule: ___,
    cron: ____,
    ...kept
  } = objectAt(definition, "properties.recurrence");
  return withValue(definition, "properties.recurrence", { ...rhythm, ...kept });
}

/** Return the recurrence that a trial would store. */
export function recurrenceIn(trial: Trial): JsonObject {
  let after: JsonObject = {};
  for (const change of takenApart(trial.changes as Parameters<typeof takenApart>[0]))
    if (change.after !== undefined) after = withValue(after, change.path, change.after);
  return objectAt(after, "properties.recurrence");
}
