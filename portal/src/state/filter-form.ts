// Filters of the list of jobs as they stand in the address: groups of values, and a group for each tag.

const OF_TAG = "tag ";
const COLLECTION = "collection";

export const GROUPS = ["state", "outcome", "credential", COLLECTION];
export const isTag = (group: string) => group.startsWith(OF_TAG);
export const tagOf = (group: string) => group.slice(OF_TAG.length);
export const groupOfTag = (tag: string) => OF_TAG + tag;

/** Return the changes of the query that add a value to a group, or take it away. */
export function toggled(query: Record<string, string>, group: string, value: string): Record<string, string> {
  const name = isTag(group) ? "tag" : group;
  const entry = name === "tag" ? `${tagOf(group)}:${value}` : spelt(name, value);
  const before = valuesIn(query, name);
  const after = before.includes(entry) ? before.filter((one) => one !== entry) : [...before, entry];
  return { [name]: after.map(escaped).join(",") };
}

/** Return the values that a parameter lists. */
export function valuesIn(query: Record<string, string>, name: string): string[] {
  const listed = (query[name] ?? "").split(",").filter(Boolean);
  return listed.map((value) => spelt(name, unescaped(value)));
}

/** The case of collections does not matter. */
function spelt(name: string, value: string): string {
  return name === COLLECTION ? value.toLowerCase() : value;
}

/** A tag may hold anything; a comma in it must not end it. */
function escaped(value: string): string {
  return value.replace(/[%,]/g, encodeURIComponent);
}

function unescaped(value: string): string {
  return value.replace(/%2C/gi, ",").replace(/%25/g, "%");
}
