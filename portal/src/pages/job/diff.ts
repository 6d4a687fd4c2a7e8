// What a change changed: a record beside the one before it, field by field.
import type { Change, Json } from "../../api/types";

export type Noted = Change["properties"];

export interface Difference {
  path: string;
  before?: string;
  after?: string;
}

const PARTS = ["definition", "action", "errorAction", "state", "disabled"] as const;
const OF_THE_MOMENT = ["disabled.by", "disabled.since"]; // who and when are said by the record itself

/** Return what stood before a record: the newest older one that is whole, with the state that was noted last. */
export function olderOf(records: Noted[], place: number): Noted | undefined {
  const older = records.slice(place + 1);
  const whole = older.find(isWhole);
  const state = older.find((record) => record.state !== undefined)?.state;
  return whole && { ...whole, ...(state ? { state } : {}) };
}

/** Return what differs from an older record. Of a record that is not whole, like that of a run, only what it holds counts. */
export function differencesOf(record: Noted, older: Noted | undefined): Difference[] {
  const parts = PARTS.filter((part) => isWhole(record) || record[part] !== undefined);
  const after = flat(parts, record);
  const before = older ? flat(parts, older) : new Map<string, string>();
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) =>
    differing(path, before.get(path), after.get(path)),
  );
}

/** Return what became of the fields whose values nobody is told, without those that were kept. */
export function untoldIn(record: Noted): [path: string, word: string][] {
  return Object.entries(record.fields ?? {}).filter(([, word]) => word !== "kept");
}

/** Every job has an action: a record with one tells all that may be told. */
function isWhole(record: Noted): boolean {
  return record.action !== undefined;
}

function differing(path: string, before: string | undefined, after: string | undefined): Difference[] {
  if (before === after) return [];
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function flat(parts: readonly (typeof PARTS)[number][], record: Noted): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of parts)
    collect(fields, part === "definition" ? "" : part, record[part] as Json | undefined);
  for (const path of OF_THE_MOMENT) fields.delete(path);
  return fields;
}

function collect(fields: Map<string, string>, path: string, value: Json | undefined): void {
  if (value === undefined) return;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    fields.set(path, typeof value === "string" ? value : JSON.stringify(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) collect(fields, path ? `${path}.${key}` : key, inner);
}
