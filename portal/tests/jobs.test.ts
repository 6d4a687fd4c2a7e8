import assert from "node:assert/strict";
import { test } from "node:test";
import type { Summary } from "../src/api/types";
import { activeFilters, commonTags, stateChoices, tagChoices } from "../src/pages/jobs/filter-words";
import { askedIn, find, marksOf, without, type Marked } from "../src/pages/jobs/filters";
import { toggled } from "../src/state/filter-form";
import { NOBODY, allClicked, clicked, withoutJobs } from "../src/pages/jobs/selection";
import { orderIn, sorted, turned } from "../src/pages/jobs/sorting";
import { rowOf, type Row } from "../src/state/jobs";

const NOW = Date.parse("2026-11-18T09:00:00Z");

type Facts = Partial<Summary["properties"]>;

function aJob(name: string, facts: Facts = {}, tags: Record<string, string> = {}): Row {
  const id = `/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/${name}`;
  const target = { type: "Https" as const, target: "https://orders.example/import" };
  const properties = {
    state: "enabled" as const,
    timeZone: "UTC",
    collectionState: "Enabled",
    target,
    ...facts,
  };
  return rowOf({ id, type: "", name, etag: "", properties, tags });
}

const marked = (...rows: Row[]): Marked[] => rows.map((row) => ({ row, marks: marksOf(row, NOW) }));
const names = (rows: Row[]) => rows.map((row) => row.name.job);
const search = (all: Marked[], query: Record<string, string>) => find(all, askedIn(query));

const JOBS = marked(
  aJob("import-orders", {}, { team: "ops" }),
  aJob("send-invoices", { state: "disabled", lastOutcome: "faulted" }, { team: "finance" }),
  aJob("close-month", { lastOutcome: "completed" }, { team: "finance", tier: "gold" }),
  aJob("refresh", { collectionState: "Disabled", credentialEnds: "2026-12-01T00:00:00Z" }),
);

test("all words of a search must occur, in any order and case", () => {
  assert.deepEqual(names(search(JOBS, { q: " ORDERS import " }).rows), [
    "import-orders",
    "send-invoices",
    "close-month",
    "refresh",
  ]);
  assert.deepEqual(names(search(JOBS, { q: "team:finance month" }).rows), ["close-month"]);
});

test("values of one group are alternatives, groups are not", () => {
  assert.deepEqual(names(search(JOBS, { state: "enabled,disabled" }).rows), [
    "import-orders",
    "send-invoices",
    "close-month",
  ]);
  assert.deepEqual(names(search(JOBS, { state: "disabled", outcome: "completed" }).rows), []);
  assert.deepEqual(names(search(JOBS, { tag: "team:finance,tier:gold" }).rows), ["close-month"]);
  assert.deepEqual(names(search(JOBS, { tag: "team:finance,team:ops" }).rows), [
    "import-orders",
    "send-invoices",
    "close-month",
  ]);
});

test("jobs are found by what they stand for", () => {
  const facts: [query: Record<string, string>, found: string[]][] = [
    [{ outcome: "never" }, ["import-orders", "refresh"]],
    [{ state: "collectionDisabled" }, ["refresh"]],
    [{ credential: "soon" }, ["refresh"]],
    [{ collection: "g/c", tag: "team:ops" }, ["import-orders"]],
    [{ collection: "g/other" }, []],
  ];
  for (const [query, found] of facts) assert.deepEqual(names(search(JOBS, query).rows), found);
});

test("a number on a filter says what it would show beside the other groups", () => {
  const { counts } = search(JOBS, { state: "disabled", tag: "team:finance" });

  assert.deepEqual(
    [...counts.get("state")!],
    [
      ["disabled", 1],
      ["enabled", 1],
    ],
  );
  assert.deepEqual([...counts.get("tag team")!], [["finance", 1]]);
});

test("the four states are always offered, tags by how many have them", () => {
  const asked = askedIn({});
  const { counts } = find(JOBS, asked);

  assert.deepEqual(
    stateChoices(counts, asked).map(({ value, count }) => [value, count]),
    [
      ["enabled", 2],
      ["disabled", 1],
      ["completed", 0],
      ["faulted", 0],
      ["collectionDisabled", 1],
    ],
  );
  assert.deepEqual(
    tagChoices(counts, asked).map(({ label, count }) => [label, count]),
    [
      ["team:finance", 2],
      ["team:ops", 1],
      ["tier:gold", 1],
    ],
  );
  assert.deepEqual(
    commonTags(tagChoices(counts, asked)).map(({ label }) => label),
    ["team:finance"],
  );
});

test("a filter is added to the address and taken away, whatever its value holds", () => {
  const added = toggled({ tag: "team:ops" }, "tag place", "Rome, 100%");

  assert.deepEqual(added, { tag: "team:ops,place:Rome%2C 100%25" });
  assert.deepEqual([...askedIn(added).groups.get("tag place")!], ["Rome, 100%"]);
  assert.deepEqual(toggled(added, "tag place", "Rome, 100%"), { tag: "team:ops" });
});

test("what is in force can be named, and left out one by one", () => {
  const asked = askedIn({ q: "orders", state: "disabled", tag: "team:ops" });

  assert.deepEqual(
    activeFilters(asked).map(({ label }) => label),
    ["“orders”", "disabled", "team:ops"],
  );
  assert.deepEqual(names(find(JOBS, without(asked, "state")).rows), ["import-orders"]);
  assert.deepEqual(without(asked, null).words, []);
});

test("names sort as people count, and a second click turns the order", () => {
  const rows = ["job-10", "Job-9", "a"].map((name) => ({ row: aJob(name) }));

  assert.deepEqual(names(sorted(rows, orderIn(undefined)).map(({ row }) => row)), ["a", "Job-9", "job-10"]);
  assert.deepEqual(names(sorted(rows, orderIn("-name")).map(({ row }) => row)), ["job-10", "Job-9", "a"]);
  assert.equal(turned(orderIn(undefined), "name"), "-name");
  assert.equal(turned(orderIn("-name"), "name"), undefined);
  assert.equal(turned(orderIn("-next"), "next"), "next");
  assert.deepEqual(orderIn("nonsense"), { column: "name", falling: false });
});

test("what a job does not have comes last, whichever way the list is turned", () => {
  const rows = [
    { row: aJob("none") },
    { row: aJob("late", { nextExecutionTime: "2026-11-20T00:00:00Z" }) },
    { row: aJob("soon", { nextExecutionTime: "2026-11-19T00:00:00Z" }) },
  ];

  assert.deepEqual(names(sorted(rows, orderIn("next")).map(({ row }) => row)), ["soon", "late", "none"]);
  assert.deepEqual(names(sorted(rows, orderIn("-next")).map(({ row }) => row)), ["late", "soon", "none"]);
});

test("a click with shift chooses all between, and leaves all between", () => {
  const rows = ["a", "b", "c", "d"].map((name) => aJob(name));
  const [a, b, c, d] = rows.map(({ id }) => id) as [string, string, string, string];

  const three = clicked(clicked(NOBODY, rows, c, false), rows, a, true);
  const one = clicked(clicked(three, rows, b, false), rows, c, true);

  assert.deepEqual([...three.ids].sort(), [a, b, c]);
  assert.deepEqual([...one.ids], [a]);
  assert.deepEqual([...allClicked(one, rows).ids].sort(), [a, b, c, d]);
  assert.deepEqual([...allClicked(allClicked(one, rows), rows).ids], []);
  assert.deepEqual([...withoutJobs(three, [rows[0]!]).ids].sort(), [b, c]);
});
