import { listFailures } from "../../api/operations";
import type { HistoryEntry } from "../../api/types";
import { Instant } from "../../parts/instant";
import { JobLink, hashOfEntry } from "../../parts/links";
import { useList } from "../../parts/pages-of-list";
import type { Column } from "../../parts/table";
import { place } from "../../state/address";
import { subscription } from "../../state/subscription";
import { isoOf } from "../../times/instants";
import { secondsOf, spanInWords } from "../../times/words";
import { answerOf, durationOf, kindOf } from "../../words/attempts";
import { ChoiceFilter, TextFilter, choiceIn, matches } from "./filters";
import { ListPage } from "./list-page";

const SPANS = [
  ["1.00:00:00", "last 24 hours"],
  ["01:00:00", "last hour"],
  ["7.00:00:00", "last 7 days"],
] as const;

const COLUMNS: Column<HistoryEntry>[] = [
  {
    name: "When",
    show: (entry) => (
      <a href={hashOfEntry(entry)}>
        <Instant at={entry.properties.startTime} />
      </a>
    ),
  },
  { name: "Job", show: (entry) => <JobLink id={entry.id} /> },
  { name: "Attempt", tight: true, show: ({ properties }) => kindOf(properties) },
  { name: "Status", show: ({ properties }) => properties.httpStatus ?? "–" },
  { name: "Took", tight: true, show: ({ properties }) => spanInWords(durationOf(properties)) },
  { name: "What was answered", wide: true, show: ({ properties }) => answerOf(properties.message).gist },
];

export function FailuresPage() {
  const { query } = place.value;
  const span = choiceIn("last", SPANS);
  const from = () => isoOf(Date.now() - secondsOf(span) * 1000);
  const list = useList(
    () => listFailures(subscription.value, { from: from() }),
    [subscription.value, span],
    30,
  );
  return (
    <ListPage
      title="Failures"
      about="Attempts that failed, over all jobs, newest first. They are kept for seven days here, and longer in the history of their jobs."
      filters={
        <>
          <ChoiceFilter name="last" label="How far back" options={SPANS} />
          <TextFilter name="find" label="Find in these" />
        </>
      }
      list={list}
      columns={COLUMNS}
      keyOf={(entry) => entry.id}
      wanted={(entry) => matches(`${entry.name} ${entry.properties.message}`, query["find"])}
      noun="failure"
      empty="Nothing has failed."
    />
  );
}
