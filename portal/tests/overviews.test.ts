import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryEntry } from "../src/api/types";
import { calendarOf, linesOf } from "../src/pages/collection/calendar-text";
import { matches } from "../src/pages/lists/filters";
import { stepsFor } from "../src/pages/moving-in-page";
import { byJob } from "../src/pages/today/failing";
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
