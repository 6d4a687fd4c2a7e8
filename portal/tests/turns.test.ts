import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/api/error";
import { inTurn, withinApp } from "../src/api/turns";

const LISTS = "/subscriptions/s/providers/Microsoft.Scheduler";

/** Calls that are answered by hand; `begun` are the paths in the order in which they were asked. */
function byHand() {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const ask = (method: string, path: string, fails = false) =>
    inTurn(method, path, () => {
      begun.push(path);
      return new Promise<string>((resolve, reject) => {
        answers.push(() => (fails ? reject(new Error(path)) : resolve(path)));
      });
    });
  return { begun, answers, ask };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("reads over all jobs are asked one after another, also behind one that fails", async () => {
  const { begun, answers, ask } = byHand();

  const first = ask("GET", `${LISTS}/jobs?api-version=2026-11-01`, true);
  const second = ask("GET", `${LISTS}/upcomingRuns`);
  await settled();
  assert.deepEqual(begun, [`${LISTS}/jobs?api-version=2026-11-01`]);

  answers[0]!();
  await assert.rejects(first);
  await settled();
  assert.deepEqual(begun.slice(1), [`${LISTS}/upcomingRuns`]);
  answers[1]!();
  assert.equal(await second, `${LISTS}/upcomingRuns`);
});

test("everything else is asked at once", async () => {
  const { begun, answers, ask } = byHand();
  const job = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs";
  const others: [string, string][] = [
    ["GET", job],
    ["GET", `${job}/j/upcomingRuns`],
    ["POST", `${LISTS}/previewRuns`],
    ["GET", `${LISTS}/jobCollections`],
    ["GET", "/status"],
  ];

  const asked = [ask("GET", `${LISTS}/audit`), ...others.map(([method, path]) => ask(method, path))];
  await settled();

  assert.equal(begun.length, 6);
  answers.forEach((answer) => answer());
  await Promise.all(asked);
});

test("a read that finds no turn is made again when the app says, until nobody waits for it", async () => {
  const busy = (seconds: number) => new ApiError(503, "ServerBusy", "Try again.", [], "", seconds);
  const gone = new AbortController();
  const outcomes = [busy(0.001), busy(0.001), "read"];
  const make = async () => {
    const outcome = outcomes.shift()!;
    if (typeof outcome === "string") return outcome;
    throw outcome;
  };

  assert.equal(await inTurn("GET", `${LISTS}/jobs`, make, gone.signal), "read");
  outcomes.push(busy(0));
  await assert.rejects(inTurn("GET", `${LISTS}/jobs`, make, gone.signal), /Try again/);
  outcomes.push(busy(0.001), "read by nobody");
  gone.abort();
  await assert.rejects(inTurn("GET", `${LISTS}/jobs`, make, gone.signal), /abort/i);
  assert.equal(outcomes.length, 1);
});

test("the next page is asked of this app alone", () => {
  const page = `${LISTS}/jobs?api-version=2026-11-01&behind=WzBd`;

  assert.equal(withinApp(page), page);
  assert.equal(withinApp(`https://app.example${page}`), page);
  assert.equal(withinApp(`https://evil.example${page}`), page);
  for (const foreign of [
    "https://app.example//evil.example/x",
    "//evil.example/x",
    "javascript:alert(1)",
    "/x",
  ])
    assert.throws(() => withinApp(foreign), /none of its own/);
});
