// What differs between two definitions, field by field.
import type { Json, JsonObject } from "../../../api/types";
import { isObject } from "./paths";

export interface Difference {
  path: string;
  before?: Json | undefined;
  after?: Json | undefined;
}

/** Return what differs, as deep as objects go. */
export function differencesOf(before: Json | undefined, after: Json | undefined, path = ""): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isObject(before) || isObject(after)) {
    const [one, other] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
    const below = keysOf(one, other).flatMap((key) =>
      differencesOf(one[key], other[key], path ? `${path}.${key}` : key),
    );
    if (below.length) return below;
  }
  return [{ path, before, after }];
}

/** Return differences in which objects that only stand on one side are taken apart. */
export function takenApart(differences: Difference[]): Difference[] {
  return differences.flatMap(({ path, before, after }) => differencesOf(before, after, path));
}

const keysOf = (one: JsonObject, other: JsonObject) => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];
