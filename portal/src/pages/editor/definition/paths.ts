// Lenses into a definition: read or change what stands at a path, and leave everything else as it is.
import type { Json, JsonObject } from "../../../api/types";

/** Return what stands at a path such as `properties.recurrence.interval`. Case does not tell keys apart. */
export function valueAt(from: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = from;
  for (const key of path.split(".")) value = isObject(value) ? value[spelled(value, key)] : undefined;
  return value;
}

/** Return the definition with a value at a path; undefined takes it away, and objects that become empty too. */
export function withValue(from: JsonObject, path: string, value: Json | undefined): JsonObject {
  const [first = "", ...rest] = path.split(".");
  const key = spelled(from, first);
  if (!rest.length) return value === undefined ? without(from, key) : { ...from, [key]: value };
  const inner = from[key];
  if (value === undefined && !isObject(inner)) return from;
  const changed = withValue(isObject(inner) ? inner : {}, rest.join("."), value);
  const gone = value === undefined && !Object.keys(changed).length && key.toLowerCase() !== "properties";
  return gone ? without(from, key) : { ...from, [key]: changed };
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectAt(from: JsonObject, path: string): JsonObject {
  const value = valueAt(from, path);
  return isObject(value) ? value : {};
}

/** Return a text as a field shows it; what is no text is shown as JSON. */
export function textAt(from: JsonObject, path: string): string {
  return textOf(valueAt(from, path));
}

export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Return the values at a path as a list: one value is a list of one, as the app reads it. */
export function listAt(from: JsonObject, path: string): Json[] {
  return listOf(valueAt(from, path));
}

export function listOf(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Return the list with a value added, or without it if it was there; nothing if nothing is left. */
export function toggled(
  list: Json[],
  value: string | number,
  order: readonly Json[] = [],
): Json[] | undefined {
  const next = list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  next.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return next.length ? next : undefined;
}

/** Return a key as the holder spells it. */
export function spelled(holder: JsonObject, key: string): string {
  if (key in holder) return key;
  return Object.keys(holder).find((one) => one.toLowerCase() === key.toLowerCase()) ?? key;
}

function without(holder: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([one]) => one !== key));
}
