// What the page shows, derived from the jobs that are loaded and from the address.
import { computed, type ReadonlySignal } from "@preact/signals";
import { place } from "../../state/address";
import { rows } from "../../state/jobs";
import { askedIn, find, marksOf, type Asked, type Found, type Marked } from "./filters";
import { orderIn, sorted } from "./sorting";

const writtenOrder = computed(() => place.value.query["sort"]);
export const order = computed(() => orderIn(writtenOrder.value));
export const asked: ReadonlySignal<Asked> = computed(() => askedIn(place.value.query));

/** All jobs in order. A search keeps the order, so a key that is pressed sorts nothing. */
export const everything: ReadonlySignal<Marked[]> = computed(() => {
  const now = Date.now();
  const marked = rows.value.map((row) => ({ row, marks: marksOf(row, now) }));
  return sorted(marked, order.value);
});

export const collectionCount = computed(
  () => new Set(everything.value.map(({ marks }) => marks["collection"])).size,
);
export const found: ReadonlySignal<Found> = computed(() => find(everything.value, asked.value));
