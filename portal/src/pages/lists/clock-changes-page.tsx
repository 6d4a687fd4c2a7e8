import { listClockChanges } from "../../api/operations";
import type { ClockChange } from "../../api/types";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import { Table, type Column } from "../../parts/table";
import { useLoaded } from "../../state/loading";
import { subscription } from "../../state/subscription";
import { wallIn } from "../../times/wall";
import { clockTime } from "../../times/words";
import { counted, type Tone } from "../../words/outcomes";

type Facts = ClockChange["properties"];
type Affected = Facts["jobs"][number];

const EFFECTS: Record<Affected["effect"], { label: string; tone: Tone }> = {
  moved: { label: "moved", tone: "warn" },
  together: { label: "fall together", tone: "warn" },
  leftOut: { label: "left out", tone: "idle" },
  repeated: { label: "twice", tone: "warn" },
};

const COLUMNS: Column<Affected>[] = [
  { name: "Job", show: (one) => <JobLink id={one.id} tab="upcoming" /> },
  { name: "What happens", show: (one) => <Badge {...EFFECTS[one.effect]} /> },
  { name: "Named", show: (one) => clocksOf(one.times.flatMap((time) => time.named)) },
  { name: "Runs", wide: true, show: (one) => runsOf(one) },
];

export function ClockChangesPage() {
  const changes = useLoaded(() => listClockChanges(subscription.value), [subscription.value]);
  return (
    <Page title="Clock changes">
      <p class="muted">
        The next times at which clocks are set, in the zones that jobs use, and what that does to them. What a
        job does then is a choice of its own: <em>daylight saving</em> in its editor.
      </p>
      <Shown of={changes}>
        {({ value }) =>
          value.length ? (
            <>
              {value.map((one) => (
                <ChangeCard key={one.properties.zone + one.properties.at} change={one.properties} />
              ))}
            </>
          ) : (
            <Empty>No clock that a job uses is set in the coming months.</Empty>
          )
        }
      </Shown>
    </Page>
  );
}

function ChangeCard({ change }: { change: Facts }) {
  return (
    <Card
      title={change.zone}
      label={`${change.zone}, ${change.at.slice(0, 10)}`}
      aside={
        <span class="muted">
          {change.offsetBefore} → {change.offsetAfter}, <Instant at={change.at} zone={change.zone} />
        </span>
      }
    >
      {change.jobs.length ? (
        <Table
          label={`Jobs in ${change.zone}`}
          columns={COLUMNS}
          values={change.jobs}
          keyOf={(one) => `${one.id} ${one.effect}`}
        />
      ) : (
        <p class="muted">No job names a time that is missing or occurs twice.</p>
      )}
      {change.moreJobs ? <p class="muted small">and {counted(change.moreJobs, "more job")}</p> : null}
    </Card>
  );
}

function runsOf(one: Affected): string {
  const runs = clocksOf(one.times.flatMap((time) => time.runs.map((run) => run.local)));
  return [runs || "not at all", one.moreTimes ? `and ${one.moreTimes} more` : ""].filter(Boolean).join(" ");
}

/** Return the clock times, each with its offset if it has one: `03:30 (+02:00)`. */
function clocksOf(written: string[]): string {
  return written.map(clockWithOffset).join(", ");
}

function clockWithOffset(written: string): string {
  const [wall, offset] = [wallIn(written), /[+-]\d\d:\d\d$/.exec(written)?.[0]];
  return `${wall ? clockTime(wall) : written}${offset ? ` (${offset})` : ""}`;
}
