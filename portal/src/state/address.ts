// The view's state is in the address after `#`: a page, names, and a query. So it can be sent to a colleague.
import { signal } from "@preact/signals";
import type { CollectionName, JobName } from "../api/ids";

export interface Place {
  page: string;
  names: string[];
  query: Record<string, string>;
}

export const FIRST_PAGE = "today";

export const place = signal<Place>(readPlace(currentHash()));

/** Return the place that a hash such as `#/job/s/g/c/j?tab=history` names. */
export function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [page = "", ...names] = path.split("/").map(decoded);
  return { page: page || FIRST_PAGE, names, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Say whether an address has so many names, and none of them is empty. */
export const namesAll = (names: string[], count: number) => names.length === count && names.every(Boolean);

/** Return the hash of a place; what is empty in the query is left out. */
export function hashOf(
  page: string,
  names: string[] = [],
  query: Record<string, string | undefined> = {},
): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const asked = new URLSearchParams(kept).toString();
  return `#/${[page, ...names].map(encodeURIComponent).join("/")}${asked ? `?${asked}` : ""}`;
}

export const hashOfJob = (name: JobName, tab?: string, more: Record<string, string | undefined> = {}) =>
  hashOf("job", [name.subscription, name.group, name.collection, name.job], { tab, ...more });

export const hashOfCollection = (name: CollectionName) =>
  hashOf("collection", [name.subscription, name.group, name.collection]);

export function go(hash: string): void {
  location.hash = hash;
}

/** Change the query of this view, without a new entry in the browser's history. */
export function changeQuery(changes: Record<string, string | undefined>): void {
  const { page, names, query } = place.value;
  history.replaceState(history.state, "", hashOf(page, names, { ...query, ...changes }));
  place.value = readPlace(location.hash);
}

/** Who is asked before the view changes to another place: whether something would be lost, and whether to go. */
interface Guard {
  holds: () => boolean;
  ask: () => boolean;
}

let guard: Guard | null = null;

/** Ask before something is lost; return what ends the asking. */
export function askBeforeLeaving(given: Guard): () => void {
  guard = given;
  return () => {
    guard = null;
  };
}

/** Say whether the reader would be asked before the view changes. */
export const wouldAsk = () => guard?.holds() === true;

/**
 * Show what the address says. Each entry of the browser's history has its number, so that a reader who stays
 * comes back to the entry where he was, and those before it stay as they are.
 */
export function followAddress(): void {
  let here = numberOfEntry(0);
  addEventListener("hashchange", () => {
    const entry = numberOfEntry(here + 1);
    if (entry === here) return; // back at the view that was not left
    if (wouldAsk() && !guard?.ask()) return history.go(here - entry);
    here = entry;
    place.value = readPlace(location.hash);
  });
}

/** Return the number of the entry of the browser's history that is shown; one that has none gets this. */
function numberOfEntry(fresh: number): number {
  const { entry } = (history.state ?? {}) as { entry?: number };
  if (entry === undefined) history.replaceState({ ...history.state, entry: fresh }, "");
  return entry ?? fresh;
}

function currentHash(): string {
  return typeof location === "undefined" ? "" : location.hash;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a hash that somebody typed
  }
}
