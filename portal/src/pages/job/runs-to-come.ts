// The runs to come of a job. Those beyond the largest page of the app are found among its occurrences.
import { listOccurrences, upcomingOf } from "../../api/operations";
import type { JobName } from "../../api/ids";
import type { OccurrenceFacts, Run } from "../../api/types";
import { isoOf } from "../../times/instants";
import { runsIn } from "./job-facts";

const LARGEST_PAGE = 100;
const FURTHEST = 366 * 86_400_000;

export interface Coming {
  runs: Run[];
  note?: string;
}

/** Return the next runs, as many as are wanted, if there are so many within a year. */
export async function loadRuns(name: JobName, wanted: number): Promise<Coming> {
  const coming = await upcomingOf(name, Math.min(wanted, LARGEST_PAGE));
  const runs = runsIn(coming);
  const span =
    wanted > runs.length && runs.length === LARGEST_PAGE ? spanBehind(runs, wanted, Date.now()) : null;
  const later = span ? await listOccurrences(name, span.from, span.to) : [];
  return {
    ...coming,
    runs: [...runs, ...later.flatMap(({ properties }) => runOf(properties))].slice(0, wanted),
  };
}

/** Return where so many runs will lie, if they go on as those that are known; null if that is too far away. */
export function spanBehind(runs: Run[], wanted: number, now: number): { from: string; to: string } | null {
  const [first, last] = [Date.parse(runs[0]!.at), Date.parse(runs.at(-1)!.at)];
  const to = Math.min(last + ((last - first) / runs.length) * (wanted - runs.length) * 2, now + FURTHEST);
  return last + 1000 < to ? { from: isoOf(last + 1000), to: isoOf(to) } : null;
}

function runOf({ outcome, at, local, due, note }: OccurrenceFacts): Run[] {
  return outcome === "upcoming" ? [{ at, local, ...(due ? { due } : {}), ...(note ? { note } : {}) }] : [];
}
