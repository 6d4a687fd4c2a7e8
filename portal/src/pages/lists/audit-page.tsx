import { namesIn, jobIn } from "../../api/ids";
import { listAudit } from "../../api/operations";
import type { Change } from "../../api/types";
import { Instant } from "../../parts/instant";
import { TargetLink } from "../../parts/links";
import { useList } from "../../parts/pages-of-list";
import type { Column } from "../../parts/table";
import { hashOfJob, place } from "../../state/address";
import { subscription } from "../../state/subscription";
import { isoOf } from "../../times/instants";
import { secondsOf } from "../../times/words";
import { changeKey } from "../../words/changes";
import { OPERATIONS } from "../../words/outcomes";
import { ChoiceFilter, TextFilter, matches } from "./filters";
import { ListPage } from "./list-page";

const SPANS = [
  ["7.00:00:00", "last 7 days"],
  ["1.00:00:00", "last 24 hours"],
  ["30.00:00:00", "last 30 days"],
  ["400.00:00:00", "all that is kept"],
] as const;

const COLUMNS: Column<Change>[] = [
  { name: "When", show: ({ properties }) => <Instant at={properties.at} /> },
  { name: "Who", tight: true, show: ({ properties }) => properties.who },
  { name: "What", show: ({ properties }) => OPERATIONS[properties.operation] ?? properties.operation },
  { name: "Which", show: ({ properties }) => <TargetLink id={properties.target} /> },
  { name: "Note", wide: true, show: ({ properties }) => properties.note ?? "" },
  { name: "In detail", show: ({ properties }) => <Detail target={properties.target} /> },
];

function Detail({ target }: { target: string }) {
  return namesIn(target)?.job ? <a href={hashOfJob(jobIn(target), "changes")}>Changes</a> : null;
}

export function AuditPage() {
  const { query } = place.value;
  const span = query["last"] ?? SPANS[0][0];
  const from = () => isoOf(Date.now() - secondsOf(span) * 1000);
  const asked = { who: query["who"], collection: query["collection"], job: query["job"] };
  const list = useList(
    () => listAudit(subscription.value, { from: from(), ...asked }),
    [subscription.value, span, asked.who, asked.collection, asked.job],
    30,
  );
  return (
    <ListPage
      title="Changes"
      about="Who changed what, newest first. What the app does by itself is by “the scheduler”. Kept for 400 days, also of what was deleted."
      filters={
        <>
          <ChoiceFilter name="last" label="How far back" options={SPANS} />
          <TextFilter name="find" label="Find in these" />
          <TextFilter name="who" label="By whom, exactly" />
        </>
      }
      list={list}
      columns={COLUMNS}
      keyOf={changeKey}
      wanted={(change) => matches(textOf(change), query["find"])}
      empty="Nothing was changed."
    />
  );
}

function textOf({ properties }: Change): string {
  return [
    properties.who,
    properties.operation,
    OPERATIONS[properties.operation],
    properties.target,
    properties.note,
    properties.correlationId,
  ].join(" ");
}
