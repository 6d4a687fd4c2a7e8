// The attempts of a job, newest first, with what the target answered.
import { useEffect, useRef, useState } from "preact/hooks";
import { choiceIn } from "../lists/filters";
import { listHistory } from "../../api/operations";
import type { JobName } from "../../api/ids";
import type { HistoryEntry } from "../../api/types";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { Empty, Shown } from "../../parts/notices";
import { Table, type Column } from "../../parts/table";
import { changeQuery, place } from "../../state/address";
import { useLoaded } from "../../state/loading";
import { spanInWords } from "../../times/words";
import { ATTEMPTS } from "../../words/outcomes";
import { answerOf, durationOf, entryIn, kindOf, latenessOf } from "../../words/attempts";
import { progressOf, type JobFacts } from "./job-facts";

const PAGE = 50;
const MOST = 1_000; // as many as the app keeps of a job

const FILTERS = [
  ["", "all"],
  ["Failed", "failed"],
  ["Completed", "succeeded"],
] as const;

export function HistoryTab({ facts }: { facts: JobFacts }) {
  const [wanted, setWanted] = useState(PAGE);
  const { entry = "" } = place.value.query;
  const status = choiceIn("status", FILTERS);
  const loaded = useLoaded(
    () => loadEntries(facts.name, wanted, status, entry),
    [wanted, status, entry, progressOf(facts)],
  );
  const choose = (to: string) => {
    setWanted(PAGE);
    changeQuery({ status: to, entry: undefined });
  };
  return (
    <>
      <div class="filters" role="group" aria-label="Outcome">
        {FILTERS.map(([value, label]) => (
          <button key={value} class="chip" aria-pressed={status === value} onClick={() => choose(value)}>
            {label}
          </button>
        ))}
      </div>
      <Shown of={loaded}>
        {(entries) => (
          <Entries
            entries={entries}
            asked={entry}
            zone={facts.zone}
            more={() => setWanted(entries.length + PAGE)}
          />
        )}
      </Shown>
    </>
  );
}

interface EntriesProps {
  entries: HistoryEntry[];
  asked: string;
  zone: string;
  more: () => void;
}

function Entries({ entries, asked, zone, more }: EntriesProps) {
  const found = entries.some(({ name }) => entryIn(name) === asked);
  if (!entries.length) return <Empty>No attempt is kept.</Empty>;
  return (
    <>
      {asked && !found && (
        <p class="notice warn">
          The attempt that the address names is no longer kept, or the filter hides it.
        </p>
      )}
      <div class="attempt-list">
        <Table
          label="Attempts"
          columns={columnsBy(zone, asked)}
          values={entries}
          keyOf={({ name }) => name}
        />
      </div>
      {entries.length % PAGE === 0 && entries.length < MOST && (
        <button class="more" onClick={more}>
          Show more
        </button>
      )}
    </>
  );
}

function columnsBy(zone: string, asked: string): Column<HistoryEntry>[] {
  return [
    {
      name: "Started",
      show: ({ properties }) => <Instant at={properties.startTime} zone={zone} show="time" />,
    },
    { name: "Outcome", show: ({ properties }) => <Badge {...ATTEMPTS[properties.status]} /> },
    { name: "Kind", show: ({ properties }) => <span class="together">{kindOf(properties)}</span> },
    { name: "Late by", number: true, show: ({ properties }) => <Length seconds={latenessOf(properties)} /> },
    { name: "Took", number: true, show: ({ properties }) => <Length seconds={durationOf(properties)} /> },
    { name: "HTTP", number: true, show: ({ properties }) => properties.httpStatus ?? "" },
    {
      name: "Answer",
      wide: true,
      show: (entry) => <Answer entry={entry} zone={zone} asked={entryIn(entry.name) === asked} />,
    },
  ];
}

function Length({ seconds }: { seconds: number }) {
  return <span class="together">{spanInWords(seconds)}</span>;
}

/** What the target answered: hostile until proven otherwise, so it becomes text and nothing else. */
function Answer({ entry, zone, asked }: { entry: HistoryEntry; zone: string; asked: boolean }) {
  const { message, retryTime, collapsedUntil, expectedExecutionTime } = entry.properties;
  const { gist, whole } = answerOf(message);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!asked || !element.current) return;
    element.current.open = true;
    element.current.closest("tr")?.scrollIntoView({ block: "center" });
  }, [asked]);
  return (
    <details ref={element} class={asked ? "answer asked" : "answer"}>
      <summary>{gist || "(nothing)"}</summary>
      <p class="small muted">
        Due <Instant at={expectedExecutionTime} zone={zone} show="time" />
        {collapsedUntil && (
          <>
            ; stands for all that were missed until <Instant at={collapsedUntil} zone={zone} show="time" />
          </>
        )}
        {retryTime && (
          <>
            ; tried again at <Instant at={retryTime} zone={zone} show="time" />
          </>
        )}
      </p>
      <pre>{whole || "(nothing)"}</pre>
    </details>
  );
}

/** Load so many entries, and further ones until the one that is asked for is among them. */
async function loadEntries(
  name: JobName,
  wanted: number,
  status: string,
  asked: string,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  const isThere = () => !asked || entries.some((entry) => entryIn(entry.name) === asked);
  while (entries.length < MOST && (entries.length < wanted || !isThere())) {
    const { value } = await listHistory(name, PAGE, entries.length, status);
    entries.push(...value);
    if (value.length < PAGE) break;
  }
  return entries;
}
