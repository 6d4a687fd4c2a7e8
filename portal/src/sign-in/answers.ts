// What goes to the authority, and what comes back: pure.
import type { SignIn } from "../api/types";

/** What the authority has put into the address, on the way back. */
export interface Returned {
  state: string;
  code: string;
  /** Why there is no code; empty if there is one. */
  error: string;
}

/** What this tab remembers while the reader is away. */
export interface Begun {
  state: string;
  verifier: string;
  /** The place where the reader was. */
  hash: string;
}

export interface Tokens {
  access: string;
  refresh: string | null;
  /** When the access token ends, in milliseconds. */
  ends: number;
}

/** Says to the reader why signing in has failed. */
export class SignInFailed extends Error {}

const FOREIGN = "This sign-in was not begun in this tab, so it is not used. Sign in again.";
const RENEWED_BEFORE = 60_000;

/** Return the address at which the reader signs in. */
export function authorizeAddress(
  where: SignIn,
  asked: { state: string; challenge: string; redirect: string },
): string {
  const query = new URLSearchParams({
    client_id: where.client,
    response_type: "code",
    response_mode: "query",
    redirect_uri: asked.redirect,
    scope: scopeOf(where),
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: "S256",
  });
  return `${endpoint(where, "authorize")}?${query}`;
}

export const tokenAddress = (where: SignIn) => endpoint(where, "token");

export const scopeOf = (where: SignIn) => `${where.scope} offline_access`;

/** Return what the authority has answered in an address, or null if the address holds no such answer. */
export function readReturned(search: string): Returned | null {
  const query = new URLSearchParams(search);
  const [state, code, error] = [query.get("state"), query.get("code"), query.get("error")];
  if (state === null || (code === null && error === null)) return null;
  return { state, code: code ?? "", error: error ?? "" };
}

/** Return what was begun, as it was kept; null for anything else. */
export function readBegun(kept: string | null): Begun | null {
  try {
    const { state, verifier, hash } = JSON.parse(kept ?? "null") as Record<string, unknown>;
    if (typeof state !== "string" || typeof verifier !== "string" || typeof hash !== "string") return null;
    return state && verifier ? { state, verifier, hash } : null;
  } catch {
    return null;
  }
}

/** Raise SignInFailed unless the answer is one to what this tab has begun. Anybody can make an address. */
export function checkReturned(returned: Returned, begun: Begun | null): Begun {
  if (begun === null || returned.state !== begun.state) throw new SignInFailed(FOREIGN);
  if (returned.error || !returned.code)
    throw new SignInFailed(`Microsoft has not let you in: ${returned.error || "no code came back"}.`);
  return begun;
}

/** Return the tokens in an answer that came at `now`; raise SignInFailed if there are none. */
export function readTokens(answer: unknown, now: number, before: Tokens | null = null): Tokens {
  const said = (typeof answer === "object" && answer !== null ? answer : {}) as Record<string, unknown>;
  const [access, lasts, refresh] = [said["access_token"], Number(said["expires_in"]), said["refresh_token"]];
  if (typeof access !== "string" || !access || !(lasts > 0)) {
    const why = typeof said["error"] === "string" ? said["error"] : "no token came back";
    throw new SignInFailed(`Microsoft has given no token: ${why}.`);
  }
  const renewing = typeof refresh === "string" ? refresh : (before?.refresh ?? null);
  return { access, refresh: renewing, ends: now + lasts * 1000 };
}

/** Say whether a token should be renewed before it is sent. */
export const isEnding = (tokens: Tokens, now: number) => tokens.ends - now < RENEWED_BEFORE;

function endpoint(where: SignIn, name: string): string {
  return `${where.authority}/${where.tenant}/oauth2/v2.0/${name}`;
}
