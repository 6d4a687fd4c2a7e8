// JSON merge patch (RFC 7396): from what was read to what is to be, so that everything else stays.
import type { Json, JsonObject } from "../../../api/types";
import { isObject, spelled } from "./paths";

/** Return the patch that makes one object the other: null for what is gone, at every depth; lists whole. */
export function patchOf(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(before)) if ((after[spelled(after, key)] ?? null) === null) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const change = changeOf(before[spelled(before, key)], value);
    if (change !== undefined) patch[key] = change;
  }
  return patch;
}

/** What only people read, and how long the app keeps the job: pending retries go on beside such a change. */
const GENTLE = /^(properties\.(description|keepFinishedFor|disabled\.note)|tags(\..*)?)$/i;

/** Say whether a patch leaves alone what is under way. */
export function isGentle(patch: JsonObject): boolean {
  return pathsIn(patch).every((path) => GENTLE.test(path));
}

/** Return what a patch says of one key, whose value is wanted; undefined if it needs to say nothing. */
function changeOf(old: Json | undefined, value: Json): Json | undefined {
  if (value === null) return undefined; // a null means that there is none
  if (!isObject(value)) return JSON.stringify(old) === JSON.stringify(value) ? undefined : value;
  if (!isObject(old)) return value;
  const inner = patchOf(old, value);
  return Object.keys(inner).length ? inner : undefined;
}

function pathsIn(patch: JsonObject, above = ""): string[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length ? pathsIn(value, `${above}${key}.`) : [above + key],
  );
}
