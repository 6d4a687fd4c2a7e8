import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../src/api/types";
import { isGentle, patchOf } from "../src/pages/editor/definition/patch";
import { isOver } from "../src/pages/editor/definition/beginnings";
import { patchFor } from "../src/pages/editor/sending";

const DAILY = { frequency: "day", interval: 1, schedule: { hours: [9], minutes: [0] } };
const BASIC = { type: "Basic", username: "u" };
const QUEUE = { storageAccount: "a", queueName: "q", message: "m" };

const FACTS: [what: string, before: JsonObject, after: JsonObject, patch: JsonObject][] = [
  ["nothing", { properties: { a: [1, { b: 2 }] } }, { properties: { a: [1, { b: 2 }] } }, {}],
  [
    "a new text",
    { properties: { description: "a", startTime: "t" } },
    { properties: { description: "b", startTime: "t" } },
    { properties: { description: "b" } },
  ],
  [
    "what is gone, at every depth",
    { tags: { a: "b" }, properties: { recurrence: DAILY, spread: "PT1M" } },
    { properties: { recurrence: { frequency: "day", interval: 1, schedule: { hours: [9] } } } },
    { tags: null, properties: { recurrence: { schedule: { minutes: null } }, spread: null } },
  ],
  [
    "a list whole",
    { properties: { recurrence: DAILY } },
    { properties: { recurrence: { ...DAILY, schedule: { hours: [9, 17], minutes: [0] } } } },
    { properties: { recurrence: { schedule: { hours: [9, 17] } } } },
  ],
  [
    "cron in place of a schedule",
    { properties: { recurrence: { ...DAILY, count: 5 } } },
    { properties: { recurrence: { cron: "0 9 * * *", count: 5 } } },
    { properties: { recurrence: { frequency: null, interval: null, schedule: null, cron: "0 9 * * *" } } },
  ],
  [
    "another kind of action",
    { properties: { action: { type: "Https", request: { uri: "https://a/", authentication: BASIC } } } },
    { properties: { action: { type: "StorageQueue", queueMessage: QUEUE } } },
    { properties: { action: { type: "StorageQueue", request: null, queueMessage: QUEUE } } },
  ],
  [
    "another kind of authentication",
    { properties: { action: { request: { authentication: BASIC } } } },
    { properties: { action: { request: { authentication: { type: "ClientCertificate", pfx: "x" } } } } },
    {
      properties: {
        action: { request: { authentication: { type: "ClientCertificate", username: null, pfx: "x" } } },
      },
    },
  ],
  [
    "a secret that was typed, and none that was not",
    { properties: { action: { request: { authentication: BASIC } } } },
    { properties: { action: { request: { authentication: { ...BASIC, password: "p" } } } } },
    { properties: { action: { request: { authentication: { password: "p" } } } } },
  ],
  [
    "a null that was typed",
    { properties: { exclude: {} } },
    { properties: { exclude: null } },
    { properties: { exclude: null } },
  ],
  ["a null where nothing is", { properties: {} }, { properties: { exclude: null } }, {}],
  ["an object in place of a text", { a: "x" }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["an object that becomes empty", { a: { b: 1 } }, { a: {} }, { a: { b: null } }],
  ["keys in another case", { Properties: { StartTime: "x" } }, { properties: { starttime: "x" } }, {}],
  ["a value under a key in another case", { A: { B: 1, c: 2 } }, { a: { b: 2 } }, { a: { c: null, b: 2 } }],
];

for (const [what, before, after, patch] of FACTS)
  test(`a patch says ${what}`, () => assert.deepEqual(patchOf(before, after), patch));

test("whatever was there, the patch makes of it what is wanted, and of that nothing more", () => {
  const random = numbersFrom(20261119);
  for (let turn = 0; turn < 5_000; turn++) {
    const [before, after] = [anObject(random, 3), anObject(random, 3)];
    const patch = patchOf(before, after);

    assert.deepEqual(merged(before, patch), withoutNulls(after), JSON.stringify({ before, after, patch }));
    assert.deepEqual(patchOf(withoutNulls(after), after), {});
  }
});

for (const [patch, gentle] of [
  [{}, true],
  [{ properties: { description: "x" } }, true],
  [{ tags: { team: "a", old: null } }, true],
  [{ tags: null, properties: { disabled: { note: "x" }, keepFinishedFor: null } }, true],
  [{ properties: { description: "x", spread: "00:01:00" } }, false],
  [{ properties: { disabled: { until: null } } }, false],
  [{ properties: { state: "disabled" } }, false],
] as const)
  test(`${JSON.stringify(patch)} is ${gentle ? "" : "not "}gentle`, () =>
    assert.equal(isGentle(patch as JsonObject), gentle));

const SEEN = { definition: { properties: { state: "enabled", description: "a" } }, etag: '"1"' };
const EDITED = { properties: { state: "enabled", description: "b" } };

for (const [what, sent, expected] of [
  ["a job that is there is patched", { seen: SEEN, anew: false }, { properties: { description: "b" } }],
  ["one that begins anew is sent whole", { seen: SEEN, anew: true }, null],
  ["a new one is sent whole", { seen: null, anew: false }, null],
] as const)
  test(what, () => assert.deepEqual(patchFor({ definition: EDITED, ...sent }), expected));

for (const [state, over] of [
  ["enabled", false],
  ["disabled", false],
  ["Completed", true],
  ["faulted", true],
] as const)
  test(`a job that is ${state} is ${over ? "" : "not "}over`, () =>
    assert.equal(isOver({ properties: { state } }), over));

/** What a reader of RFC 7396 does with a patch. */
function merged(target: Json, patch: Json): Json {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: JsonObject =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch))
    if (value === null) delete result[key];
    else result[key] = merged(result[key] ?? null, value);
  return result;
}

function withoutNulls(value: JsonObject): JsonObject {
  return merged({}, value) as JsonObject;
}

function anObject(random: (below: number) => number, depth: number): JsonObject {
  const keys = ["a", "b", "c", "d"].filter(() => random(2));
  return Object.fromEntries(keys.map((key) => [key, aValue(random, depth)]));
}

function aValue(random: (below: number) => number, depth: number): Json {
  const kind = random(depth ? 8 : 5);
  if (kind >= 5) return anObject(random, depth - 1);
  const list = () => [random(3), { a: random(2), b: null }];
  return [null, random(3), "text", random(2) === 0, list()][kind]!;
}

function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
