import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { HistoryEntry, Job } from "../src/api/types";
import { answerOf, entryIn, kindOf, latenessOf } from "../src/words/attempts";
import { lastRunIn, paceOf, type JobFacts } from "../src/pages/job/job-facts";
import { spanBehind } from "../src/pages/job/runs-to-come";
import { bodyOf, curlOf, quoted } from "../src/pages/job/shell-lines";

type Attempt = HistoryEntry["properties"];

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  repeatCount: 1,
  retryCount: 0,
  expectedExecutionTime: "2026-11-18T09:00:00Z",
  startTime: "2026-11-18T09:00:00Z",
  endTime: "2026-11-18T09:00:01Z",
  status: "Completed",
  message: "",
  actionName: "MainAction",
  ...more,
});

const job = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): Job =>
  ({
    id: "/id",
    name: "c/j",
    type: "t",
    etag: "e",
    properties: { state: "enabled", action: { type: "Http" }, ...properties },
    ...more,
  }) as unknown as Job;

test("an attempt is named by who asked for it and which one it is", () => {
  const facts: [Partial<Attempt>, string][] = [
    [{}, "scheduled"],
    [{ kind: "scheduled", retryCount: 2 }, "retry 2"],
    [{ kind: "runNow" }, "by hand"],
    [{ kind: "runNow", retryCount: 1 }, "by hand, retry 1"],
    [{ actionName: "ErrorAction" }, "error action"],
    [{ actionName: "ErrorAction", retryCount: 1 }, "error action, retry 1"],
  ];
  for (const [more, words] of facts) assert.equal(kindOf(attempt(more)), words);
});

test("lateness is counted from when the attempt itself was due", () => {
  assert.equal(
    latenessOf(attempt({ startTime: "2026-11-18T09:00:15.500Z", dueTime: "2026-11-18T09:00:15Z" })),
    0.5,
  );
  assert.equal(latenessOf(attempt({ startTime: "2026-11-18T09:02:00Z" })), 120);
  assert.equal(latenessOf(attempt({ startTime: "2026-11-18T08:59:59Z" })), 0);
});

test("attempts of one run are together; a job that began anew counts its runs again", () => {
  const entries = (...all: Partial<Attempt>[]) =>
    all.map(
      (more, place) =>
        ({ id: "", type: "", name: `c/j/${place}`, properties: attempt(more) }) as HistoryEntry,
    );
  const namesOf = (attempts: HistoryEntry[]) => lastRunIn(attempts).map(({ name }) => entryIn(name));
  const earlier = { expectedExecutionTime: "2026-11-17T09:00:00Z" };
  const others: Partial<Attempt>[] = [
    earlier,
    { revision: "before" },
    { repeatCount: 2 },
    { kind: "runNow" },
  ];

  for (const other of others)
    assert.deepEqual(namesOf(entries({}, other, { ...other, retryCount: 1 })), ["0"]);
  assert.deepEqual(namesOf(entries({ retryCount: 1 }, {}, earlier)), ["1", "0"]);
  assert.deepEqual(namesOf([]), []);
});

test("an answer is told in a line without its headers", () => {
  const http =
    "Http Action - Response from host 'a': 'ServiceUnavailable' Response Headers: Server: x\r\nDate: y\r\n Body: \n<b>down</b>\nmore";
  const facts: [message: string, gist: string][] = [
    [http, "ServiceUnavailable – <b>down</b>"],
    ["Http Action - Response from host 'a': 'OK' Response Headers: Server: x\r\n Body: ", "OK"],
    ["no such host\nat all", "no such host"],
    ["", ""],
  ];
  for (const [message, gist] of facts) assert.deepEqual(answerOf(message), { gist, whole: message });
});

test("a long answer is cut in the row, and kept whole below it", () => {
  const { gist, whole } = answerOf("x".repeat(5_000));

  assert.equal(gist.length, 161);
  assert.equal(whole.length, 5_000);
});

