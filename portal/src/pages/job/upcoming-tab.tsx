// The runs to come, by the job's clocks.
import { useState } from "preact/hooks";
import type { Run } from "../../api/types";
import { timesBy, withTimes } from "../../parts/clocks";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { Empty, Shown } from "../../parts/notices";
import { Table, type Column } from "../../parts/table";
import { useLoaded } from "../../state/loading";
import { wallAt, wallIn, UTC } from "../../times/wall";
import { inFull } from "../../times/words";
import { progressOf, type JobFacts } from "./job-facts";
import { loadRuns } from "./runs-to-come";

const STEPS = [50, 100, 300, 500];

export function UpcomingTab({ facts }: { facts: JobFacts }) {
  const [step, setStep] = useState(0);
  const wanted = STEPS[step]!;
  const loaded = useLoaded(() => loadRuns(facts.name, wanted), [wanted, progressOf(facts)]);
  return (
    <Shown of={loaded}>
      {({ runs, note }) => (
        <>
          {note && <p class="notice warn">{withTimes(note, timesBy(facts.zone))}</p>}
          {runs.length ? <Runs runs={runs} zone={facts.zone} /> : <Empty>No run is to come.</Empty>}
          {runs.length === wanted && step + 1 < STEPS.length && (
            <button class="more" onClick={() => setStep(step + 1)}>
              Show more
            </button>
          )}
        </>
      )}
    </Shown>
  );
}

function Runs({ runs, zone }: { runs: Run[]; zone: string }) {
  return <Table label="Runs to come" columns={columnsOf(runs, zone)} values={runs} keyOf={({ at }) => at} />;
}

/** Columns that would be empty are left out. */
function columnsOf(runs: Run[], zone: string): Column<Run>[] {
  const due: Column<Run> = {
    name: "Put off to",
    show: (run) => run.due && <Instant at={run.due} zone={zone} show="time" />,
  };
  const note: Column<Run> = {
    name: "Clock change",
    wide: true,
    show: (run) => run.note && <Note words={run.note} />,
  };
  const utc: Column<Run> = {
    name: "In UTC",
    show: ({ at }) => <span class="muted">{inFull(wallAt(Date.parse(at), UTC)!)}</span>,
  };
  return [
    {
      name: `By ${zone}`,
      show: ({ at, local }) => <span>{inFull(wallIn(local) ?? wallAt(Date.parse(at), UTC)!)}</span>,
    },
    { name: "When", show: ({ at }) => <Instant at={at} zone={zone} show="distance" /> },
    ...(zone === UTC ? [] : [utc]),
    ...(runs.some((run) => run.due) ? [due] : []),
    ...(runs.some((run) => run.note) ? [note] : []),
  ];
}

function Note({ words }: { words: string }) {
  return (
    <>
      <Badge tone="warn" label="clocks change" /> {words}
    </>
  );
}
