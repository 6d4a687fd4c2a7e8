// Who is using the page: the key, which never leaves this tab, and what the app says the key may do.
import { signal } from "@preact/signals";
import type { Caller } from "../api/types";

const STORED = "scheduler-key";

/** The key; null before anybody has given one. */
export const key = signal<string | null>(storedKey());
/** Who the app says is calling; null until it has said so. */
export const caller = signal<Caller | null>(null);
/** Why the page asks for a key; null while it does not ask. */
export const refusal = signal<string | null>(null);

export const mayChange = () => caller.value?.canChange === true;

/** Use a key from now on; keep it for this tab if the reader wants so. */
export function useKey(given: string, keep: boolean): void {
  key.value = given;
  if (keep) sessionStorage.setItem(STORED, given);
  else sessionStorage.removeItem(STORED);
}

export function signOut(why: string): void {
  sessionStorage.removeItem(STORED);
  key.value = null;
  caller.value = null;
  refusal.value = why;
}

function storedKey(): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(STORED);
}
