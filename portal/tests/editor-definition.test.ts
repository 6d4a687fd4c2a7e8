import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf, secretKept, withKind, withUri } from "../src/pages/editor/definition/actions";
import { copyOf, definitionOf, hasSecrets, newDefinition } from "../src/pages/editor/definition/beginnings";
import { differencesOf, takenApart } from "../src/pages/editor/definition/differences";
import { readMoment, writeMoment } from "../src/pages/editor/definition/moments";
import { toggled, valueAt, withValue } from "../src/pages/editor/definition/paths";
import {
  howOften,
  PRESETS,
  withHowOften,
  withLocalStart,
  withPreset,
} from "../src/pages/editor/definition/schedules";
import { timesAlsoMeant, timesOf, toggledTime, withTimes } from "../src/pages/editor/definition/times-of-day";
import {
  monthDaysShown,
  monthDaysTyped,
  numbersTyped,
  numberTyped,
  spanShown,
  spanTyped,
} from "../src/pages/editor/definition/typed";
import { zoneInForce } from "../src/pages/editor/definition/zones";
import { named } from "../src/parts/fields";
import type { JsonObject } from "../src/api/types";

const BERLIN = { now: Date.parse("2026-11-18T23:30:00Z"), zone: "Europe/Berlin" };

test("a value changes at its path, and everything else stays", () => {
  const before = { tags: { a: "b" }, properties: { recurrence: { frequency: "day", unknown: 7 } } };

  const after = withValue(before, "properties.recurrence.interval", 2);

  assert.deepEqual(after, {
    tags: { a: "b" },
    properties: { recurrence: { frequency: "day", unknown: 7, interval: 2 } },
  });
  assert.deepEqual(before.properties.recurrence, { frequency: "day", unknown: 7 });
});

test("a key keeps the case in which it was written", () => {
  const before = { Properties: { StartTime: "x" } };

  assert.equal(valueAt(before, "properties.startTime"), "x");
  assert.deepEqual(withValue(before, "properties.startTime", "y"), { Properties: { StartTime: "y" } });
});

test("an object that becomes empty goes away, but not the properties", () => {
  assert.deepEqual(
    withValue({ properties: { exclude: { dates: ["x"] } } }, "properties.exclude.dates", undefined),
    { properties: {} },
  );
});

test("taking away what is not there changes nothing", () => {
  const before = { properties: { state: "enabled" } };

  assert.deepEqual(withValue(before, "properties.exclude.dates", undefined), before);
});

test("a choice of several keeps their order, and none is no key", () => {
  assert.deepEqual(toggled(["friday"], "monday", ["monday", "friday"]), ["monday", "friday"]);
  assert.equal(toggled(["monday"], "monday"), undefined);
});

for (const [typed, expected] of [
  ["", undefined],
  ["5", 5],
  [" 2.5 ", 2.5],
  ["five", "five"],
] as const)
  test(`the number typed as '${typed}' is ${expected}`, () => assert.equal(numberTyped(typed), expected));

