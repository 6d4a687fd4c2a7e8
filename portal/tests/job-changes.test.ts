import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf, olderOf, untoldIn, type Noted } from "../src/pages/job/diff";

const record = (operation: Noted["operation"], more: Record<string, unknown> = {}): Noted =>
  ({ at: "2026-11-18T09:00:00Z", who: "ops", operation, target: "/job", ...more }) as Noted;

const action = { type: "Http", target: "http://a/" };
const daily = { recurrence: { frequency: "day", interval: 1, schedule: { hours: [9] } }, overlap: "skip" };

test("a record is compared with the one before it, field by field", () => {
  const older = record("put", { definition: daily, state: "enabled", action });
  const newer = record("patch", {
    definition: {
      recurrence: { frequency: "day", interval: 1, schedule: { hours: [9, 17] } },
      timeZone: "Europe/Berlin",
    },
    state: "disabled",
    disabled: { note: "moving", by: "ops", since: "2026-11-18T09:00:00Z" },
    action: { type: "Http", target: "http://b/" },
  });

  assert.deepEqual(differencesOf(newer, older), [
    { path: "recurrence.schedule.hours", before: "[9]", after: "[9,17]" },
    { path: "overlap", before: "skip" },
    { path: "action.target", before: "http://a/", after: "http://b/" },
    { path: "state", before: "enabled", after: "disabled" },
    { path: "timeZone", after: "Europe/Berlin" },
    { path: "disabled.note", after: "moving" },
  ]);
});

test("an error action that is taken away is a difference", () => {
  const older = record("put", {
    action,
    definition: daily,
    errorAction: { type: "Https", target: "https://a/" },
  });

  const paths = differencesOf(record("put", { action, definition: daily }), older).map(({ path, after }) => [
    path,
    after,
  ]);

  assert.deepEqual(paths, [
    ["errorAction.type", undefined],
    ["errorAction.target", undefined],
  ]);
});

test("a record that is not whole takes nothing away", () => {
  const older = record("put", { action, definition: daily, state: "enabled" });

  assert.deepEqual(differencesOf(record("delete"), older), []);
  assert.deepEqual(differencesOf(record("finish", { state: "completed" }), older), [
    { path: "state", before: "enabled", after: "completed" },
  ]);
});

test("the first record sets everything", () => {
  assert.deepEqual(differencesOf(record("put", { action }), undefined), [
    { path: "action.type", after: "Http" },
    { path: "action.target", after: "http://a/" },
  ]);
});

test("the record to compare with is the next older one that is whole", () => {
  const [newest, run, put] = [
    record("patch", { action }),
    record("run"),
    record("put", { action, state: "enabled" }),
  ];

  assert.deepEqual(olderOf([newest, run, put], 0), put);
  assert.equal(olderOf([newest, run, put], 2), undefined);
});

test("a job that is begun anew after its end changes its state", () => {
  const records = [
    record("put", { action, state: "enabled" }),
    record("finish", { state: "completed" }),
    record("put", { action, state: "enabled" }),
  ];

  assert.deepEqual(differencesOf(records[0]!, olderOf(records, 0)), [
    { path: "state", before: "completed", after: "enabled" },
  ]);
});

test("of what is not told, what was kept is left out", () => {
  const fields = {
    "action.request.body": "kept",
    "action.request.headers.x-token": "changed",
    description: "removed",
  };

  assert.deepEqual(untoldIn(record("patch", { fields })), [
    ["action.request.headers.x-token", "changed"],
    ["description", "removed"],
  ]);
});
