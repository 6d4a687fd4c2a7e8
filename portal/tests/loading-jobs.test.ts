import assert from "node:assert/strict";
import { test } from "node:test";
import type { Collection, Summary } from "../src/api/types";
import { AsOf } from "../src/parts/counts";
import { completeAt, loadJobs, loadingError, rowOf, rows, stillLoading } from "../src/state/jobs";
import { caller } from "../src/state/session";

test("what went wrong stands while the app is asked again, until it answers", async () => {
  const seen: (string | null)[] = [];
  const answers = [() => Promise.reject(new TypeError("gone")), () => Promise.resolve(new Response(EMPTY))];
  const before = { caller: caller.value, fetch: globalThis.fetch };
  caller.value = {} as NonNullable<typeof caller.value>;
  globalThis.fetch = () => answers.shift()!();
  const end = loadingError.subscribe((words) => void seen.push(words));
  try {
    await loadJobs("s");
    await loadJobs("s", true);
  } finally {
    end();
    caller.value = before.caller;
    globalThis.fetch = before.fetch;
  }

  const silent = "The app does not answer. It may be starting, or the connection is lost.";
  assert.deepEqual(seen, [null, silent, null]);
  assert.equal(stillLoading.value, false);
});

test("what went wrong with one subscription is not said of another", async () => {
  const before = globalThis.fetch;
  globalThis.fetch = () => new Promise(() => undefined);
  loadingError.value = "silent";
  void loadJobs("other");
  globalThis.fetch = before;

  assert.equal(loadingError.value, null);
});

test("while jobs still come, a collection counts its own", () => {
  const id = (collection: string) =>
    `/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/${collection}`;
  const job = (path: string) => rowOf({ id: path, properties: { target: {} } } as Summary);
  completeAt.value = null;
  rows.value = ["a/jobs/x", "b/jobs/y", "ab/jobs/z"].map((path) => job(id(path)));

  assert.equal(AsOf({ of: { id: id("a") } as Collection }).props.children, "Loading … 1 so far");
  assert.equal(AsOf({}).props.children, "Loading … 3 so far");
});

const EMPTY = JSON.stringify({ value: [], nextLink: null });
