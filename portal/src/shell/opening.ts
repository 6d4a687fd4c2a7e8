// Opening the page: ask the app who is calling; if it wants a key, ask the reader.
import { ApiError } from "../api/call";
import { whoami } from "../api/operations";
import { caller, refusal, signOut, useKey } from "../state/session";
import { loadSubscriptions } from "../state/subscription";

const ASK = "This app asks for a key.";

/** Try to open with the key that is kept, or without one; raise an ApiError if the app does not answer. */
export async function openAtStart(): Promise<void> {
  try {
    await enter();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    signOut(ASK);
  }
}

/** Open with a key that was typed; raise an ApiError if it is wrong, or if the app cannot tell. */
export async function open(typed: string, keep: boolean): Promise<void> {
  useKey(typed, keep);
  try {
    await enter();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) signOut(ASK);
    throw error;
  }
}

/** Let the pages in only when it is known which subscription they show. */
async function enter(): Promise<void> {
  const who = await whoami();
  await loadSubscriptions();
  caller.value = who;
  refusal.value = null;
}
