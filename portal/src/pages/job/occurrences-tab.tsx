// Every time of a span, with what became of it and why; and the question about a single time.
import { useState } from "preact/hooks";
import { listOccurrences } from "../../api/operations";
import type { OccurrenceFacts } from "../../api/types";
import { Empty, Shown } from "../../parts/notices";
import { zoneForPeople } from "../../parts/pause-form";
import { changeQuery, place } from "../../state/address";
import { now } from "../../state/clock";
import { useLoaded } from "../../state/loading";
import { OCCURRENCES, counted } from "../../words/outcomes";
import { progressOf, type JobFacts } from "./job-facts";
import { OccurrenceLines } from "./occurrence-lines";
import { spanChoices, spanOf, typedAround } from "./spans";
import { WhyNot } from "./why-not";

const REACH = { ahead: 3, back: 60 };
const STEP = 100;

export function OccurrencesTab({ facts }: { facts: JobFacts }) {
  return (
    <>
      <WhyNot facts={facts} />
      <h2>What became of each time</h2>
      <SpanChoice zone={zoneForPeople(facts.zone)} />
      <Occurrences facts={facts} />
    </>
  );
}

function SpanChoice({ zone }: { zone: string }) {
  const { span = "", from = "", to = "" } = place.value.query;
  const choose = (choice: string) =>
    changeQuery({
      span: choice,
      outcome: undefined,
      ...(choice === "custom" ? typedAround(Date.now(), zone) : { from: undefined, to: undefined }),
    });
  return (
    <>
      <div class="choices" role="group" aria-label="Span of time">
        {spanChoices(now.value, zone).map(([choice, label]) => (
          <button key={choice} class="chip" aria-pressed={span === choice} onClick={() => choose(choice)}>
            {label}
          </button>
        ))}
      </div>
      {span === "custom" && (
        <div class="choices custom-span">
          <label>
            From{" "}
            <input
              type="datetime-local"
              value={from}
              onChange={(event) => changeQuery({ from: event.currentTarget.value })}
            />
          </label>
          <label>
            to{" "}
            <input
              type="datetime-local"
              value={to}
              onChange={(event) => changeQuery({ to: event.currentTarget.value })}
            />
          </label>
          <small class="muted">by the clocks of {zone}</small>
        </div>
      )}
    </>
  );
}

function Occurrences({ facts }: { facts: JobFacts }) {
  const { span: choice = "", from = "", to = "" } = place.value.query;
  const zone = zoneForPeople(facts.zone);
  const load = async () => {
    const span = spanOf(choice, { from, to }, Date.now(), zone);
    if (!span) return null;
    return (await listOccurrences(facts.name, span.from, span.to)).map(({ properties }) => properties);
  };
  const loaded = useLoaded(load, [choice, from, to, progressOf(facts)]);
  return (
    <Shown of={loaded}>
      {(all) =>
        all === null ? (
          <Empty>Give a beginning and a later end.</Empty>
        ) : (
          <Told key={choice} all={all} facts={facts} />
        )
      }
    </Shown>
  );
}

function Told({ all, facts }: { all: OccurrenceFacts[]; facts: JobFacts }) {
  const [reach, setReach] = useState(REACH);
  const outcome = place.value.query["outcome"] ?? "";
  if (!all.length) return <Empty>The job has no time in this span.</Empty>;
  const chosen = all.filter((one) => !outcome || OCCURRENCES[one.outcome].label === outcome);
  const onlyFuture = chosen.every(({ at }) => Date.parse(at) > now.value);
  const ordered = onlyFuture ? chosen : chosen.toReversed();
  return (
    <>
      <OutcomeChips all={all} chosen={outcome} />
      <OccurrenceLines
        lines={ordered}
        facts={facts}
        reach={onlyFuture ? { ahead: reach.ahead + reach.back, back: 0 } : reach}
        ascending={onlyFuture}
        further={(side) => setReach({ ...reach, [side]: reach[side] + STEP })}
      />
    </>
  );
}

/** A chip for each label: several outcomes may share one. */
function OutcomeChips({ all, chosen }: { all: OccurrenceFacts[]; chosen: string }) {
  const counts = new Map<string, number>();
  for (const { outcome } of all)
    counts.set(OCCURRENCES[outcome].label, (counts.get(OCCURRENCES[outcome].label) ?? 0) + 1);
  const choose = (outcome: string) => changeQuery({ outcome });
  return (
    <div class="filters" role="group" aria-label="What became of it">
      <button class="chip" aria-pressed={!chosen} onClick={() => choose("")}>
        {counted(all.length, "time")}
      </button>
      {[...counts].map(([label, count]) => (
        <button
          key={label}
          class="chip"
          aria-pressed={chosen === label}
          onClick={() => choose(chosen === label ? "" : label)}
        >
          {label} {count.toLocaleString("en")}
        </button>
      ))}
    </div>
  );
}
