// Signing in with Microsoft Entra ID. Tokens are in memory only; a reader who reloads the page signs in again.
import type { SignIn } from "../api/types";
import { place, readPlace } from "../state/address";
import { offer, tokens, useTokens } from "../state/session";
import {
  authorizeAddress,
  checkReturned,
  isEnding,
  readBegun,
  readReturned,
  readTokens,
  scopeOf,
  SignInFailed,
  tokenAddress,
  type Begun,
  type Returned,
  type Tokens,
} from "./answers";
import { challengeOf, randomText } from "./pkce";

const STORED = "scheduler-sign-in";
/** Begins the state of a sign-in in a window of its own, and names the channel by which that window answers. */
const BESIDE = "beside.";
const NOT_REACHED = "Microsoft does not answer. The connection may be lost.";
const ENDED = "Your sign-in has ended. Sign in again.";
const BLOCKED =
  "The browser has blocked the window for signing in. Allow this page to open it, and try again.";

let back: { returned: Returned; begun: Begun | null } | null = null;
let renewing: Promise<Tokens> | null = null;
let answers: BroadcastChannel | null = null;

/** Leave for the authority. It sends the reader back to this page. */
export async function beginSignIn(where: SignIn): Promise<void> {
  const begun = beginning();
  sessionStorage.setItem(STORED, JSON.stringify(begun));
  location.assign(await addressFor(where, begun));
}

/** Sign in in a window of its own, so that this page stays as it is; raise SignInFailed if that fails. */
export async function signInBeside(where: SignIn): Promise<void> {
  const opened = open("", "_blank", "popup,width=520,height=680"); // at once: later, browsers would block it
  if (opened === null) throw new SignInFailed(BLOCKED);
  const begun = beginning(BESIDE);
  const returned = answerTo(begun);
  opened.location.href = await addressFor(where, begun);
  await useReturned(await returned, begun);
}

/** In the window of its own: tell the page that has opened it. Say whether this is such a window. */
export function answerBeside(): boolean {
  const returned = readReturned(location.search);
  if (!returned?.state.startsWith(BESIDE)) return false;
  history.replaceState(null, "", location.pathname);
  new BroadcastChannel(BESIDE).postMessage(returned);
  close();
  return true;
}

/** Take the authority's answer out of the address, before anything else sees it, and go where the reader was. */
export function takeReturned(): void {
  const returned = readReturned(location.search);
  const begun = readBegun(sessionStorage.getItem(STORED));
  sessionStorage.removeItem(STORED);
  if (returned === null) return;
  back = { returned, begun };
  history.replaceState(null, "", location.pathname + (begun?.hash || location.hash));
  place.value = readPlace(location.hash);
}

export const hasReturned = () => back !== null;

/** Finish what was begun; raise SignInFailed if it was not begun here, or if there is no token. */
export async function finishSignIn(): Promise<void> {
  if (back === null) return;
  const { returned, begun } = back;
  back = null;
  await useReturned(returned, begun);
}

/** Return the access token, renewed if it is about to end, or null if nobody has signed in. */
export async function accessToken(): Promise<string | null> {
  const held = tokens.value;
  if (held === null || !isEnding(held, Date.now())) return held?.access ?? null;
  renewing ??= renewed(held).finally(() => (renewing = null));
  return (await renewing).access;
}

function beginning(kind = ""): Begun {
  return { state: kind + randomText(), verifier: randomText(), hash: location.hash };
}

async function addressFor(where: SignIn, { state, verifier }: Begun): Promise<string> {
  const challenge = await challengeOf(verifier);
  return authorizeAddress(where, { state, challenge, redirect: redirectAddress() });
}

/** Return what the window of its own answers to this beginning; any other answer is for another page. */
function answerTo({ state }: Begun): Promise<Returned> {
  answers?.close(); // of a window that was given up
  const channel = (answers = new BroadcastChannel(BESIDE));
  return new Promise((tell) => {
    channel.onmessage = ({ data }: MessageEvent<Returned>) => {
      if (data.state !== state) return;
      channel.close();
      tell(data);
    };
  });
}

async function useReturned(returned: Returned, begun: Begun | null): Promise<void> {
  const { verifier } = checkReturned(returned, begun);
  const form = { code: returned.code, code_verifier: verifier, redirect_uri: redirectAddress() };
  useTokens(await askForTokens({ grant_type: "authorization_code", ...form }));
}

async function renewed(held: Tokens): Promise<Tokens> {
  if (held.refresh === null) throw new SignInFailed(ENDED);
  try {
    useTokens(await askForTokens({ grant_type: "refresh_token", refresh_token: held.refresh }, held));
    return tokens.value ?? held;
  } catch (error) {
    if (held.ends > Date.now()) return held; // it still opens; the next call tries again
    throw error instanceof SignInFailed ? new SignInFailed(ENDED) : error;
  }
}

async function askForTokens(form: Record<string, string>, before: Tokens | null = null): Promise<Tokens> {
  const where = offer.value;
  if (!where) throw new SignInFailed("This app does not say where to sign in.");
  const body = new URLSearchParams({ client_id: where.client, scope: scopeOf(where), ...form });
  try {
    const response = await fetch(tokenAddress(where), {
      method: "POST",
      body,
      credentials: "omit",
      cache: "no-store",
    });
    return readTokens(await response.json(), Date.now(), before);
  } catch (error) {
    throw error instanceof SignInFailed ? error : new SignInFailed(NOT_REACHED);
  }
}

const redirectAddress = () => `${location.origin}/`;
