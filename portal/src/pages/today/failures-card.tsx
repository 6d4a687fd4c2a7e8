// The failures of the last 24 hours, a line for each job.
import { listFailures } from "../../api/operations";
import { Instant } from "../../parts/instant";
import { JobLink, hashOfEntry } from "../../parts/links";
import { Empty, Shown } from "../../parts/notices";
import { Card } from "../../parts/page";
import { hashOfPage } from "../../state/links";
import { useLoaded } from "../../state/loading";
import { isoOf } from "../../times/instants";
import { answerOf } from "../../words/attempts";
import { counted } from "../../words/outcomes";
import { byJob, type Failing } from "./failing";

const A_DAY = 86_400_000;
const LINES = 8;

export function FailuresCard({ subscription }: { subscription: string }) {
  const failures = useLoaded(
    () => listFailures(subscription, { from: isoOf(Date.now() - A_DAY), $top: "500" }),
    [subscription],
    30,
  );
  return (
    <Card title="Failures of the last 24 hours" aside={<a href={hashOfPage("failures")}>All failures</a>}>
      <Shown of={failures}>{(page) => <Lines failing={byJob(page.value)} complete={!page.nextLink} />}</Shown>
    </Card>
  );
}

function Lines({ failing, complete }: { failing: Failing[]; complete: boolean }) {
  if (!failing.length) return <Empty>Nothing has failed.</Empty>;
  return (
    <>
      <ul class="lines">
        {failing.slice(0, LINES).map((one) => (
          <li key={one.id}>
            <span class="line-head">
              <JobLink id={one.id} />
              <a class="muted small" href={hashOfEntry(one.last)}>
                <Instant at={one.last.properties.startTime} show="distance" />
                {one.count > 1 && `, ${counted(one.count, "time")}${complete ? "" : " or more"}`}
              </a>
            </span>
            <span class="cut small muted">{answerOf(one.last.properties.message).gist}</span>
          </li>
        ))}
      </ul>
      {failing.length > LINES && (
        <p class="muted small">
          and <a href={hashOfPage("failures")}>{counted(failing.length - LINES, "more job")}</a>
        </p>
      )}
    </>
  );
}
