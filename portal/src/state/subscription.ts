// Which subscription is shown: the one in the address, else the first that has collections.
import { computed, signal } from "@preact/signals";
import { listSubscriptions } from "../api/operations";
import type { Subscription } from "../api/types";
import { place } from "./address";

/** The name that a new app begins with. */
export const FIRST_SUBSCRIPTION = "local";

/** Those that have collections; null until the app has told. */
export const subscriptions = signal<Subscription[] | null>(null);

/** The subscription whose jobs are shown. */
export const subscription = computed(() => {
  const { page, names, query } = place.value;
  if (["job", "edit", "collection"].includes(page) && names[0]) return names[0];
  return query["in"] ?? subscriptions.value?.[0]?.subscriptionId ?? FIRST_SUBSCRIPTION;
});

export async function loadSubscriptions(terms: { entering?: boolean } = {}): Promise<void> {
  subscriptions.value = await listSubscriptions(terms);
}
