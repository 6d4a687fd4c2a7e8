import assert from "node:assert/strict";
import { test } from "node:test";
import { timeInWords, timesBy, withTimes } from "../src/parts/clocks";
import { errorInWords } from "../src/parts/notices";
import { ApiError } from "../src/api/error";
import { now } from "../src/state/clock";
import { aboutHerd, herdOf } from "../src/pages/today/herd";
import { wordsOfOccurrence } from "../src/pages/job/occurrence-words";
import { rowOf, type Row } from "../src/state/jobs";
import { HERE, wallAt, zoneMark } from "../src/times/wall";

test("every way of showing an instant says the same of its day", () => {
  now.value = Date.parse("2026-11-18T23:30:00Z");
  for (const zone of ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    for (let hours = -48; hours <= 48; hours += 1) {
      const at = new Date(now.value + hours * 3_600_000).toISOString();
      const said = timeInWords(at, zone);
      const days = [at, new Date(now.value).toISOString()].map((one) => wallAt(Date.parse(one), HERE)!.day);
      assert.equal(timesBy(zone)(at), said);
      if (said.startsWith("today")) assert.equal(days[0], days[1], `${at} in ${zone}`);
      if (said.startsWith("to")) assert.equal(wallAt(Date.parse(at), zone)!.day, days[0], `${at} in ${zone}`);
    }
});

test("an example in a refusal stays as it has to be typed; other instants are shown like all", () => {
  const wrong = "at: 'x' is not a date-time like 2026-01-31T09:30:00Z";
  const gone = "It was over on 2020-01-31T09:30:00Z.";

  assert.equal(errorInWords(new ApiError(400, "InvalidParameter", wrong)), wrong);
  assert.match(errorInWords(new ApiError(410, "Gone", gone)), /^It was over on 31 Jan 2020 /);
});

test("a zone is named where it is not the reader's, whichever of its names is given", () => {
  assert.equal(zoneMark("Europe/Berlin", "Europe/Berlin"), "");
  assert.equal(zoneMark("UTC", "Europe/Berlin"), "UTC");
  assert.equal(zoneMark("America/New_York", "UTC"), "New York");
  assert.equal(zoneMark("Etc/UTC", "UTC"), "");
  assert.equal(zoneMark("W. Europe Standard Time", "Europe/Berlin"), "UTC"); // as it is shown then
  assert.equal(zoneMark(undefined, "Asia/Tokyo"), "");
});

for (const [said, shown] of [
  ["disabled until 2026-11-18T21:35:00Z: it waits", "disabled until [2026-11-18T21:35:00Z]: it waits"],
  ["It ran late, at 2026-11-18 02:15:27 UTC.", "It ran late, at [2026-11-18T02:15:27Z]."],
  ["ends at 2026-11-18T22:35+01:00", "ends at [2026-11-18T22:35+01:00]"],
  ["'2026-11-18T21:35:00Z' is not a day", "'2026-11-18T21:35:00Z' is not a day"],
  ["has no dates after 2026-12-31", "has no dates after 2026-12-31"],
] as const)
  test(`instants in a sentence are shown like others: ${said}`, () => {
    assert.equal(
      withTimes(said, (at) => `[${at}]`),
      shown,
    );
  });

test("a note that ends in a full stop ends the sentence", () => {
  const facts = { at: "", local: "", outcome: "disabled", who: "anna" } as const;
  const said = (note: string) => wordsOfOccurrence({ ...facts, note }, String);

  assert.equal(said("It moves."), "The job was disabled by anna: “It moves.”");
  assert.equal(said("moving"), "The job was disabled by anna: “moving”.");
});

test("what a herd leaves out is told", () => {
  const at = "2026-11-18T06:00:00Z";
  const jobs = ["a", "b", "c"].map((name) => aJob(name, name === "c" ? "2026-11-18T05:00:00Z" : at));
  const peak = (runs: number) => ({ at, runs, jobs: [jobs[0]!.id] });

  assert.deepEqual(herdOf(peak(2), jobs), { jobs: jobs.slice(0, 2), others: 0 });
  assert.equal(aboutHerd(herdOf(peak(2), jobs)), undefined);
  assert.equal(
    aboutHerd(herdOf(peak(3), jobs)),
    "Of the 3 runs at this instant, one is of a job that runs before then, too, and not listed here.",
  );
});

function aJob(name: string, nextExecutionTime: string): Row {
  return rowOf({
    id: `/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/${name}`,
    type: "",
    name,
    etag: "1",
    properties: {
      state: "enabled",
      timeZone: "UTC",
      collectionState: "Enabled",
      target: { type: "Https", target: "" },
      nextExecutionTime,
    },
  });
}
