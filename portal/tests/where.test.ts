import assert from "node:assert/strict";
import { test } from "node:test";
import { freshNames } from "../src/pages/editor/where";
import { namesAll } from "../src/state/address";

test("a new collection begins with the names of the caller's scope, as far as it says them", () => {
  const named = (scope: string[], ...taken: string[]) =>
    Object.values(
      freshNames(
        taken.map((name) => ({ name })),
        "shown",
        scope,
      ),
    ).join("/");

  assert.equal(named([]), "shown/default/jobs");
  assert.equal(named(["prod"], "jobs"), "prod/default/jobs-2");
  assert.equal(named(["prod", "finance"]), "prod/finance/jobs");
  assert.equal(named(["prod", "finance", "reports"]), "prod/finance/reports");
});

test("an address names something only if none of its names is missing", () => {
  assert.ok(namesAll(["s", "g", "c", "j"], 4));
  for (const names of [
    [],
    ["s", "g", "c"],
    ["s", "g", "c", ""],
    ["s", "", "c", "j"],
    ["s", "g", "c", "j", "x"],
  ])
    assert.ok(!namesAll(names, 4), names.join("/"));
});
