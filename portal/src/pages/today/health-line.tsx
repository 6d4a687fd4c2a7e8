// The headline: how the app is, and which of its jobs fail. How many jobs there are, the list of jobs tells.
import type { Status } from "../../api/types";
import { timesBy, withTimes } from "../../parts/clocks";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { hashOfPage } from "../../state/links";
import { scopeNames } from "../../state/session";
import { counted } from "../../words/outcomes";

const NAMED = 5;

type Failing = NonNullable<NonNullable<Status["jobs"]>["failing"]>;

/** A key with a scope is told of its own jobs by the lists below: what else there is concerns others. */
export function HealthLine({ status }: { status: Status }) {
  if (scopeNames().length) return null;
  const { ok, jobsOk, jobs, reasons = [] } = status;
  if (ok && jobsOk !== false)
    return (
      <div class="notice good health">
        <p>
          <strong>{jobsOk ? "All is well." : "The app is well; its jobs are still being counted."}</strong>{" "}
          <Facts status={status} />
        </p>
      </div>
    );
  const failing = jobs?.failing ?? null;
  return (
    <div class="notice bad health" role="alert">
      <p>
        <strong>{[failingInWords(failing), inWords(reasons)].filter(Boolean).join(", and ")}.</strong>{" "}
        <AsOf at={jobs ? failingAsOf(jobs) : null} /> <Facts status={status} />
      </p>
      {failing && failing.count > 0 && <FailingJobs failing={failing} />}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{withTimes(reason, timesBy())}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FailingJobs({ failing: { count, shown } }: { failing: Failing }) {
  const named = shown.slice(0, NAMED);
  return (
    <ul aria-label="Failing jobs">
      {named.map(({ job, state, faultsInARow, lastFault }) => (
        <li key={job}>
          <JobLink id={job} tab="history" /> failed {timesInARow(faultsInARow)}
          {state === "disabled" && ", and was disabled"}
          {state === "faulted" && ", and is over"}
          {lastFault && (
            <>
              , last <Instant at={lastFault} show="distance" />
            </>
          )}
        </li>
      ))}
      {count > named.length && (
        <li>
          and{" "}
          <a href={hashOfPage("jobs", { outcome: "faulted" })}>{counted(count - named.length, "more job")}</a>
        </li>
      )}
    </ul>
  );
}

const MOST_NOTED = 20; // as many outcomes as the app notes of a job

function timesInARow(faults: number): string {
  if (faults === 1) return "once";
  return `${faults} times${faults >= MOST_NOTED ? " or more" : ""} in a row`;
}

function failingInWords(failing: Failing | null): string {
  const count = failing?.count ?? 0;
  return count ? `${counted(count, "job fails", "jobs fail")}` : "";
}

function inWords(reasons: string[]): string {
  return reasons.length ? `${counted(reasons.length, "thing")} to look at` : "";
}

/**
 * Return as of when the failing jobs were counted. One that begins to fail is counted before the others: then no one
 * time is true of all.
 */
export function failingAsOf({ at, failing }: NonNullable<Status["jobs"]>): string | null {
  if (!failing?.count) return null;
  const since = failing.shown.some(({ lastFault }) => lastFault && Date.parse(lastFault) > Date.parse(at));
  return since ? null : at;
}

function AsOf({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <span class="muted">
      Failing as of <Instant at={at} show="time" />.
    </span>
  );
}

function Facts({ status: { lastScan } }: { status: Status }) {
  return (
    <span class="muted">
      {lastScan && (
        <>
          Last scan <Instant at={lastScan.at} show="distance" />.
        </>
      )}
    </span>
  );
}
