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
const NOT_REACHED = "Microsoft does not answer. The connection may be lost.";
const ENDED = "Your sign-in has ended. Sign in again.";

let back: { returned: Returned; begun: Begun | null } | null = null;
let renewing: Promise<Tokens> | null = null;

/** Leave for the authority. It sends the reader back to this page. */
export async function beginSignIn(where: SignIn): Promise<void> {
  const begun: Begun = { state: randomText(), verifier: randomText(), hash: location.hash };
  sessionStorage.setItem(STORED, JSON.stringify(begun));
  const challenge = await challengeOf(begun.verifier);
  location.assign(authorizeAddress(where, { state: begun.state, challenge, redirect: redirectAddress() }));
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
  const { verifier } = checkReturned(returned, begun);
  const form = { code: returned.code, code_verifier: verifier, redirect_uri: redirectAddress() };
  useTokens(await askForTokens({ grant_type: "authorization_code", ...form }));
}

/** Return the access token, renewed if it is about to end, or null if nobody has signed in. */
export async function accessToken(): Promise<string | null> {
  const held = tokens.value;
  if (held === null || !isEnding(held, Date.now())) return held?.access ?? null;
  renewing ??= renewed(held).finally(() => (renewing = null));
  return (await renewing).access;
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
