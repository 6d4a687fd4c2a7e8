import { namesIn, jobIn } from "../../api/ids";
import { listAudit } from "../../api/operations";
import type { Change } from "../../api/types";
import { Instant } from "../../parts/instant";
import { TargetLink } from "../../parts/links";
import { useList } from "../../parts/pages-of-list";
import type { Column } from "../../parts/table";
import { changeQuery, hashOfJob, place } from "../../state/address";
import { subscription } from "../../state/subscription";
import { isoOf } from "../../times/instants";
import { secondsOf } from "../../times/words";
import { changeKey } from "../../words/changes";
import { OPERATIONS } from "../../words/outcomes";
import { ChoiceFilter, TextFilter, choiceIn, matches } from "./filters";
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
  const span = choiceIn("last", SPANS);
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
          <PlaceFilter />
        </>
      }
      list={list}
      columns={COLUMNS}
      keyOf={changeKey}
      wanted={(change) => matches(textOf(change), query["find"])}
      noun="change"
      empty="Nothing was changed."
    />
  );
}

/** The collection or job that the address asks for: it can be taken away. */
function PlaceFilter() {
  const { collection, job } = place.value.query;
  if (collection === undefined && job === undefined) return null;
  const shown = [collection, job].filter(Boolean).join("/");
  return (
    <button
      class="chip"
      aria-label={`Remove the filter ${shown}`}
      onClick={() => changeQuery({ collection: undefined, job: undefined })}
    >
      <span class="chip-label">{shown}</span> ✕
    </button>
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
