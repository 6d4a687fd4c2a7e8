// The headline: how the app is, how the jobs are, and as of when both is known.
import type { Status } from "../../api/types";
import { timesBy, withTimes } from "../../parts/clocks";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
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
        <Facts status={status} />
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
      {count > named.length && <li>and {counted(count - named.length, "more job")}</li>}
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

function Facts({ status: { jobs, lastScan } }: { status: Status }) {
  return (
    <span class="muted">
      {jobs && (
        <>
          {counted(jobs.byState.enabled, "job")} enabled, {jobs.byState.disabled.toLocaleString("en")}{" "}
          disabled, as of <Instant at={jobs.at} show="time" />.{" "}
        </>
      )}
      {lastScan && (
        <>
          Last scan <Instant at={lastScan.at} show="distance" />.
        </>
      )}
    </span>
  );
}