test("an entry is known by the last part of its id", () => {
  assert.equal(entryIn("/subscriptions/s/jobs/j/history/025:0100"), "025:0100");
  assert.equal(entryIn("c/j/025:0100"), "025:0100");
});

test("the last run is the newest one of the job's own action, with its retries", () => {
  const entry = (name: string, more: Partial<Attempt>) =>
    ({ name, properties: attempt(more) }) as HistoryEntry;
  const newestFirst = [
    entry("error", { repeatCount: 7, actionName: "ErrorAction" }),
    entry("retry", { repeatCount: 7, retryCount: 1 }),
    entry("first", { repeatCount: 7 }),
    entry("earlier", { repeatCount: 6 }),
  ];

  assert.deepEqual(
    lastRunIn(newestFirst).map(({ name }) => name),
    ["first", "retry"],
  );
  assert.deepEqual(lastRunIn([]), []);
});

test("the page looks often while a run is near or has just come", () => {
  const now = Date.parse("2026-11-18T09:00:00Z");
  const next = (at: string, state = "Enabled") =>
    ({
      job: job({ status: { nextExecutionTime: at } }),
      collection: { properties: { state } },
      coming: { sentence: "", runs: [{ at, local: at }] },
    }) as JobFacts;

  assert.equal(paceOf(next("2026-11-18T09:00:10Z"), now), 2);
  assert.equal(paceOf(next("2026-11-18T08:59:50Z"), now), 2);
  assert.equal(paceOf(next("2026-11-18T08:00:00Z"), now), 10);
  assert.equal(paceOf(next("2026-11-18T09:05:00Z"), now), 10);
  assert.equal(paceOf(next("2026-11-18T09:00:10Z", "Disabled"), now), 10);
  assert.equal(paceOf(null, now), 10);
});

test("later runs are looked for where they will lie, and not beyond a year", () => {
  const now = Date.parse("2026-11-18T09:00:00Z");
  const run = (at: string) => ({ at, local: at });
  const minutes = [run("2026-11-18T09:01:00Z"), run("2026-11-18T09:03:00Z")];

  assert.deepEqual(spanBehind(minutes, 4, now), { from: "2026-11-18T09:03:01Z", to: "2026-11-18T09:07:00Z" });
  assert.equal(spanBehind([run("2027-01-01T00:00:00Z"), run("2030-01-01T00:00:00Z")], 4, now), null);
});

test("a body can be sent again: what only the app says is left out", () => {
  const known = job(
    {
      state: "disabled",
      disabled: { note: "n", by: "ops", since: "2026-11-18T09:00:00Z" },
      status: {},
      recent: "c",
      effective: {},
      overlap: "skip",
    },
    { tags: { team: "a" } },
  );

  assert.deepEqual(bodyOf(known), {
    tags: { team: "a" },
    properties: { state: "disabled", action: { type: "Http" }, overlap: "skip", disabled: { note: "n" } },
  });
  assert.deepEqual(bodyOf(job({ state: "faulted" })), { properties: { action: { type: "Http" } } });
});

test("a shell reads a quoted text as it is", () => {
  const texts = ["plain", "it's", "''", "a\nb", '$KEY `ls` "x" \\ !', "--data '@/etc/passwd'", ""];
  for (const text of texts)
    assert.equal(execFileSync("sh", ["-c", `printf %s ${quoted(text)}`], { encoding: "utf8" }), text);
});

test("a curl line names the key's variable, and quotes address and body", () => {
  const line = curlOf("PUT", "https://a/jobs/j", { properties: { description: "it's\nhere" } });

  assert.equal(
    line,
    [
      `curl -X PUT 'https://a/jobs/j?api-version=2026-11-01'`,
      `-H "x-functions-key: $KEY"`,
      `-H 'Content-Type: application/json'`,
      `--data-raw '{\n  "properties": {\n    "description": "it'\\''s\\nhere"\n  }\n}'`,
    ].join(" \\\n  "),
  );
});
