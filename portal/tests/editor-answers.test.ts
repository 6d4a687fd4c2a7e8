import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/api/call";
import { covers, faultOf, faultsIn, faultsLeft, unitedFaults } from "../src/pages/editor/faults";
import { parseDefinition, writtenAsJson } from "../src/pages/editor/json-text";
import { linesOf, mergedRuns, onlyHere } from "../src/pages/editor/merged-runs";
import { recurrenceIn, withRecurrence } from "../src/pages/editor/schedule/cron";
import { freshName, whereFaults, type Where } from "../src/pages/editor/where";

test("faults come from the details of an error", () => {
  const error = new ApiError(400, "BadRequest", "x", [{ target: "properties.spread", message: "is wrong" }]);

  assert.deepEqual(faultsIn(error), [{ target: "properties.spread", message: "is wrong" }]);
});

test("without details, faults are read from the message", () => {
  const error = new ApiError(
    400,
    "BadRequest",
    "properties.recurrence.schedule.hours[0]: 25 is too much; the body is odd; and 3 more",
  );

  assert.deepEqual(faultsIn(error), [
    { target: "properties.recurrence.schedule.hours[0]", message: "25 is too much" },
    { target: "", message: "the body is odd" },
    { target: "", message: "and 3 more" },
  ]);
});

test("a conflict is one fault of the whole", () => {
  assert.deepEqual(faultsIn(new ApiError(409, "Conflict", "too often; really")), [
    { target: "", message: "too often; really" },
  ]);
});

for (const [field, target, expected] of [
  ["a.hours", "a.hours", true],
  ["a.hours", "a.hours[1]", true],
  ["a.hours", "a.hoursMore", false],
  ["a", "a.hours", false],
  ["a.*", "a.hours", true],
] as const)
  test(`the field ${field} ${expected ? "shows" : "does not show"} ${target}`, () =>
    assert.equal(covers(field, target), expected));

test("a field tells its faults, and the others are left", () => {
  const faults = [
    { target: "a[0]", message: "one" },
    { target: "a[1]", message: "two" },
    { target: "b", message: "three" },
  ];

  assert.equal(faultOf(faults, "a"), "one; two");
  assert.equal(faultOf(faults, "c"), undefined);
  assert.deepEqual(faultsLeft(faults, ["a"]), [{ target: "b", message: "three" }]);
});

test("what two checks say about one field is said once", () => {
  assert.deepEqual(
    unitedFaults(
      [{ target: "a", message: "x" }],
      [
        { target: "a", message: "y" },
        { target: "b", message: "z" },
      ],
    ).length,
    2,
  );
});

