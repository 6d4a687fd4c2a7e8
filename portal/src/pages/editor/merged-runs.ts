// The next runs with the days that are left out: two previews, with and without `exclude`, as one list.
import type { Run } from "../../api/types";

export interface MergedRun extends Run {
  /** `excluded`: would run if no day were left out. `moved`: runs only because another day is left out. */
  mark: "runs" | "excluded" | "moved";
}

/** So many excluded runs in a row are counted, not listed. */
const MANY = 4;

export type Line = MergedRun | { more: number; after: string };

/** Return both lists as one, in order. Each has at most so many runs, so what lies behind its last is not known. */
export function mergedRuns(real: Run[], free: Run[], top: { real: number; free: number }): MergedRun[] {
  const [realTimes, freeTimes] = [timesOf(real), timesOf(free)];
  const realEnd = endOf(real, top.real);
  const freeEnd = endOf(free, top.free);
  const marked = real.map((run): MergedRun => {
    const moved = instantOf(run) <= freeEnd && !freeTimes.has(instantOf(run));
    return { ...run, mark: moved ? "moved" : "runs" };
  });
  const excluded = free
    .filter((run) => !realTimes.has(instantOf(run)) && instantOf(run) <= realEnd)
    .map((run): MergedRun => ({ ...run, mark: "excluded" }));
  return [...marked, ...excluded].sort((one, other) => instantOf(one) - instantOf(other));
}

/** Return the lines to show: of many excluded runs in a row only the first, and how many follow. */
export function linesOf(runs: MergedRun[]): Line[] {
  const lines: Line[] = [];
  for (let place = 0; place < runs.length;) {
    const row = runs.slice(place).findIndex(({ mark }) => mark !== "excluded");
    const length = row < 0 ? runs.length - place : row;
    lines.push(
      ...(length > MANY
        ? cutRow(runs.slice(place, place + length))
        : runs.slice(place, place + Math.max(length, 1))),
    );
    place += Math.max(length, 1);
  }
  return lines;
}

/** Return the instants that only this list has. Behind the last of a full other list nothing is known. */
export function onlyHere(instants: string[], others: string[], top: number): Set<string> {
  const known = new Set(others.map((at) => Date.parse(at)));
  const end = others.length < top ? Infinity : Date.parse(others.at(-1)!);
  return new Set(instants.filter((at) => !known.has(Date.parse(at)) && Date.parse(at) <= end));
}

/** So many runs of each side are shown at first. */
export const FEW = 5;

/**
 * Return the runs before and after, each as far as the other side is known, and at least the first: a run behind
 * the last of a full list may stay or go, and nobody can tell.
 */
export function comparable(before: string[], after: string[], top: number): [string[], string[]] {
  const end = Math.min(
    ...[before, after].map((all) => (all.length < top ? Infinity : Date.parse(all.at(-1)!))),
  );
  const known = (all: string[]) => all.filter((at, place) => !place || Date.parse(at) <= end);
  return [known(before), known(after)];
}

function cutRow(row: MergedRun[]): Line[] {
  return [row[0]!, { more: row.length - 1, after: row[0]!.at }];
}

const instantOf = (run: Run) => Date.parse(run.at);
const timesOf = (runs: Run[]) => new Set(runs.map(instantOf));
const endOf = (runs: Run[], top: number) => (runs.length < top ? Infinity : instantOf(runs.at(-1)!));
