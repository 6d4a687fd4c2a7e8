// Opening the page: ask the app who is calling; if it wants to know, ask the reader for a key or to sign in.
import { ApiError } from "../api/call";
import { signIn, whoami } from "../api/operations";
import { SignInFailed } from "../sign-in/answers";
import { finishSignIn, hasReturned, signInBeside } from "../sign-in/identity";
import { forgetJobs } from "../state/jobs";
import { caller, letIn, mayChange, offer, signOut, useKey } from "../state/session";
import { loadSubscriptions } from "../state/subscription";
import { toast } from "../state/toasts";
import { shownName } from "../words/callers";

const ASK = "This app asks for a key.";
const ASK_WHO = "This app asks who you are.";

/**
 * Try to open: by the sign-in from which the reader comes, with the key that is kept, or without one.
 * Raise an ApiError if the app does not answer.
 */
export async function openAtStart(): Promise<void> {
  try {
    if (hasReturned()) await loadOffer();
    await finishSignIn();
    await enter();
  } catch (error) {
    const why = reasonToAsk(error);
    if (why === null) throw error;
    await loadOffer();
    signOut(why || (offer.value ? ASK_WHO : ASK));
  }
}

/** Ask the app where readers sign in. If it does not say so, it asks for keys only. */
export async function loadOffer(): Promise<void> {
  if (offer.value === undefined) offer.value = await signIn().catch(() => null);
}

/** Return why the reader must say who he is: in words if he has tried, else empty; null if that is not it. */
function reasonToAsk(error: unknown): string | null {
  if (error instanceof SignInFailed) return error.message;
  if (!(error instanceof ApiError)) return null;
  if (error.status === 403) return error.message;
  return error.status === 401 ? "" : null;
}

/** Open with a key that was typed; raise an ApiError if it is wrong, or if the app cannot tell. */
export async function open(typed: string, keep: boolean): Promise<void> {
  useKey(typed, keep);
  try {
    await enter();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && caller.value === null) signOut(ASK);
    throw error;
  }
}

/** Open by signing in beside the page, which stays as it is; raise SignInFailed or an ApiError. */
export async function openBeside(): Promise<void> {
  if (offer.value) await signInBeside(offer.value);
  await enter();
}

/** Let the pages in only when it is known which subscription they show. */
async function enter(): Promise<void> {
  const [before, could] = [caller.value, mayChange()];
  const who = await whoami();
  await loadSubscriptions({ entering: true });
  letIn(who);
  if (before !== null && before.name !== who.name) forgetJobs();
  if (could && !mayChange()) toast(`${shownName(who.name)} may only read: nothing can be changed now.`);
}
