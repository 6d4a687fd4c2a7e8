// Links between pages. Each keeps the subscription; one to a filtered list says the filter as that list reads it.
import type { CollectionName } from "../api/ids";
import { hashOf } from "./address";
import { toggled } from "./filter-form";
import { isKnown, subscription, subscriptions } from "./subscription";

type Query = Record<string, string | undefined>;

/** Return the hash of a page over all jobs of the subscription that is shown. */
export const hashOfPage = (page: string, query: Query = {}) =>
  hashOf(page, [], { ...querySubscription(subscription.value), ...query });

/** Return the hash of the list of jobs, with those of a collection only. */
export const hashOfJobsIn = (name: CollectionName) =>
  hashOf("jobs", [], {
    ...querySubscription(name.subscription),
    ...toggled({}, "collection", `${name.group}/${name.collection}`),
  });

/** Return the hash of the list of jobs, with those that match a search only. */
export const hashOfSearch = (name: Pick<CollectionName, "subscription">, text: string) =>
  hashOf("jobs", [], { ...querySubscription(name.subscription), q: text });

/** Return the hash of the list of changes, with those of a collection only, as far back as they are kept. */
export const hashOfChangesIn = (name: CollectionName) =>
  hashOf("audit", [], {
    ...querySubscription(name.subscription),
    collection: `${name.group}/${name.collection}`,
    last: "400.00:00:00",
  });

/** The first subscription, and one that is not there, need no words. */
function querySubscription(name: string): Query {
  return { in: name === subscriptions.value?.[0]?.subscriptionId || !isKnown(name) ? undefined : name };
}
