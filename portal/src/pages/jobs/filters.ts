// Which jobs are shown: a search and groups of filters, all of them in the address, all of them local.
import { GROUPS, groupOfTag, valuesIn } from "../../state/filter-form";
import type { Row } from "../../state/jobs";

/** What a job stands for in each group: its state, its last outcome, its collection, and a group for each tag. */
export type Marks = Record<string, string>;

export interface Marked {
  row: Row;
  marks: Marks;
}

/** What is asked for: words that all occur, and for each group the values of which a job has one. */
export interface Asked {
  words: string[];
  groups: Map<string, Set<string>>;
}

/** How many jobs there would be with each value, by group, given all other groups. */
export type Counts = Map<string, Map<string, number>>;

export interface Found {
  rows: Row[];
  counts: Counts;
}

export const NEVER_RAN = "never";
export const COLLECTION_DISABLED = "collectionDisabled";
export const SOON = "soon";
const SOON_DAYS = 30;

export function marksOf({ name, facts, tags }: Row, now: number): Marks {
  const asleep = facts.state === "enabled" && facts.collectionState !== "Enabled";
  const marks: Marks = {
    state: asleep ? COLLECTION_DISABLED : facts.state,
    outcome: facts.lastOutcome ?? NEVER_RAN,
    collection: collectionMark(`${name.group}/${name.collection}`),
  };
  if (endsSoon(facts.credentialEnds, now)) marks["credential"] = SOON;
  for (const [tag, value] of Object.entries(tags)) marks[groupOfTag(tag)] = value;
  return marks;
}

/** Say whether a credential of the job ends soon, or has ended. */
export function endsSoon(ends: string | undefined, now: number): ends is string {
  return ends !== undefined && Date.parse(ends) < now + SOON_DAYS * 86_400_000;
}

/** Return what the query of the address asks for. */
export function askedIn(query: Record<string, string>): Asked {
  const words = (query["q"] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Set<string>>();
  for (const group of GROUPS) for (const value of valuesIn(query, group)) add(groups, group, value);
  for (const tag of valuesIn(query, "tag")) {
    const [key = "", value = ""] = tag.split(/:(.*)/s);
    add(groups, groupOfTag(key), value);
  }
  return { words, groups };
}

/** The changes of the query that ask for everything. */
export const NOTHING_ASKED: Record<string, undefined> = Object.fromEntries(
  ["q", ...GROUPS, "tag"].map((name) => [name, undefined]),
);

/** How collections are written, by their names in lower case: in ids they may differ in case. */
const written = new Map<string, string>();

export const wholeCollection = (value: string) => written.get(value) ?? value;
export const collectionOf = (value: string) => wholeCollection(value).slice(value.indexOf("/") + 1);

function collectionMark(name: string): string {
  const mark = name.toLowerCase();
  if (!written.has(mark)) written.set(mark, name);
  return mark;
}

/** Return the jobs that are asked for, in their order, and what each filter would show. */
export function find(all: Marked[], asked: Asked): Found {
  const rows: Row[] = [];
  const counts: Counts = new Map();
  const groups = [...asked.groups];
  for (const { row, marks } of all) {
    if (!asked.words.every((word) => row.text.includes(word))) continue;
    const failed = groups.filter(([group, values]) => !values.has(marks[group] ?? ""));
    if (failed.length === 0) {
      rows.push(row);
      for (const group in marks) count(counts, group, marks[group]!);
    } else if (failed.length === 1) {
      const [group] = failed[0]!;
      const value = marks[group];
      if (value !== undefined) count(counts, group, value);
    }
  }
  return { rows, counts };
}

/** Return what is asked for without the words, or without a group. */
export function without({ words, groups }: Asked, group: string | null): Asked {
  if (group === null) return { words: [], groups };
  return { words, groups: new Map([...groups].filter(([one]) => one !== group)) };
}

function add(groups: Map<string, Set<string>>, group: string, value: string): void {
  groups.set(group, (groups.get(group) ?? new Set()).add(value));
}

function count(counts: Counts, group: string, value: string): void {
  let values = counts.get(group);
  if (!values) counts.set(group, (values = new Map()));
  values.set(value, (values.get(value) ?? 0) + 1);
}
