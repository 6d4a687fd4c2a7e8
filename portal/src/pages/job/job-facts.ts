// What the page knows of a job, loaded together, and how often it looks again.
import { listHistory, readCollection, readJob, upcomingOf } from "../../api/operations";
import type { JobName } from "../../api/ids";
import type { Collection, HistoryEntry, Job, Run, Runs } from "../../api/types";
import { UTC } from "../../times/wall";

export interface JobFacts {
  name: JobName;
  job: Job;
  collection: Collection;
  zone: string;
  coming: Runs;
  /** The newest attempts, the newest first. */
  attempts: HistoryEntry[];
}

export interface Counters {
  lastExecutionTime?: string;
  nextExecutionTime?: string;
  nextExecutionTimeLocal?: string;
  noEffect?: string[];
  executionCount?: number;
  failureCount?: number;
  faultedCount?: number;
}

const ATTEMPTS_SEEN = 10; // enough for a run with its retries
const SELDOM = 10;
const OFTEN = 2;
const NEAR = 15_000;

export async function loadFacts(name: JobName): Promise<JobFacts> {
  const [job, collection, coming, history] = await Promise.all([
    readJob(name),
    readCollection(name),
    upcomingOf(name, 1),
    listHistory(name, ATTEMPTS_SEEN, 0),
  ]);
  return { name, job, collection, zone: zoneOf(job), coming, attempts: history.value };
}

/** Return the zone whose clocks the job goes by. */
export function zoneOf(job: Job): string {
  return job.properties.timeZone ?? job.properties.effective?.timeZone ?? UTC;
}

export function countersOf(job: Job): Counters {
  return (job.properties.status ?? {}) as Counters;
}

/** Return the runs as the present api-version has them: objects. */
export function runsIn(coming: Runs): Run[] {
  return coming.runs.filter((run): run is Run => typeof run !== "string");
}

/** Return a text that changes whenever the job has done something, so that lists know when to look again. */
export function progressOf({ job, attempts }: JobFacts): string {
  const { nextExecutionTime } = countersOf(job);
  return [job.etag, job.properties.state, nextExecutionTime, attempts[0]?.name].join(" ");
}

/** Return the next run: the first one after its pauses; none if nobody said when these end. */
export function nextRunOf({ job, collection, coming }: JobFacts): Run | undefined {
  const { state, disabled } = job.properties;
  const { state: around, disabled: off } = collection.properties;
  const comes = (state === "enabled" || disabled?.until) && (around === "Enabled" || off?.until);
  return comes ? runsIn(coming)[0] : undefined;
}

/** Return after how many seconds to look again: often while a run is near, or should just have begun. */
export function paceOf(facts: JobFacts | null, now: number): number {
  const run = facts ? nextRunOf(facts) : undefined;
  return run && Math.abs(Date.parse(run.due ?? run.at) - now) < NEAR ? OFTEN : SELDOM;
}

/** Return the attempts of the newest run by its action, the first attempt first. */
export function lastRunIn(attempts: HistoryEntry[]): HistoryEntry[] {
  const own = attempts.filter(({ properties }) => properties.actionName === "MainAction");
  const newest = own[0] && runOf(own[0]);
  return own.filter((entry) => runOf(entry) === newest).reverse();
}

/** Return what tells a run from all others: after a job began anew, its numbers come again. */
function runOf({ properties: { repeatCount, expectedExecutionTime, revision, kind } }: HistoryEntry): string {
  return [repeatCount, expectedExecutionTime, revision, kind].join(" ");
}
