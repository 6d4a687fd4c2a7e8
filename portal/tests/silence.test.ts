import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { deleteJob, previewRuns, readJob, runJob, tryJobPut } from "../src/api/operations";
import { runByHand } from "../src/pages/job/run-by-hand";
import { key } from "../src/state/session";

const JOB = { subscription: "s", group: "g", collection: "c", job: "j" };
const RUN = "It may have run all the same: look before you try again.";
const CHANGE = "It may have made the change all the same: look before you try again.";

let asked: string[] = [];

/** Let the app answer each call by its method; null is silence. */
function answering(answerOf: (method: string) => Response | null | Promise<never>) {
  mock.method(globalThis, "fetch", async (_: string, { method }: RequestInit) => {
    asked.push(method!);
    const answer = await answerOf(method!);
    if (answer === null) throw new TypeError("Failed to fetch");
    return answer;
  });
}

beforeEach(() => (asked = []));
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
  key.value = null;
});

const CALLS = [
  ["a run", () => runJob(JOB, {}), RUN],
  ["a deletion", () => deleteJob(JOB), CHANGE],
  ["a trial", () => tryJobPut(JOB, {}), ""],
  ["a preview", () => previewRuns("s", {}), ""],
  ["a read", () => readJob(JOB), ""],
] as const;

for (const [what, make, perhaps] of CALLS) {
  const says = (error: Error) =>
    perhaps ? error.message.endsWith(perhaps) : !error.message.includes("may have");

  test(`${what} that gets no answer ${perhaps ? "says what it may have done" : "has done nothing"}`, async () => {
    answering(() => null);
    await assert.rejects(make, says);
  });

  test(`${what} that a gateway answers ${perhaps ? "says what it may have done" : "has done nothing"}`, async () => {
    answering(() => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await assert.rejects(make, says);
  });

  test(`${what} that is given up ${perhaps ? "says what it may have done" : "has done nothing"}`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    answering(() => new Promise<never>(() => {}));
    const made = assert.rejects(make, says);
    mock.timers.tick(60_000);
    await made;
  });
}

test("a run before which the app is silent is not sent, and says so", async () => {
  answering(() => null);
  const ready = () => readJob(JOB).then(() => undefined);

  await assert.rejects(runByHand(JOB, {}, {}, ready), { message: /\. Nothing was sent\.$/ });
  assert.deepEqual(asked, ["GET"]);
});

test("a run that the app does not answer may have run", async () => {
  answering((method) => (method === "GET" ? new Response("{}") : null));
  const ready = () => readJob(JOB).then(() => undefined);

  await assert.rejects(runByHand(JOB, {}, {}, ready), (error: Error) => error.message.endsWith(RUN));
  assert.deepEqual(asked, ["GET", "POST"]);
});

for (const [given, said, expected] of [
  ["x", "The key is missing or wrong; send it as x-functions-key, as code.", "This key is not valid."],
  ["x", "The key or token is missing or wrong; send a key as x-functions-key.", "This key is not valid."],
  ["x", "No keys are configured. Set SCHEDULER_KEYS.", "No keys are configured. Set SCHEDULER_KEYS."],
  [null, "The key is missing or wrong; send it.", "The key is missing or wrong; send it."],
] as const)
  test(`${given ? "a key" : "no key"} that is refused with “${said}”`, async () => {
    key.value = given;
    const error = { code: "AuthenticationFailed", message: said };
    answering(() => new Response(JSON.stringify({ error }), { status: 401 }));

    await assert.rejects(readJob(JOB), { message: expected });
  });
