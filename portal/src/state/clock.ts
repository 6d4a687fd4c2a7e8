// The present instant, for relative times: one signal for the page, which ticks every five seconds.
import { signal } from "@preact/signals";

const EVERY = 5_000;

export const now = signal(Date.now());

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, EVERY);
}
