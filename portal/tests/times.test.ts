import assert from "node:assert/strict";
import { test } from "node:test";
import { instantAt, isoOf, nextWeekday } from "../src/times/instants";
import { wallAt, wallIn } from "../src/times/wall";
import { briefly, byAllClocks, relative, secondsOf, spanInWords, spanOf } from "../src/times/words";

const NOW = Date.parse("2026-11-18T09:00:00Z");
const today = wallIn("2026-11-18T09:00:00Z")!;

test("a wall time is written as briefly as the reader's today allows", () => {
  const facts: [written: string, words: string][] = [
    ["2026-11-18T17:30:00", "today 17:30"],
    ["2026-11-19T06:00:00", "tomorrow 06:00"],
    ["2026-11-17T23:59:30", "yesterday 23:59:30"],
    ["2026-11-23T09:00:00", "Mon 23 Nov 09:00"],
    ["2027-01-01T00:00:00", "1 Jan 2027 00:00"],
  ];
  for (const [written, words] of facts)
    assert.equal(briefly(wallIn(written)!, wallIn(written)!, today), words);
});

test("where the job's clocks and the reader's show different days, the date is written", () => {
  const facts: [job: string, here: string, words: string][] = [
    ["2026-11-18T23:30:00", "2026-11-19T00:30:00", "Wed 18 Nov 23:30"],
    ["2026-11-19T07:15:00", "2026-11-18T17:15:00", "Thu 19 Nov 07:15"],
    ["2026-11-17T22:00:00", "2026-11-18T09:00:00", "Tue 17 Nov 22:00"],
    ["2026-11-19T22:00:00", "2026-11-19T23:00:00", "tomorrow 22:00"],
    ["2026-11-18T00:00:00", "2026-11-18T23:59:59", "today 00:00"],
  ];
  for (const [job, here, words] of facts) assert.equal(briefly(wallIn(job)!, wallIn(here)!, today), words);
});

test("how far an instant is from now is said in one unit", () => {
  const facts: [at: string, words: string][] = [
    ["2026-11-18T09:00:02Z", "now"],
    ["2026-11-18T09:00:40Z", "in 40 s"],
    ["2026-11-18T08:55:00Z", "5 min ago"],
    ["2026-11-18T20:00:00Z", "in 11 h"],
    ["2026-11-19T21:00:00Z", "in 36 h"],
    ["2026-11-12T09:00:00Z", "6 d ago"],
  ];
  for (const [at, words] of facts) assert.equal(relative(Date.parse(at), NOW), words);
});

test("time spans are read and written as the API has them", () => {
  const facts: [span: string, seconds: number][] = [
    ["00:00:30", 30],
    ["1.02:00:00", 93_600],
    ["PT2H", 7_200],
    ["P60D", 5_184_000],
  ];
  for (const [span, seconds] of facts) assert.equal(secondsOf(span), seconds);
  assert.ok(Number.isNaN(secondsOf("soon")));
  assert.equal(spanOf(93_600), "1.02:00:00");
  assert.equal(spanOf(90), "00:01:30");
  assert.equal(spanInWords(7_500), "2 h 5 min");
  assert.equal(spanInWords(0.04), "40 ms");
});

test("a wall time becomes the instant at which the clocks of the zone show it", () => {
  const facts: [zone: string, wall: string, at: string][] = [
    ["Europe/Berlin", "2026-11-23T06:00", "2026-11-23T05:00:00Z"],
    ["Europe/Berlin", "2026-07-01T06:00", "2026-07-01T04:00:00Z"],
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"],
    ["Europe/Berlin", "2026-10-25T03:30", "2026-10-25T02:30:00Z"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"],
    ["Asia/Tokyo", "2026-11-18T00:00", "2026-11-17T15:00:00Z"],
  ];
  for (const [zone, wall, at] of facts) assert.equal(isoOf(instantAt(wallIn(wall)!, zone)), at);
});

test("Monday is the next one, also on a Monday", () => {
  assert.equal(nextWeekday(today, 1).day, 23);
  assert.equal(nextWeekday({ ...today, day: 23 }, 1).day, 30);
});

test("an instant is shown by the clocks of the job and of UTC", () => {
  const lines = byAllClocks("2026-11-18T09:00:00Z", "Europe/Berlin", undefined).split("\n");

  assert.equal(lines[0], "Wed 2026-11-18 10:00:00 Europe/Berlin");
  assert.equal(lines[1], "Wed 2026-11-18 09:00:00 UTC");
});

test("a zone that the browser does not know has no clock", () => {
  assert.equal(wallAt(NOW, "W. Europe Standard Time"), null);
});
