import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { ApiError } from "../src/api/error";
import type { Collection, JsonObject } from "../src/api/types";
import { check } from "../src/pages/editor/checking";
import { definitionToEdit } from "../src/pages/editor/definition/beginnings";
import { comparable, onlyHere } from "../src/pages/editor/merged-runs";
import { overInWords, whyNoRun } from "../src/pages/editor/review/record-words";
import { meanwhile, save, tryOut, type Wanted } from "../src/pages/editor/review/saving";
import type { Where } from "../src/pages/editor/where";
import { faultOfUntil } from "../src/parts/pause-form";

const COLLECTION = {
  id: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c",
} as Collection;
const FRESH = { subscription: "s", group: "g", collection: "c" };
const WHERE: Where = { chosen: COLLECTION, fresh: FRESH, job: "j" };
const DEFINITION: JsonObject = { properties: { state: "enabled", description: "typed" } };
const SEEN = { definition: { properties: { state: "enabled" } }, etag: '"1"' };

interface Call {
  method: string;
  headers: Record<string, string>;
  body: JsonObject;
}

/** An app that answers every call in the same way; return what it is asked. */
function anApp(status: number, answer: object = {}): Call[] {
  const calls: Call[] = [];
  mock.method(globalThis, "fetch", async (_: string, { method, headers, body }: RequestInit) => {
    const sent = body ? (JSON.parse(body as string) as JsonObject) : {};
    calls.push({ method: method!, headers: headers as Record<string, string>, body: sent });
    return new Response(JSON.stringify(answer), { status });
  });
  return calls;
}

const refusing = (status: number, code = "x", message = "No.") => anApp(status, { error: { code, message } });

afterEach(() => mock.restoreAll());

function wanted(some: Partial<Wanted>): Wanted {
  return { where: WHERE, definition: DEFINITION, intent: "save", seen: SEEN, anew: false, ...some };
}

for (const [status, seen, expected] of [
  [412, SEEN, "changed"],
  [412, null, "taken"],
  [404, SEEN, "deleted"],
  [404, null, null],
  [409, SEEN, null],
  [0, SEEN, null],
] as const)
  test(`an answer ${status} for ${seen ? "a job that was seen" : "a new job"} means: ${expected}`, () =>
    assert.equal(meanwhile(new ApiError(status, "x", "No."), seen), expected));

for (const code of ["ResourceNotFound", "ParentResourceNotFound"])
  test(`a job that is gone (${code}) is not shown as one that could be saved`, async () => {
    refusing(404, code);

    await assert.rejects(tryOut(wanted({})), (error) => meanwhile(error, SEEN) === "deleted");
  });

test("what was deleted meanwhile is tried and saved as a new job, whole, and over no other", async () => {
  const calls = anApp(200, { changes: [], nextRuns: { before: [], after: [] } });

  await tryOut(wanted({ seen: null }));
  await save(wanted({ seen: null }), () => assert.fail("the collection is there"));

  for (const { method, headers, body } of calls.slice(0, 2)) {
    assert.equal(method, "PUT");
    assert.equal(headers["If-None-Match"], "*");
    assert.equal(headers["If-Match"], undefined);
    assert.deepEqual(body, DEFINITION);
  }
});

for (const [state, expected] of [
  ["completed", "enabled"],
  ["faulted", "enabled"],
  ["Completed", "enabled"],
  ["disabled", "disabled"],
  ["enabled", "enabled"],
] as const)
  test(`a job that is ${state} is edited as ${expected}`, () =>
    assert.deepEqual(definitionToEdit({ properties: { state, description: "x" } }), {
      properties: { state: expected, description: "x" },
    }));

test("what saving does to a job that is over is said in plain words", () => {
  const words = overInWords({ properties: { recurrence: { count: 3 } } });

  assert.match(words, /^This job is over, so saving begins it anew: /);
  assert.match(words, /all its runs are to come again/);
  assert.doesNotMatch(words, /PUT|PATCH|properties\./);
});

for (const [state, collection, expected] of [
  ["disabled", "Enabled", "None while the job is disabled."],
  ["completed", "Enabled", "None: the job has made its last run."],
  ["faulted", "Disabled", "None: the job has made its last run."],
  ["enabled", "Suspended", "None while its collection is disabled."],
  ["enabled", "Enabled", "None: the schedule has no run left."],
  ["enabled", undefined, "None: the schedule has no run left."],
] as const)
  test(`no run of a job that is ${state}, in a collection that is ${collection}`, () =>
    assert.equal(whyNoRun({ properties: { state } }, collection), expected));

for (const status of [400, 409])
  test(`a ${status} is about the definition: it goes to the fields`, async () => {
    refusing(status);
    assert.deepEqual((await check(WHERE, DEFINITION, [], new AbortController().signal)).faults, [
      { target: "", message: "No." },
    ]);
  });

for (const status of [401, 403, 404, 412, 503])
  test(`a ${status} is not about the definition: no field is at fault`, async () => {
    refusing(status);
    await assert.rejects(check(WHERE, DEFINITION, [], new AbortController().signal), { status });
  });

test("a good answer takes away what was said before", async () => {
  anApp(200, { sentence: "Every day.", runs: [] });

  assert.deepEqual(await check(WHERE, DEFINITION, [], new AbortController().signal), {
    sentence: "Every day.",
    runs: [],
    faults: [],
    stale: false,
  });
});

const HOUR = 3_600_000;
const BEGIN = Date.parse("2026-11-19T08:00:00Z");
const runsFrom = (first: number, every: number, top: number) =>
  Array.from({ length: top }, (_, place) => new Date(BEGIN + (first + place * every) * HOUR).toISOString());

for (const [what, before, after] of [
  ["an hour earlier", runsFrom(0, 24, 20), runsFrom(-1, 24, 20)],
  ["an hour later", runsFrom(0, 24, 20), runsFrom(1, 24, 20)],
  ["more often", runsFrom(0, 24, 20), runsFrom(1, 5, 20)],
  ["less often", runsFrom(1, 5, 20), runsFrom(0, 24, 20)],
  ["no more", runsFrom(0, 24, 20), []],
  ["three times", runsFrom(0, 24, 20), runsFrom(1, 24, 3)],
] as const)
  test(`of runs that come ${what}, all that are shown and do not stay are marked`, () => {
    const [shown, later] = comparable([...before], [...after], 20);
    const marked = onlyHere(shown, [...after], 20);

    assert.equal(shown[0], before[0]);
    assert.equal(later[0], after[0]);
    assert.deepEqual(
      shown.slice(1).filter((at) => !marked.has(at)),
      shown.slice(1).filter((at) => (after as readonly string[]).includes(at)),
    );
  });

for (const [until, zone, expected] of [
  ["", "UTC", undefined],
  ["2026-11-19T08:01", "UTC", undefined],
  ["2026-11-19T08:00", "UTC", "is in the past"],
  ["2026-11-19T08:30", "Europe/Berlin", "is in the past"],
  ["2026-11-19T07:30", "America/New_York", undefined],
] as const)
  test(`a pause until ${until || "somebody ends it"} by the clocks of ${zone}`, () =>
    assert.equal(faultOfUntil({ note: "", until }, zone, BEGIN), expected));
