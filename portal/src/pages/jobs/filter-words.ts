// What the filters are called, and which of them are offered.
import { isTag, tagOf } from "../../state/filter-form";
import { LAST_OUTCOMES, STATES } from "../../words/outcomes";
import {
  COLLECTION_DISABLED,
  NEVER_RAN,
  SOON,
  collectionOf,
  wholeCollection,
  type Asked,
  type Counts,
} from "./filters";

/** A filter that is offered, with the number of jobs that it would show. */
export interface Choice {
  group: string;
  value: string;
  label: string;
  count: number;
  pressed: boolean;
}

/** A filter that is in force, and how to say it in a sentence. */
export interface Active {
  /** The group, or null for the search. */
  group: string | null;
  value: string;
  label: string;
}

const STATE_LABELS: Record<string, string> = {
  ...labels(STATES),
  [COLLECTION_DISABLED]: "collection disabled",
};
const OUTCOME_LABELS: Record<string, string> = { ...labels(LAST_OUTCOMES), [NEVER_RAN]: "never ran" };
const FEW_TAGS = 8;
const ALWAYS_OFFERED = new Set([...Object.keys(STATES), ...Object.keys(OUTCOME_LABELS)]);

export const stateChoices = (counts: Counts, asked: Asked) => fixed("state", STATE_LABELS, counts, asked);
export const outcomeChoices = (counts: Counts, asked: Asked) =>
  fixed("outcome", OUTCOME_LABELS, counts, asked);
export const credentialChoices = (counts: Counts, asked: Asked) =>
  fixed("credential", { [SOON]: "credential ends soon" }, counts, asked);

/** Return the collections, by name, those that are in force even where nothing is left of them. */
export function collectionChoices(counts: Counts, asked: Asked): Choice[] {
  const found = [...(counts.get("collection")?.keys() ?? []), ...(asked.groups.get("collection") ?? [])];
  const values = [...new Set(found)].sort();
  const twice = new Set(values.map(collectionOf).filter((name, place, all) => all.indexOf(name) !== place));
  const labelOf = (value: string) =>
    twice.has(collectionOf(value)) ? wholeCollection(value) : collectionOf(value);
  return values.map((value) => choice("collection", value, labelOf(value), counts, asked));
}

/** Return the tags, those that most jobs have first. */
export function tagChoices(counts: Counts, asked: Asked): Choice[] {
  const groups = new Set([...counts.keys(), ...asked.groups.keys()].filter(isTag));
  const all = [...groups].flatMap((group) => {
    const values = new Set([...(counts.get(group)?.keys() ?? []), ...(asked.groups.get(group) ?? [])]);
    return [...values].map((value) => choice(group, value, `${tagOf(group)}:${value}`, counts, asked));
  });
  return all.sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}

/** Return the tags that are worth a place: those in force, and a few that more than one job has. */
export function commonTags(choices: Choice[]): Choice[] {
  return choices.filter(({ pressed, count }, place) => pressed || (place < FEW_TAGS && count > 1));
}

/** Return the filters in force, the search first. */
export function activeFilters(asked: Asked): Active[] {
  const search = asked.words.length ? [{ group: null, value: "", label: `“${asked.words.join(" ")}”` }] : [];
  const groups = [...asked.groups].flatMap(([group, values]) =>
    [...values].map((value) => ({ group, value, label: labelOf(group, value) })),
  );
  return [...search, ...groups];
}

function labelOf(group: string, value: string): string {
  if (isTag(group)) return `${tagOf(group)}:${value}`;
  if (group === "collection") return collectionOf(value);
  if (group === "state") return labelIn(STATE_LABELS, value);
  if (group === "outcome") return labelIn(OUTCOME_LABELS, value);
  return "credential ends soon";
}

function fixed(group: string, named: Record<string, string>, counts: Counts, asked: Asked): Choice[] {
  return Object.entries(named)
    .map(([value, label]) => choice(group, value, label, counts, asked))
    .filter(({ value, count, pressed }) => count || pressed || ALWAYS_OFFERED.has(value));
}

function choice(group: string, value: string, label: string, counts: Counts, asked: Asked): Choice {
  const pressed = asked.groups.get(group)?.has(value) ?? false;
  return { group, value, label, count: counts.get(group)?.get(value) ?? 0, pressed };
}

/** Values come from the address: only what stands in the table has a label of its own. */
function labelIn(named: Record<string, string>, value: string): string {
  return Object.hasOwn(named, value) ? named[value]! : value;
}

function labels(said: Record<string, { label: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(said).map(([value, { label }]) => [value, label]));
}
