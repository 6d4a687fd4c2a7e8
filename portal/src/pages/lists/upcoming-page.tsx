import { countUpcoming, listUpcoming } from "../../api/operations";
import type { ComingRun } from "../../api/types";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { Shown } from "../../parts/notices";
import { Card } from "../../parts/page";
import { useList } from "../../parts/pages-of-list";
import { RunsPicture } from "../../parts/runs-picture";
import type { Column } from "../../parts/table";
import { place } from "../../state/address";
import { now } from "../../state/clock";
import { useLoaded } from "../../state/loading";
import { subscription } from "../../state/subscription";
import { isoOf } from "../../times/instants";
import { secondsOf } from "../../times/words";
import { ChoiceFilter, TextFilter, choiceIn, matches } from "./filters";
import { ListPage } from "./list-page";

const SPANS = [
  ["1.00:00:00", "next 24 hours"],
  ["01:00:00", "next hour"],
  ["7.00:00:00", "next 7 days"],
] as const;
const BUCKETS: Record<string, string> = {
  "01:00:00": "00:01:00",
  "1.00:00:00": "00:05:00",
  "7.00:00:00": "00:30:00",
};

const A_MINUTE = 60_000;

const COLUMNS: Column<ComingRun>[] = [
  { name: "When", show: ({ properties }) => <When due={properties.due ?? properties.at} /> },
  { name: "By the job's clocks", show: ({ properties }) => <ByJobsClocks run={properties} /> },
  { name: "Job", show: (run) => <JobLink id={run.id} tab="upcoming" /> },
];

/** A run that should have begun by now is marked. */
function When({ due }: { due: string }) {
  const late = Date.parse(due) < now.value - A_MINUTE;
  return (
    <>
      <Instant at={due} /> {late && <Badge tone="bad" label="overdue" />}
    </>
  );
}

function ByJobsClocks({ run }: { run: ComingRun["properties"] }) {
  return (
    <>
      <Instant at={run.at} zone={run.timeZone} local={run.local} show="time" />{" "}
      {run.due && <small class="muted">spread</small>}
    </>
  );
}

export function UpcomingPage() {
  const { query } = place.value;
  const span = choiceIn("next", SPANS);
  const until = () => isoOf(Date.now() + secondsOf(span) * 1000);
  const list = useList(
    () => listUpcoming(subscription.value, { until: until() }),
    [subscription.value, span],
    60,
  );
  return (
    <ListPage
      title="Upcoming"
      about="The runs to come, over all jobs, in order."
      filters={
        <>
          <ChoiceFilter name="next" label="How far ahead" options={SPANS} />
          <TextFilter name="find" label="Find in these" />
        </>
      }
      above={<PictureCard key={span} span={span} until={until} />}
      list={list}
      columns={COLUMNS}
      keyOf={(run) => `${run.properties.at} ${run.id}`}
      wanted={(run) => matches(run.name, query["find"])}
      noun="run"
      empty="Nothing runs."
    />
  );
}

function PictureCard({ span, until }: { span: string; until: () => string }) {
  const crowds = useLoaded(
    () => countUpcoming(subscription.value, until(), BUCKETS[span] ?? "00:30:00"),
    [subscription.value, span],
    60,
  );
  return (
    <Card>
      <Shown of={crowds}>{(value) => <RunsPicture crowds={value} />}</Shown>
    </Card>
  );
}
