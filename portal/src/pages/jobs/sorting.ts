// The order of the list. What a job does not have comes last, whichever way the list is turned.
import type { Row } from "../../state/jobs";

export const COLUMNS = ["name", "collection", "state", "schedule", "next", "last", "recent"] as const;
export type ColumnName = (typeof COLUMNS)[number];

export interface Order {
  column: ColumnName;
  falling: boolean;
}

/** Jobs that need somebody come first. */
const STATES = ["faulted", "disabled", "enabled", "completed"];
const OUTCOMES = ["faulted", "retried", "completed"];

type Key = string | number | null;

const KEYS: Record<ColumnName, (row: Row) => Key> = {
  name: () => null, // every order ends with the name
  collection: ({ name }) => natural(name.collection),
  state: ({ facts }) => STATES.indexOf(facts.state) + (facts.collectionState === "Enabled" ? 0 : 0.5),
  schedule: ({ facts }) => facts.sentence ?? null,
  next: ({ facts }) => (facts.nextExecutionTime ? Date.parse(facts.nextExecutionTime) : null),
  last: ({ facts }) => (facts.lastOutcome ? OUTCOMES.indexOf(facts.lastOutcome) : null),
  recent: ({ facts }) => (facts.recent ? -failures(facts.recent) : null),
};

/** Return the order that a text such as `next` or `-next` names, or else the one by name. */
export function orderIn(written: string | undefined): Order {
  const falling = written?.startsWith("-") ?? false;
  const column = COLUMNS.find((one) => one === (falling ? written?.slice(1) : written));
  return column ? { column, falling } : { column: "name", falling: false };
}

/** Return how the address has the order after a click on a column; the order by name needs no words. */
export function turned(before: Order, column: ColumnName): string | undefined {
  const falling = before.column === column && !before.falling;
  return falling ? `-${column}` : column === "name" ? undefined : column;
}

export function sorted<Value extends { row: Row }>(values: Value[], { column, falling }: Order): Value[] {
  const keyOf = KEYS[column];
  const turn = falling ? -1 : 1;
  const turnOfNames = column === "name" ? turn : 1;
  return values
    .map((value) => ({ value, key: keyOf(value.row), name: natural(value.row.name.job) }))
    .sort((one, other) => compared(one.key, other.key, turn) || compared(one.name, other.name, turnOfNames))
    .map(({ value }) => value);
}

/** Return a text that sorts as people count: `job-9` before `job-10`. */
export function natural(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}

function compared(one: Key, other: Key, turn: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -turn : turn;
}

function failures(recent: string): number {
  return recent.split("f").length - 1;
}
