import { listRunning } from "../../api/operations";
import type { RunUnderWay } from "../../api/types";
import { timesBy, withTimes } from "../../parts/clocks";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { useList } from "../../parts/pages-of-list";
import type { Column } from "../../parts/table";
import { subscription } from "../../state/subscription";
import { UNDER_WAY } from "../../words/outcomes";
import { ListPage } from "./list-page";

const KINDS: Record<RunUnderWay["properties"]["kind"], string> = {
  occurrence: "scheduled",
  runNow: "by hand",
  retry: "retry",
  errorAction: "error action",
};

const COLUMNS: Column<RunUnderWay>[] = [
  { name: "Job", show: (run) => <JobLink id={run.id} /> },
  { name: "State", show: ({ properties }) => <Badge {...UNDER_WAY[properties.state]} /> },
  {
    name: "What",
    show: ({ properties }) =>
      properties.attempt ? `${KINDS[properties.kind]} ${properties.attempt}` : KINDS[properties.kind],
  },
  { name: "Since", show: ({ properties }) => <Instant at={properties.since} show="distance" /> },
  { name: "Due", show: ({ properties }) => <Instant at={properties.due} /> },
  {
    name: "Waits for",
    wide: true,
    show: ({ properties }) => withTimes(properties.waitsFor ?? "", timesBy()),
  },
];

export function RunningPage() {
  const list = useList(() => listRunning(subscription.value), [subscription.value], 5);
  return (
    <ListPage
      title="Running"
      about="What is being done right now, what waits for another try or for an earlier run, and what should have begun. Oldest first."
      list={list}
      columns={COLUMNS}
      keyOf={(run) => `${run.id} ${run.properties.due} ${run.properties.kind} ${run.properties.attempt}`}
      noun="run"
      empty="Nothing is running, and nothing waits."
    />
  );
}
