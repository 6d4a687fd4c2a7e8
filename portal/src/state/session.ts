// Who is using the page: the key or the tokens, which never leave this tab, and what the app says they may do.
import { signal } from "@preact/signals";
import type { Caller, SignIn } from "../api/types";
import type { Tokens } from "../sign-in/answers";

const STORED = "scheduler-key";

/** The key; null before anybody has given one. */
export const key = signal<string | null>(storedKey());
/** What Entra ID has given to a reader who signed in; never stored. */
export const tokens = signal<Tokens | null>(null);
/** Where readers can sign in; null if they cannot, undefined until the app has said so. */
export const offer = signal<SignIn | null | undefined>(undefined);
/** Who the app says is calling; null until it has said so. */
export const caller = signal<Caller | null>(null);
/** Why the page asks for a key; null while it does not ask. */
export const refusal = signal<string | null>(null);
/** Why the app no longer knows the reader, who is asked again over the page; null while he is not asked. */
export const asking = signal<Error | null>(null);

/** How often the reader has come in, and how often he did not want to say who he is. */
export const answered = { yes: 0, no: 0 };

let waiting: { entered: () => void; refused: (why: unknown) => void }[] = [];

/** Say whether this tab keeps a key. */
export const isKept = () => storedKey() !== null;

export const mayChange = () => caller.value?.canChange === true;

/** The names of what the caller may see: a subscription, a group, a collection; none if it is everything. */
export const scopeNames = () => (caller.value?.scope ?? "").split("/").filter(Boolean);

/** Within one collection there is no room for another. */
export const mayCreateCollections = () => mayChange() && scopeNames().length < 3;

/** Use a key from now on; keep it for this tab if the reader wants so. */
export function useKey(given: string, keep: boolean): void {
  key.value = given;
  tokens.value = null;
  if (keep) sessionStorage.setItem(STORED, given);
  else sessionStorage.removeItem(STORED);
}

export function useTokens(given: Tokens): void {
  forget();
  tokens.value = given;
}

/** Ask the reader again who he is; return when the app knows him, raise `why` if he does not want to say it. */
export function askAgain(why: Error): Promise<void> {
  asking.value ??= why;
  return new Promise((entered, refused) => waiting.push({ entered, refused }));
}

/** Note who the app says is calling; what waited for it goes on. */
export function letIn(who: Caller): void {
  answered.yes += 1;
  caller.value = who;
  refusal.value = null;
  endAsking(({ entered }) => entered());
}

/** End the asking: what waited for it fails. */
export function stopAsking(): void {
  answered.no += 1;
  const why = asking.value;
  endAsking(({ refused }) => refused(why));
}

export function signOut(why: string): void {
  forget();
  caller.value = null;
  refusal.value = why;
  stopAsking();
}

function endAsking(end: (one: (typeof waiting)[number]) => void): void {
  const ended = waiting;
  waiting = [];
  asking.value = null;
  ended.forEach(end);
}

function forget(): void {
  sessionStorage.removeItem(STORED);
  key.value = null;
  tokens.value = null;
}

function storedKey(): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(STORED);
}
