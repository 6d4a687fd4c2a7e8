// What the editor begins with: a new definition, that of a job, or a copy of one.
import type { Job, Json, JsonObject } from "../../../api/types";
import { isObject, textAt, valueAt, withValue } from "./paths";
import { usesIdentity } from "./proofs";
import { PRESETS, withPreset, type Asker } from "./schedules";

/** What the app shows of a job, but nobody sets. */
const ONLY_SHOWN = [
  "properties.status",
  "properties.effective",
  "properties.recent",
  "properties.disabled.by",
  "properties.disabled.since",
];

export function newDefinition(asker: Asker): JsonObject {
  const action = { type: "Https", request: { method: "GET", uri: "" } };
  return withPreset({ properties: { action } }, PRESETS[3]!, asker);
}

/** Return what of a job can be set, to be sent back as it is. */
export function definitionOf(job: Job): JsonObject {
  const { tags, properties } = job as unknown as { tags?: Json; properties: JsonObject };
  const whole: JsonObject = { ...(tags === undefined ? {} : { tags }), properties };
  return ONLY_SHOWN.reduce((definition, path) => withValue(definition, path, undefined), whole);
}

/** Return what is edited: a job that is over can only begin anew, so it begins enabled. */
export function definitionToEdit(stored: JsonObject): JsonObject {
  return isOver(stored) ? withValue(stored, "properties.state", "enabled") : stored;
}

/** Say whether a job has made its last run. Then it can only begin anew. */
export function isOver(definition: JsonObject): boolean {
  return ["completed", "faulted"].includes(textAt(definition, "properties.state").toLowerCase());
}

/** Return a definition for another job: enabled, and without a pause that was meant for the first. */
export function copyOf(job: Job): JsonObject {
  const definition = withValue(definitionOf(job), "properties.disabled", undefined);
  return withValue(definition, "properties.state", undefined);
}

const SECRET_HOLDERS = [
  "request.authentication",
  "queueMessage",
  "serviceBusQueueMessage",
  "serviceBusTopicMessage",
];

/** Say whether a definition has secrets, which nobody can read. The managed identity is none. */
export function hasSecrets(definition: JsonObject): boolean {
  const isSecret = (holder: Json | undefined) => isObject(holder) && !usesIdentity(holder);
  return ["properties.action", "properties.action.errorAction"].some((action) =>
    SECRET_HOLDERS.some((holder) => isSecret(valueAt(definition, `${action}.${holder}`))),
  );
}
