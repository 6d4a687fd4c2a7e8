import assert from "node:assert/strict";
import { test } from "node:test";
import { collectionPath, jobIn, jobPath, namesIn } from "../src/api/ids";
import { hashOf, hashOfJob, readPlace } from "../src/state/address";

const JOB = { subscription: "s 1", group: "g", collection: "c", job: "a/b?c#d" };
const ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j";

test("a place survives the way through the address", () => {
  const place = readPlace(hashOfJob(JOB, "history", { entry: "02:1" }));

  assert.deepEqual(place, {
    page: "job",
    names: ["s 1", "g", "c", "a/b?c#d"],
    query: { tab: "history", entry: "02:1" },
  });
});

test("what is empty is left out of the address", () => {
  assert.equal(hashOf("jobs", [], { q: "", state: undefined, sort: "name" }), "#/jobs?sort=name");
});

test("an empty address, and one that nobody can decode, are places too", () => {
  assert.deepEqual(readPlace(""), { page: "today", names: [], query: {} });
  assert.deepEqual(readPlace("#/job/%E0%A4%A").names, ["%E0%A4%A"]);
});

test("ids are read in any case, and those of history entries name their job", () => {
  assert.deepEqual(namesIn(ID.toUpperCase())?.job, "J");
  assert.deepEqual(jobIn(`${ID}/history/02:1`), { subscription: "s", group: "g", collection: "c", job: "j" });
  assert.equal(namesIn("/subscriptions/s"), null);
});

test("names cannot reach into other paths", () => {
  assert.equal(
    jobPath(JOB),
    "/subscriptions/s%201/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/a%2Fb%3Fc%23d",
  );
  assert.ok(collectionPath({ ...JOB, collection: "../x" }).endsWith("/jobCollections/..%2Fx"));
});
