import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trial } from "../src/api/types";
import { patchOf } from "../src/pages/jobs/mass-change/change";
import {
  inReadingOrder,
  judged,
  refused,
  shiftInWords,
  toChange,
} from "../src/pages/jobs/mass-change/judgement";
import { runAll, tallied, type Ended } from "../src/pages/jobs/mass-change/runner";
import { rowOf } from "../src/state/jobs";

const ROW = rowOf({
  id: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j",
  type: "",
  name: "c/j",
  etag: "1",
  properties: {
    state: "enabled",
    timeZone: "UTC",
    collectionState: "Enabled",
    target: { type: "Https", target: "" },
  },
});

function aTrial(changes: Trial["changes"], before: string[] = [], after: string[] = []): Trial {
  return {
    dryRun: true,
    operation: "patch",
    exists: true,
    existsAfter: true,
    etag: "e1",
    changes,
    nextRuns: { before, after },
  };
}

test("a trial says what changes, the next run before and after, and which state it saw", () => {
  const trial = aTrial(
    [{ path: "properties.timeZone", before: "UTC", after: "Asia/Tokyo" }],
    ["2026-11-19T08:00:00Z"],
  );

  assert.deepEqual(judged(ROW, { operation: "zone", zone: "Asia/Tokyo" }, trial), {
    row: ROW,
    verdict: "changes",
    words: "timeZone: UTC → Asia/Tokyo",
    before: "2026-11-19T08:00:00Z",
    after: null,
    etag: "e1",
  });
});

test("only what changes is changed; what is refused is read first, what stays last", () => {
  const same = judged(ROW, { operation: "enable" }, aTrial([]));
  const change = judged(ROW, { operation: "run", pause: {} }, null);
  const no = refused(ROW, "it is completed");

  assert.deepEqual(
    inReadingOrder([same, change, no]).map(({ verdict }) => verdict),
    ["refused", "changes", "same"],
  );
  assert.deepEqual(toChange([same, change, no]), [change]);
});

test("how far a run moves is said in words", () => {
  assert.equal(shiftInWords("2026-11-19T01:30:00Z", "2026-11-18T17:30:00Z"), "8 h earlier");
  assert.equal(shiftInWords("2026-11-19T01:30:00Z", "2026-11-19T01:34:27Z"), "4 min 27 s later");
});

test("no spread and no zone are said with null", () => {
  assert.deepEqual(patchOf({ operation: "spread", spread: "00:10:00" }), {
    properties: { spread: "00:10:00" },
  });
  assert.deepEqual(patchOf({ operation: "spread", spread: null }), { properties: { spread: null } });
  assert.deepEqual(patchOf({ operation: "zone", zone: null }), { properties: { timeZone: null } });
});

test("calls are made a few at a time, each once, in order", async () => {
  const begun: number[] = [];
  let [underWay, most] = [0, 0];
  const call = async (item: number) => {
    begun.push(item);
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay -= 1;
    return item * 2;
  };
  const ends: Ended<number, number>[] = [];

  const left = await runAll([1, 2, 3, 4, 5, 6, 7], call, (end) => ends.push(end), { asked: false }, 3);

  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 3);
  assert.equal(ends.length, 7);
  assert.deepEqual(left, []);
});

test("a stop finishes what is under way and names what was not begun", async () => {
  const stop = { asked: false };
  const ends: Ended<number, number>[] = [];
  const call = async (item: number) => {
    if (item === 2) stop.asked = true;
    return item;
  };

  const left = await runAll([1, 2, 3, 4, 5], call, (end) => ends.push(end), stop, 2);

  assert.deepEqual(
    ends.map(({ item }) => item),
    [1, 2],
  );
  assert.deepEqual(left, [3, 4, 5]);
});

test("a call that fails stops no other, and is told with its reason", async () => {
  const ends: Ended<string, string>[] = [];
  const call = async (item: string) => {
    if (item === "b") throw new Error("somebody has changed it");
    return item;
  };

  const tally = tallied(
    ends,
    await runAll(["a", "b", "c"], call, (end) => ends.push(end), { asked: false }, 1),
  );

  assert.deepEqual(tally.done, ["a", "c"]);
  assert.deepEqual(tally.failed, [{ item: "b", error: new Error("somebody has changed it") }]);
  assert.deepEqual(tally.left, []);
});