for (const [typed, expected] of [
  ["0, 15 30", [0, 15, 30]],
  ["9-12", [9, 10, 11, 12]],
  ["12-9", ["12-9"]],
  ["1, x", [1, "x"]],
  ["-1", [-1]],
] as const)
  test(`the list typed as '${typed}' is ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(numbersTyped(typed), expected));

test("the last day of a month has a word", () => {
  assert.deepEqual(monthDaysTyped("1, 15, last"), [1, 15, -1]);
  assert.equal(monthDaysShown([1, -1, -2]), "1, last, -2");
});

for (const [typed, expected] of [
  ["10 min", "00:10:00"],
  ["1 h 30 min", "01:30:00"],
  ["2 days", "2.00:00:00"],
  ["00:00:30", "00:00:30"],
  ["PT5M", "PT5M"],
  ["soon", "soon"],
  ["", undefined],
] as const)
  test(`the span typed as '${typed}' is ${expected}`, () => assert.equal(spanTyped(typed), expected));

for (const [written, expected] of [
  ["00:10:00", "10 min"],
  ["1.02:00:00", "1 d 2 h"],
  ["1.02:03:00", "1.02:03:00"],
  ["x", "x"],
] as const)
  test(`the span ${written} is shown as '${expected}'`, () => assert.equal(spanShown(written), expected));

for (const [written, clocks, typed] of [
  ["2026-03-02T09:00:00", "local", "2026-03-02T09:00"],
  ["2026-03-02T09:00:30", "local", "2026-03-02T09:00:30"],
  ["2026-03-02T09:00:00Z", "utc", "2026-03-02T09:00"],
  ["2026-03-02T09:00:00+01:00", "other", "2026-03-02T09:00:00+01:00"],
] as const)
  test(`the moment ${written} is ${clocks}, and stays as it was written`, () => {
    assert.deepEqual(readMoment(written), { clocks, typed });
    assert.equal(writeMoment(readMoment(written)), written);
  });

const timed = (hours: number[], minutes: number[]): JsonObject => ({
  properties: { recurrence: { frequency: "day", schedule: { hours, minutes } } },
});

test("times of day are hours and minutes combined", () => {
  assert.deepEqual(timesOf(timed([9, 17], [0])), ["09:00", "17:00"]);
  assert.equal(timesOf(timed([9], [])), null);
});

test("times that are typed become hours and minutes", () => {
  assert.deepEqual(withTimes(timed([1], [1]), "9, 17:00"), timed([9, 17], [0]));
  assert.equal(withTimes(timed([1], [1]), "noon"), null);
});

test("times that were not typed are told", () => {
  assert.deepEqual(timesAlsoMeant(timed([9, 17], [0, 30]), "09:00 17:30"), ["09:30", "17:00"]);
  assert.deepEqual(timesAlsoMeant(timed([9, 17], [0]), "9:00, 17:00"), []);
});

test("a time is added and taken away", () => {
  assert.deepEqual(toggledTime(timed([9], [0]), "12:00"), timed([9, 12], [0]));
  assert.deepEqual(toggledTime(timed([9, 12], [0]), "09:00"), timed([12], [0]));
});

test("working days at nine begin today, by the reader's clocks", () => {
  const preset = PRESETS.find(({ label }) => label.startsWith("Working"))!;

  const made = withPreset({ properties: {} }, preset, BERLIN);

  assert.deepEqual(made, {
    properties: {
      recurrence: {
        frequency: "week",
        interval: 1,
        schedule: {
          weekDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
          hours: [9],
          minutes: [0],
        },
      },
      timeZone: "Europe/Berlin",
      startTime: "2026-11-19T00:00:00",
    },
  });
});

test("a preset keeps the end, the start and the zone that are there", () => {
  const before = {
    properties: {
      startTime: "2026-01-01T00:00:00Z",
      timeZone: "Asia/Tokyo",
      recurrence: { cron: "* * * * *", count: 3 },
    },
  };

  const made = withPreset(before, PRESETS[3]!, BERLIN);

  assert.deepEqual(made["properties"], {
    startTime: "2026-01-01T00:00:00Z",
    timeZone: "Asia/Tokyo",
    recurrence: { frequency: "day", interval: 1, schedule: { hours: [9], minutes: [0] }, count: 3 },
  });
});

test("a job takes the zone of its collection, if that has one", () => {
  const made = withLocalStart({ properties: {} }, { ...BERLIN, zoneOfCollection: "America/New_York" });

  assert.deepEqual(made, { properties: { startTime: "2026-11-18T00:00:00" } });
});

test("a zone that the browser does not know starts by UTC", () => {
  const made = withLocalStart({ properties: { timeZone: "W. Europe Standard Time" } }, BERLIN);

  assert.equal(valueAt(made, "properties.startTime"), "2026-11-18T00:00:00Z");
});

test("another frequency takes out what does not fit it", () => {
  const weekly = {
    properties: {
      recurrence: { frequency: "week", interval: 2, schedule: { weekDays: ["monday"], hours: [9] } },
    },
  };

  assert.deepEqual(withHowOften(weekly, "day"), {
    properties: { recurrence: { frequency: "day", interval: 1, schedule: { hours: [9] } } },
  });
  assert.deepEqual(withHowOften(weekly, "once"), { properties: {} });
});

test("a single run keeps a start that is to come, and forgets a past one", () => {
  const starting = (startTime: string) => ({ properties: { startTime, recurrence: { frequency: "day" } } });

  assert.deepEqual(withPreset(starting("2026-11-18T00:00:00Z"), PRESETS[0]!, BERLIN), { properties: {} });
  assert.deepEqual(withPreset(starting("2026-12-18T00:00:00Z"), PRESETS[0]!, BERLIN), {
    properties: { startTime: "2026-12-18T00:00:00Z" },
  });
});

test("how often is told, also for cron", () => {
  assert.equal(howOften({ properties: {} }), "once");
  assert.equal(howOften({ properties: { recurrence: { cron: "x" } } }), "cron");
  assert.equal(howOften({ properties: { recurrence: { frequency: "Week" } } }), "week");
});

test("what nobody sets is not sent back", () => {
  const job = {
    id: "i",
    name: "n",
    type: "t",
    etag: "e",
    properties: {
      state: "disabled",
      status: {},
      recent: "c",
      effective: {},
      disabled: { by: "x", note: "n" },
    },
  };

  assert.deepEqual(definitionOf(job as never), {
    properties: { state: "disabled", disabled: { note: "n" } },
  });
  assert.deepEqual(copyOf(job as never), { properties: {} });
});

test("a copy of a job with a password needs it again", () => {
  assert.equal(
    hasSecrets({ properties: { action: { request: { authentication: { type: "Basic" } } } } }),
    true,
  );
  assert.equal(hasSecrets(newDefinition(BERLIN)), false);
});

test("an action of another kind keeps its retries, and comes back as it was", () => {
  const shelf = new Map();
  const http = {
    type: "Https",
    request: { method: "POST", uri: "https://a.example/" },
    retryPolicy: { retryType: "none" },
  };

  const queue = withKind(http, "StorageQueue", shelf);
  const back = withKind(queue, "Http", shelf);

  assert.deepEqual(queue, {
    type: "StorageQueue",
    queueMessage: { storageAccount: "", queueName: "", message: "" },
    retryPolicy: { retryType: "none" },
  });
  assert.deepEqual(back, http);
  assert.equal(kindOf(queue), "StorageQueue");
});

test("the type of a call follows the scheme of its address", () => {
  assert.equal(withUri({ type: "Https" }, "http://a.example")["type"], "Http");
  assert.equal(withUri({ type: "Http" }, "https://a.example")["type"], "Https");
  assert.equal(withUri({ type: "Http" }, "htt")["type"], "Http");
});

test("a stored secret is kept for the same target only", () => {
  const calling = (uri: string, username: string) => ({
    request: { uri, authentication: { type: "Basic", username } },
  });
  const stored = calling("https://a.example/one", "me");
  const kept = (now: JsonObject) => secretKept(stored, now, "request.authentication");

  assert.equal(kept(calling("https://A.example/two?x=1", "me")), "kept");
  assert.equal(kept(calling("https://b.example/one", "me")), "target changed");
  assert.equal(kept(calling("https://a.example/one", "you")), "target changed");
  assert.equal(
    kept({ request: { uri: "https://a.example/one", authentication: { type: "ClientCertificate" } } }),
    "none",
  );
  assert.equal(secretKept(null, stored, "request.authentication"), "none");
});

test("differences go as deep as objects do, whatever the order of keys", () => {
  assert.deepEqual(differencesOf({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [2] }, a: 1 }), [
    { path: "b.c", before: [1], after: [2] },
  ]);
  assert.deepEqual(takenApart([{ path: "properties", after: { a: 1, b: {} } }]), [
    { path: "properties.a", before: undefined, after: 1 },
    { path: "properties.b", before: undefined, after: {} },
  ]);
});

for (const [own, useDefaults, ofCollection, expected] of [
  ["Asia/Tokyo", undefined, "Europe/Berlin", "Asia/Tokyo"],
  ["Asia/Tokyo", false, undefined, "Asia/Tokyo"],
  [undefined, undefined, "Europe/Berlin", "Europe/Berlin"],
  ["", true, "Europe/Berlin", "Europe/Berlin"],
  [undefined, false, "Europe/Berlin", undefined],
  [undefined, undefined, undefined, undefined],
] as const)
  test(`of ${own || "no zone"} and ${ofCollection}, with defaults ${useDefaults}, ${expected} is in force`, () => {
    const properties = {
      ...(own === undefined ? {} : { timeZone: own }),
      ...(useDefaults === undefined ? {} : { useDefaults }),
    };

    assert.equal(zoneInForce({ properties }, ofCollection), expected);
  });

for (const [fault, said] of [
  ["is required", "Address is required"],
  ["must not be empty; has 3 blanks", "Address must not be empty; Address has 3 blanks"],
  ["'x' is no address", "'x' is no address"],
  ["Write times such as 09:00.", "Write times such as 09:00."],
  ["issue", "issue"],
] as const)
  test(`of a field, '${fault}' is said as '${said}'`, () => assert.equal(named("Address", fault), said));
