import assert from "node:assert/strict";
import { test } from "node:test";
import type { OccurrenceFacts } from "../src/api/types";
import { wordsOfOccurrence } from "../src/pages/job/occurrence-words";
import { linesAround, spanChoices, spanOf } from "../src/pages/job/spans";

const clock = (at: string) => at.slice(11, 16);

const attempt = (number: number, startTime: string, action: "MainAction" | "ErrorAction" = "MainAction") =>
  ({ id: `/h/${number}`, action, attempt: number, startTime, endTime: startTime, status: "Failed" }) as const;

const occurrence = (
  outcome: OccurrenceFacts["outcome"],
  more: Partial<OccurrenceFacts> = {},
): OccurrenceFacts => ({
  at: "2026-03-02T09:01:00Z",
  local: "2026-03-02T09:01:00+00:00",
  outcome,
  ...more,
});

test("what became of an occurrence is said as the app says it", () => {
  const once = [attempt(0, "2026-03-02T09:01:00Z")];
  const twice = [
    ...once,
    attempt(1, "2026-03-02T09:02:00Z"),
    attempt(0, "2026-03-02T09:02:01Z", "ErrorAction"),
  ];
  const off = { who: "ops", since: "2026-03-02T09:00:30Z" };
  const facts: [OccurrenceFacts, string][] = [
    [occurrence("ran", { attempts: once }), "Ran at 09:01."],
    [occurrence("ran", { attempts: once, kind: "runNow" }), "Somebody asked for it, and it ran at 09:01."],
    [occurrence("ran", { attempts: twice }), "Ran at 09:01, after 2 tries."],
    [occurrence("late", { attempts: [attempt(0, "2026-03-02T09:04:30Z")] }), "Ran late, at 09:04."],
    [occurrence("faulted", { attempts: twice }), "Failed, after 2 tries."],
    [
      occurrence("failed", { reason: "a change of the job took its retries away" }),
      "Failed, and a change of the job took its retries away.",
    ],
    [occurrence("running"), "Is running now."],
    [
      occurrence("waiting", { reason: "for retry 1", until: "2026-03-02T09:03:20Z" }),
      "Waits for retry 1, at 09:03.",
    ],
    [occurrence("waiting"), "Waits to be started."],
    [
      occurrence("collapsed", { into: "2026-03-02T09:00:00Z" }),
      "Missed; the one of 09:00 ran late, and stands for it.",
    ],
    [occurrence("skipped", { reason: "overlap" }), "Skipped, because an earlier run was still open."],
    [occurrence("skipped", { reason: "tooLate" }), "Skipped, because it would have come too late."],
    [
      occurrence("skipped", { reason: "limit" }),
      "Skipped, because too many were missed to make up for all of them.",
    ],
    [
      occurrence("disabled", { ...off, note: "the target moves" }),
      "The job was disabled by ops, 09:00: “the target moves”.",
    ],
    [
      occurrence("disabled", { ...off, until: "2026-03-02T12:00:00Z" }),
      "The job was disabled by ops, 09:00, until 12:00.",
    ],
    [occurrence("disabled"), "The job was disabled."],
    [occurrence("collectionDisabled", { note: "holidays" }), "The collection was disabled: “holidays”."],
    [
      occurrence("excluded", {
        reason: "2026-03-03 is excluded by calendar 'holidays'; its runs are skipped.",
      }),
      "2026-03-03 is excluded by calendar 'holidays'; its runs are skipped.",
    ],
    [occurrence("superseded", off), "The job was changed before it could run by ops, 09:00."],
    [occurrence("ended"), "The job was over: it had made all its runs, or was finished."],
    [occurrence("upcoming"), ""],
    [occurrence("upcoming", { due: "2026-03-02T09:05:00Z" }), "Put off a little by its spread, to 09:05."],
    [
      occurrence("upcoming", { note: "02:30 occurs twice; this is the first" }),
      "02:30 occurs twice; this is the first",
    ],
    [
      occurrence("unknown", { reason: "nobody noted what the job was then" }),
      "Not known: nobody noted what the job was then.",
    ],
    [
      occurrence("unexplained"),
      "Nothing tells why it did not run. That is a fault of this app; please report it.",
    ],
  ];
  for (const [one, words] of facts) assert.equal(wordsOfOccurrence(one, clock), words);
});

test("what is to come is not told as if it were over", () => {
  const off = occurrence("collectionDisabled", { until: "2026-03-02T12:00:00Z" });

  assert.equal(wordsOfOccurrence(off, clock, true), "The collection is disabled, until 12:00.");
});

test("a span is counted by the job's clocks", () => {
  const now = Date.parse("2026-11-18T23:30:00Z"); // already the 19th in Berlin
  const facts: [choice: string, from: string, to: string][] = [
    ["", "2026-11-17T23:30:00Z", "2026-11-19T23:30:00Z"],
    ["today", "2026-11-18T23:00:00Z", "2026-11-19T23:00:00Z"],
    ["yesterday", "2026-11-17T23:00:00Z", "2026-11-18T23:00:00Z"],
    ["last7", "2026-11-11T23:30:00Z", "2026-11-18T23:30:00Z"],
    ["next7", "2026-11-18T23:30:00Z", "2026-11-25T23:30:00Z"],
    ["custom", "2026-11-01T08:00:00Z", "2026-11-01T09:00:00Z"],
  ];
  const typed = { from: "2026-11-01T09:00", to: "2026-11-01T10:00" };
  for (const [choice, from, to] of facts)
    assert.deepEqual(spanOf(choice, typed, now, "Europe/Berlin"), { from, to });
});

test("a day on which the clocks change has its own length", () => {
  const now = Date.parse("2026-10-25T12:00:00Z");

  assert.deepEqual(spanOf("today", {}, now, "Europe/Berlin"), {
    from: "2026-10-24T22:00:00Z",
    to: "2026-10-25T23:00:00Z",
  });
});

test("a span that is typed half, or ends before it begins, is none", () => {
  const typed: { from?: string; to?: string }[] = [
    {},
    { from: "2026-11-01T09:00" },
    { from: "2026-11-01T09:00", to: "2026-11-01T09:00" },
  ];
  for (const one of typed) assert.equal(spanOf("custom", one, 0, "UTC"), null);
});

test("of many lines those around now are drawn", () => {
  assert.deepEqual(linesAround(1440, 2880, 5, 60), { first: 1435, last: 1500 });
  assert.deepEqual(linesAround(2, 10, 5, 60), { first: 0, last: 10 });
  assert.deepEqual(linesAround(0, 100, 5, 60), { first: 0, last: 60 });
});

test("the day of a job is called today only where the reader has the same", () => {
  const now = Date.parse("2026-11-18T23:30:00Z");
  const days = (zone: string, reader: string) =>
    spanChoices(now, zone, reader)
      .slice(1, 3)
      .map(([, label]) => label);

  assert.deepEqual(days("UTC", "UTC"), ["yesterday", "today"]);
  assert.deepEqual(days("UTC", "America/New_York"), ["yesterday", "today"]);
  assert.deepEqual(days("UTC", "Europe/Berlin"), ["Tue 17 Nov", "Wed 18 Nov"]);
  assert.deepEqual(days("Europe/Berlin", "UTC"), ["Wed 18 Nov", "Thu 19 Nov"]);
});
