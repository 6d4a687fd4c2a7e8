import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryEntry } from "../src/api/types";
import { calendarOf, linesOf } from "../src/pages/collection/calendar-text";
import { deletedWith } from "../src/pages/collection/questions";
import { matches } from "../src/pages/lists/filters";
import { searchInWords } from "../src/pages/lists/list-page";
import { stepsFor } from "../src/pages/moving-in-page";
import { byJob } from "../src/pages/today/failing";
import { failingAsOf } from "../src/pages/today/health-line";
import { drawn, heightOf } from "../src/parts/runs-drawn";
import { windowOf } from "../src/parts/window";

const entry = (job: string, at: string) =>
  ({ id: `/jobs/${job}/history/${at}`, name: `c/${job}/${at}` }) as HistoryEntry;

test("failures are put together by job, the newest first", () => {
  const failing = byJob([entry("b", "3"), entry("a", "2"), entry("b", "1")]);

  assert.deepEqual(
    failing.map(({ id, count, last }) => [id, count, last.name]),
    [
      ["/jobs/b", 2, "c/b/3"],
      ["/jobs/a", 1, "c/a/2"],
    ],
  );
});

test("failing jobs are told as of the count only while none of them has failed since", () => {
  const at = "2026-11-18T20:22:30Z";
  const counted = (count: number, ...faults: (string | null)[]) =>
    failingAsOf({
      at,
      byState: { enabled: 1, disabled: 0, completed: 0, faulted: 0 },
      byLastOutcome: { completed: 0, retried: 0, faulted: 1, none: 0 },
      failing: {
        count,
        shown: faults.map((lastFault) => ({
          job: "",
          state: "enabled" as const,
          faultsInARow: 1,
          since: null,
          lastFault,
        })),
      },
    });

  assert.equal(counted(0), null);
  assert.equal(counted(2, "2026-11-18T20:00:00Z", null), at);
  assert.equal(counted(2, "2026-11-18T20:00:00Z", "2026-11-18T20:30:00Z"), null);
});

test("what a search found is said in whole sentences", () => {
  assert.equal(searchInWords(0, "57 failures", false), "None of 57 failures matches");
  assert.equal(searchInWords(1, "100 failures", true), "1 of the 100 failures loaded matches");
  assert.equal(searchInWords(1_200, "2,000 changes", false), "1,200 of 2,000 changes match");
});

test("what is deleted with a collection is said for none, one and many jobs", () => {
  assert.equal(deletedWith(0), "It has no jobs.");
  assert.equal(deletedWith(1), "Its 1 job and the job's history are deleted too.");
  assert.equal(deletedWith(3), "Its 3 jobs and their histories are deleted too.");
  assert.match(deletedWith(null), /still being counted/);
});

test("a bar stands where its minute is, and a single run can be seen beside a herd", () => {
  const crowds = {
    from: "2026-11-18T00:00:00Z",
    until: "2026-11-19T00:00:00Z",
    buckets: [
      { at: "2026-11-18T06:00:00Z", runs: 400 },
      { at: "2026-11-18T12:00:00Z", runs: 1 },
    ],
  };

  const picture = drawn(crowds, 60, "UTC");

  assert.equal(picture.bars, "M360.0 100v-100.0h1.5v100.0zM720.0 100v-5.0h1.5v5.0z");
  assert.deepEqual([picture.total, picture.highest], [401, 400]);
  assert.deepEqual(picture.hours.map(({ x, label }) => `${label}@${x}`).slice(0, 3), [
    "00:00@0",
    "03:00@180",
    "06:00@360",
  ]);
  assert.equal(heightOf(0, 400), 0);
});

test("of a long list only what is seen is drawn, and a little more", () => {
  assert.deepEqual(windowOf(10_000, 40, 100, 900), { first: 0, last: 32 });
  assert.deepEqual(windowOf(10_000, 40, -40_000, 900), { first: 988, last: 1035 });
  assert.deepEqual(windowOf(10, 40, -40_000, 900), { first: 10, last: 10 });
});

test("a calendar is typed in lines", () => {
  const calendar = calendarOf("2026-12-24\n--12-25, --12-26\n\n2026-12-27 .. 2027-01-01\n");

  assert.deepEqual(calendar, {
    dates: ["2026-12-24", "--12-25", "--12-26"],
    ranges: [{ from: "2026-12-27", to: "2027-01-01" }],
  });
  assert.equal(linesOf(calendar), "2026-12-24\n--12-25\n--12-26\n2026-12-27 .. 2027-01-01");
});

test("a filter wants all its words, in any order and case", () => {
  assert.ok(matches("Finance/Nightly-Close", "close fin"));
  assert.ok(matches("anything", undefined));
  assert.ok(!matches("finance/nightly", "close"));
});

test("the commands to paste name this app, and the key only where one is needed", () => {
  const commands = stepsFor("https://app.example", true, "prod").flatMap((step) => step.commands);

  assert.equal(commands[0], "read -rs SCHEDULER_KEY && export SCHEDULER_KEY");
  assert.equal(
    commands[1],
    "python3 dev.py import exports/ --to https://app.example --dry-run --report plan.html",
  );
  assert.ok(
    !stepsFor("http://127.0.0.1:7071", false, "local").some((step) => step.commands.join().includes("KEY")),
  );
});
