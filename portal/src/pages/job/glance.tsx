// The job at a glance: when it runs, what comes next, what came of the last run, and how often that was so.
import { Badge, Strip } from "../../parts/badge";
import { timeInWords, timesBy, withTimes } from "../../parts/clocks";
import { Instant } from "../../parts/instant";
import { hashOfJob } from "../../state/address";
import { now } from "../../state/clock";
import { byAllClocks, relative, spanInWords } from "../../times/words";
import { ATTEMPTS, counted } from "../../words/outcomes";
import type { HistoryEntry, Run } from "../../api/types";
import { answerOf, durationOf, entryIn, kindOf, latenessOf } from "../../words/attempts";
import { countersOf, lastRunIn, nextRunOf, type JobFacts } from "./job-facts";

export function Glance({ facts }: { facts: JobFacts }) {
  return (
    <section class="card glance" aria-label="At a glance">
      <p class="sentence">
        {facts.coming.sentence}
        {!facts.coming.sentence.includes(facts.zone) && (
          <small class="muted"> · by the clocks of {facts.zone}</small>
        )}
      </p>
      <div class="glances">
        <Next facts={facts} />
        <Last facts={facts} />
        <Counts facts={facts} />
      </div>
    </section>
  );
}

function Next({ facts }: { facts: JobFacts }) {
  const run = nextRunOf(facts);
  return (
    <div>
      <h2>What next</h2>
      {run ? <NextRun run={run} zone={facts.zone} /> : <p class="big">No run planned</p>}
      {facts.coming.note && <p>{withTimes(facts.coming.note, timesBy(facts.zone))}</p>}
    </div>
  );
}

function NextRun({ run, zone }: { run: Run; zone: string }) {
  const at = run.due ?? run.at;
  const local = run.due ? undefined : run.local;
  return (
    <>
      <p class="big">
        {timeInWords(at, zone, local)} <span class="soon">{relative(Date.parse(at), now.value)}</span>
      </p>
      <p class="small muted clocks">{byAllClocks(at, zone, local)}</p>
      {run.due && (
        <p class="small">
          Its time is <Instant at={run.at} zone={zone} local={run.local} show="time" />; its spread puts it
          off.
        </p>
      )}
      {run.note && <p class="small">{run.note}</p>}
    </>
  );
}

function Last({ facts }: { facts: JobFacts }) {
  const run = lastRunIn(facts.attempts);
  const newest = run.at(-1);
  return (
    <div>
      <h2>What last</h2>
      {newest ? <LastRun run={run} newest={newest} facts={facts} /> : <NoRunKept facts={facts} />}
    </div>
  );
}

function LastRun({ run, newest, facts }: { run: HistoryEntry[]; newest: HistoryEntry; facts: JobFacts }) {
  const { status, startTime, httpStatus, message, retryTime } = newest.properties;
  const late = latenessOf(run[0]!.properties);
  return (
    <>
      <p class="big">
        <Badge {...ATTEMPTS[status]} /> <Instant at={startTime} zone={facts.zone} />
      </p>
      <p class="small">
        {[
          kindOf(newest.properties),
          httpStatus ? `HTTP ${httpStatus}` : "",
          `took ${spanInWords(durationOf(newest.properties))}`,
          late >= 1 ? `${spanInWords(late)} late` : "on time",
          run.length > 1 ? counted(run.length, "attempt") : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {retryTime && (
        <p class="small">
          Next try: <Instant at={retryTime} zone={facts.zone} />
        </p>
      )}
      <p class="small answer">
        {answerOf(message).gist}{" "}
        <a class="together" href={hashOfJob(facts.name, "history", { entry: entryIn(newest.name) })}>
          Whole answer
        </a>
      </p>
    </>
  );
}

function NoRunKept({ facts }: { facts: JobFacts }) {
  const { lastExecutionTime } = countersOf(facts.job);
  if (!lastExecutionTime) return <p class="big">It has not run yet</p>;
  return (
    <p>
      It began <Instant at={lastExecutionTime} zone={facts.zone} />. No attempt of it is in the history.
    </p>
  );
}

function Counts({ facts }: { facts: JobFacts }) {
  const { executionCount = 0, failureCount = 0, faultedCount = 0 } = countersOf(facts.job);
  return (
    <div>
      <h2>So far</h2>
      <p class="big">
        <Strip recent={facts.job.properties.recent} />
      </p>
      {facts.job.properties.recent && (
        <p class="small muted">The last {facts.job.properties.recent.length}, the newest at the right.</p>
      )}
      <dl class="facts small">
        <dt>Executions</dt>
        <dd>{executionCount.toLocaleString("en")}</dd>
        <dt>Failures, of attempts</dt>
        <dd>{failureCount.toLocaleString("en")}</dd>
        <dt>Faults, after all retries</dt>
        <dd>{faultedCount.toLocaleString("en")}</dd>
      </dl>
    </div>
  );
}
