import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizeAddress,
  checkReturned,
  isEnding,
  readBegun,
  readReturned,
  readTokens,
  SignInFailed,
} from "../src/sign-in/answers";
import { challengeOf, randomText } from "../src/sign-in/pkce";
import { shownName } from "../src/words/callers";

const WHERE = { authority: "https://login.example", tenant: "t", client: "c", scope: "api://a/.default" };
const BEGUN = { state: "s", verifier: "v", hash: "#/jobs" };
const ID = "44444444-dddd-4000-8000-000000000004";

test("the challenge is that of RFC 7636, appendix B", async () => {
  const challenge = await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");

  assert.equal(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

test("random texts are long, fit for an address, and never the same", () => {
  const texts = Array.from({ length: 50 }, randomText);

  assert.ok(texts.every((text) => /^[\w-]{43}$/.test(text)));
  assert.equal(new Set(texts).size, 50);
});

test("the address asks for a code, with the challenge, and for nothing else", () => {
  const address = new URL(
    authorizeAddress(WHERE, { state: "s&t", challenge: "h", redirect: "https://app/" }),
  );

  assert.equal(address.origin + address.pathname, "https://login.example/t/oauth2/v2.0/authorize");
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    client_id: "c",
    response_type: "code",
    response_mode: "query",
    redirect_uri: "https://app/",
    scope: "api://a/.default offline_access",
    state: "s&t",
    code_challenge: "h",
    code_challenge_method: "S256",
  });
});

test("an address is an answer only if it has a state, and a code or an error", () => {
  assert.deepEqual(readReturned("?code=c&state=s&session_state=x"), { state: "s", code: "c", error: "" });
  assert.deepEqual(readReturned("?error=access_denied&state=s"), {
    state: "s",
    code: "",
    error: "access_denied",
  });
  for (const search of ["", "?code=c", "?state=s", "?x=1"]) assert.equal(readReturned(search), null);
});

test("an answer counts only in the tab that has asked", () => {
  assert.equal(checkReturned({ state: "s", code: "c", error: "" }, BEGUN), BEGUN);
  for (const [state, begun] of [
    ["other", BEGUN],
    ["", BEGUN],
    ["s", null],
  ] as const)
    assert.throws(() => checkReturned({ state, code: "c", error: "" }, begun), /not begun in this tab/);
});

test("a refusal of the authority is told", () => {
  assert.throws(
    () => checkReturned({ state: "s", code: "", error: "access_denied" }, BEGUN),
    /access_denied/,
  );
  assert.throws(() => checkReturned({ state: "s", code: "", error: "" }, BEGUN), SignInFailed);
});

test("what was kept is read, and rubbish is nothing", () => {
  assert.deepEqual(readBegun(JSON.stringify(BEGUN)), BEGUN);
  for (const kept of [
    null,
    "",
    "x",
    "null",
    "[]",
    "7",
    '{"state":1}',
    '{"state":"","verifier":"","hash":""}',
  ])
    assert.equal(readBegun(kept), null);
});

test("tokens are read with their end; a refresh token stays until another comes", () => {
  const first = readTokens({ access_token: "a", refresh_token: "r", expires_in: 3600 }, 1000);
  const second = readTokens({ access_token: "b", expires_in: "60" }, 2000, first);

  assert.deepEqual(first, { access: "a", refresh: "r", ends: 3_601_000 });
  assert.deepEqual(second, { access: "b", refresh: "r", ends: 62_000 });
  assert.ok(!isEnding(first, 3_541_000));
  assert.ok(isEnding(first, 3_541_001));
});

test("an answer without a token is a failure that says why", () => {
  assert.throws(() => readTokens({ error: "invalid_grant" }, 0), /invalid_grant/);
  for (const answer of [null, "x", 7, {}, { access_token: "a" }, { access_token: "", expires_in: 1 }])
    assert.throws(() => readTokens(answer, 0), SignInFailed);
});

test("an identity is shown by the name that it goes by, a key by its own", () => {
  assert.equal(shownName(`oid:${ID} (ada@contoso.example)`), "ada@contoso.example");
  assert.equal(shownName(`app:${ID}`), `app:${ID}`);
  for (const name of ["ops", "ops (night)", "this machine"]) assert.equal(shownName(name), name);
});