for (const [text, expected] of [
  ['{"a": 1\n "b": 2}', 'Line 2, column 2: a comma or a closing bracket is missing before "b": 2}.'],
  ['{"a": x}', "Line 1, column 7: a value is missing before x}."],
  ['{"a" 1}', "Line 1, column 6: a colon is missing before 1}."],
  ["{a: 1}", "Line 1, column 2: a key in double quotes is missing before a: 1}."],
  ['{"a": [1, 2', "Line 1, column 12: a comma or a closing bracket is missing at the end."],
  ['{"a": 1}}', "Line 1, column 9: nothing may follow the definition."],
  ['{"a": [1,]}', "Line 1, column 10: a value is missing before ]}."],
  ['{"a": "x\ny"}', 'Line 1, column 7: a value is missing before "x.'],
  ["", "Line 1, column 1: a value is missing at the end."],
] as const)
  test(`JSON says where it is wrong: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(parseDefinition(text), { fault: expected }));

test("JSON that is no object is no definition", () => {
  assert.ok("fault" in parseDefinition("[1]"));
  assert.deepEqual(parseDefinition('{"a": [true, null, -1.5e3, "\\u00e4"]}'), {
    value: { a: [true, null, -1500, "ä"] },
  });
});

test("JSON is written with lists of plain values on one line", () => {
  const value = { a: [1, 2], b: { c: [{ d: 1 }], e: {} }, f: [] };

  assert.equal(
    writtenAsJson(value),
    '{\n  "a": [1, 2],\n  "b": {\n    "c": [\n      {\n        "d": 1\n      }\n    ],\n    "e": {}\n  },\n  "f": []\n}',
  );
  assert.deepEqual(JSON.parse(writtenAsJson(value)), value);
});

const run = (day: number) => ({ at: `2026-11-${day}T08:00:00Z`, local: `2026-11-${day}T09:00:00+01:00` });
const marks = (runs: { at: string; mark: string }[]) =>
  runs.map(({ at, mark }) => `${at.slice(8, 10)} ${mark}`);

test("runs that a day off takes away are marked, and those that it brings", () => {
  const real = [run(18), run(20), run(23)];
  const free = [run(18), run(21), run(23)];

  assert.deepEqual(marks(mergedRuns(real, free, { real: 20, free: 100 })), [
    "18 runs",
    "20 moved",
    "21 excluded",
    "23 runs",
  ]);
});

test("what lies behind the last run of a full list is not known", () => {
  const real = [run(18), run(19), run(26)];
  const free = [run(18), run(19), run(20), run(28)];

  assert.deepEqual(marks(mergedRuns(real, free, { real: 3, free: 100 })), [
    "18 runs",
    "19 runs",
    "20 excluded",
    "26 moved",
  ]);
  assert.deepEqual(marks(mergedRuns(real, [run(18), run(19), run(20)], { real: 3, free: 3 })), [
    "18 runs",
    "19 runs",
    "20 excluded",
    "26 runs",
  ]);
});

test("runs that only one side has are marked, as far as the other side goes", () => {
  const [before, after] = [
    ["2026-11-19T08:00:00Z", "2026-11-25T08:00:00Z"],
    ["2026-11-18T08:00:00Z", "2026-11-19T08:00:00.000Z"],
  ];

  assert.deepEqual([...onlyHere(before, after, 2)], []);
  assert.deepEqual([...onlyHere(before, after, 20)], ["2026-11-25T08:00:00Z"]);
  assert.deepEqual([...onlyHere(after, before, 2)], ["2026-11-18T08:00:00Z"]);
});

test("many runs in a row that are left out are counted", () => {
  const free = Array.from({ length: 9 }, (_, day) => run(11 + day));

  const lines = linesOf(mergedRuns([run(11), run(19)], free, { real: 20, free: 100 }));

  assert.deepEqual(
    lines.map((line) => ("mark" in line ? line.mark : `${line.more} more`)),
    ["runs", "excluded", "6 more", "runs"],
  );
});

test("a trial of cron answers with the recurrence", () => {
  const trial = {
    changes: [
      {
        path: "properties",
        after: { state: "disabled", recurrence: { frequency: "day", interval: 1, schedule: { hours: [9] } } },
      },
    ],
  };

  assert.deepEqual(recurrenceIn(trial as never), { frequency: "day", interval: 1, schedule: { hours: [9] } });
});

test("another rhythm keeps the limits", () => {
  const before = {
    properties: { recurrence: { frequency: "week", schedule: { weekDays: ["monday"] }, count: 4 } },
  };

  assert.deepEqual(withRecurrence(before, { frequency: "day", interval: 1 }), {
    properties: { recurrence: { frequency: "day", interval: 1, count: 4 } },
  });
});

test("names are checked as they are typed, and needed on saving", () => {
  const where: Where = {
    chosen: null,
    fresh: { subscription: "a b", group: "", collection: "jobs" },
    job: "a/b",
  };

  assert.deepEqual(
    Object.keys(whereFaults(where, false)).filter((key) => whereFaults(where, false)[key as "job"]),
    ["job", "subscription"],
  );
  assert.equal(whereFaults(where, true).group, "is needed");
  assert.equal(whereFaults({ ...where, job: ".." }, false).job?.startsWith("may have"), true);
});

test("a new collection is offered a name that none has", () => {
  assert.equal(freshName([]), "jobs");
  assert.equal(freshName([{ name: "Jobs" }, { name: "jobs-2" }]), "jobs-3");
});
