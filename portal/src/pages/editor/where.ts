// Where a job belongs: a collection that is there, or a new one, and its own name.
import { collectionPath, jobPath, namesIn, type CollectionName, type JobName } from "../../api/ids";
import { listCollections, listSubscriptions } from "../../api/operations";
import type { Collection, JsonObject } from "../../api/types";

export interface Where {
  /** The collection that was chosen; null for a new one. */
  chosen: Collection | null;
  /** The names of a new collection, as typed. */
  fresh: CollectionName;
  job: string;
}

export const NEW_COLLECTION: JsonObject = {
  location: "West Europe",
  properties: { sku: { name: "Standard" } },
};

/** Where the app still says what is wrong with a definition, and then misses this one. */
export const NOT_THERE: CollectionName = { subscription: "local", group: "default", collection: "not-there" };

const NAME = /^(?!\.{1,2}$)[A-Za-z0-9_.() -]{1,100}$/;
const GROUP = /^(?!\.{1,2}$)[A-Za-z0-9_.() -]{1,90}$/;
const SUBSCRIPTION = /^[A-Za-z0-9-]{1,64}$/;
const LETTERS = "letters, digits, _ - . ( ) and space";

export interface WhereFaults {
  job?: string | undefined;
  subscription?: string | undefined;
  group?: string | undefined;
  collection?: string | undefined;
}

/** Return what is wrong with the names; empty ones count only if they are `needed` now. */
export function whereFaults({ chosen, fresh, job }: Where, needed: boolean): WhereFaults {
  const check = (name: string, rule: RegExp, words: string) =>
    !name ? (needed ? "is needed" : undefined) : rule.test(name) ? undefined : `may have ${words}`;
  const own = { job: check(job, NAME, `1 to 100 ${LETTERS}`) };
  if (chosen) return own;
  return {
    ...own,
    subscription: check(fresh.subscription, SUBSCRIPTION, "1 to 64 letters, digits and -"),
    group: check(fresh.group, GROUP, `1 to 90 ${LETTERS}`),
    collection: check(fresh.collection, NAME, `1 to 100 ${LETTERS}`),
  };
}

export function collectionOf({ chosen, fresh }: Where): CollectionName {
  const names = chosen && namesIn(chosen.id);
  return names
    ? { subscription: names.subscription, group: names.group, collection: names.collection }
    : fresh;
}

export const jobOf = (where: Where): JobName => ({ ...collectionOf(where), job: where.job });

/** Return the id by which a preview finds the collection's defaults; none while it is not there. */
export function idForPreview(where: Where): string | undefined {
  if (!where.chosen) return undefined;
  const job = NAME.test(where.job) ? where.job : "new";
  return decodeURIComponent(jobPath({ ...collectionOf(where), job }));
}

export const sameCollection = (one: CollectionName, other: CollectionName) =>
  collectionPath(one).toLowerCase() === collectionPath(other).toLowerCase();

/** Return a name that no collection has. */
export function freshName(collections: Pick<Collection, "name">[]): string {
  const taken = new Set(collections.map(({ name }) => name.toLowerCase()));
  const names = ["jobs", ...collections.map((_, place) => `jobs-${place + 2}`)];
  return names.find((name) => !taken.has(name))!;
}

/** Return the names that a new collection begins with: those of the caller's scope, as far as it says them. */
export function freshNames(
  collections: Pick<Collection, "name">[],
  shown: string,
  [subscription, group, collection]: string[],
): CollectionName {
  return {
    subscription: subscription ?? shown,
    group: group ?? "default",
    collection: collection ?? freshName(collections),
  };
}

/** Return all collections of all subscriptions. */
export async function allCollections(): Promise<Collection[]> {
  const subscriptions = await listSubscriptions();
  const lists = await Promise.all(subscriptions.map(({ subscriptionId }) => listCollections(subscriptionId)));
  return lists.flat();
}
