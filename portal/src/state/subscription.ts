// Which subscription is shown: the one in the address, else the first that has collections.
import { computed, signal } from "@preact/signals";
import { listSubscriptions } from "../api/operations";
import type { Subscription } from "../api/types";
import { place } from "./address";

const OF_ONE_THING = ["job", "edit", "collection"]; // pages whose address begins with a subscription

/** The name that a new app begins with. */
export const FIRST_SUBSCRIPTION = "local";

/** Those that have collections; null until the app has told. */
export const subscriptions = signal<Subscription[] | null>(null);

/** The subscription whose jobs are shown. */
export const subscription = computed(() => {
  const { page, names, query } = place.value;
  const asked = OF_ONE_THING.includes(page) && names[0] ? names[0] : query["in"];
  const first = subscriptions.value?.[0]?.subscriptionId ?? FIRST_SUBSCRIPTION;
  return asked === undefined ? first : (known(asked) ?? asked);
});

/** The subscription that the address asks for, if there is none of that name; null before the app has told. */
export const missingSubscription = computed(() => {
  const asked = place.value.query["in"];
  return asked !== undefined && subscriptions.value?.length && !isKnown(asked) ? asked : null;
});

export const isKnown = (name: string) => known(name) !== undefined;

export async function loadSubscriptions(terms: { entering?: boolean } = {}): Promise<void> {
  subscriptions.value = await listSubscriptions(terms);
}

/** Return a subscription as the app writes it. */
function known(name: string): string | undefined {
  const all = subscriptions.value ?? [];
  return all.find((one) => one.subscriptionId.toLowerCase() === name.toLowerCase())?.subscriptionId;
}
