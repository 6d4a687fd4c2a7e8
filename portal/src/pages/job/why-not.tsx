// "Why not at …?": one time by the job's clocks, and the app's answer in a sentence.
import { useEffect, useState } from "preact/hooks";
import { askWhy } from "../../api/operations";
import type { Asked } from "../../api/types";
import { timesBy, withTimes } from "../../parts/clocks";
import { Badge } from "../../parts/badge";
import { Shown } from "../../parts/notices";
import { changeQuery, place } from "../../state/address";
import { useLoaded } from "../../state/loading";
import { asTyped } from "../../times/instants";
import { wallAt, wallIn } from "../../times/wall";
import { inFull, twoDigits } from "../../times/words";
import { OCCURRENCES } from "../../words/outcomes";
import { ended } from "./occurrence-words";
import { progressOf, type JobFacts } from "./job-facts";
import { Attempts } from "./occurrence-lines";

export function WhyNot({ facts }: { facts: JobFacts }) {
  const at = place.value.query["at"] ?? "";
  return (
    <section class="why-not" aria-label="A single time">
      <Question at={at} zone={facts.zone} />
      {at && <Answer at={at} facts={facts} />}
    </section>
  );
}

function Question({ at, zone }: { at: string; zone: string }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(typedOf(at, zone)), [at, zone]);
  const ask = (event: Event) => {
    event.preventDefault();
    changeQuery({ at: typed });
  };
  return (
    <form class="choices" onSubmit={ask}>
      <label>
        <strong>Why (not) at</strong>{" "}
        <input
          type="datetime-local"
          step="1"
          required
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button disabled={!typed}>Ask</button>
      {at && (
        <button type="button" class="plain" onClick={() => changeQuery({ at: undefined })}>
          Clear
        </button>
      )}
      <small class="muted">by the clocks of {zone}</small>
    </form>
  );
}

function Answer({ at, facts }: { at: string; facts: JobFacts }) {
  const asked = useLoaded(() => askWhy(facts.name, at), [at, progressOf(facts)]);
  return (
    <div class="notice" role="status">
      <Shown of={asked}>{(answer) => <Told answer={answer} facts={facts} />}</Shown>
    </div>
  );
}

function Told({ answer, facts }: { answer: Asked; facts: JobFacts }) {
  const wall = wallIn(answer.local);
  return (
    <>
      <p class="muted small">
        {wall ? inFull(wall) : answer.local} {facts.zone}
      </p>
      {answer.occurrences.map((one) => (
        <p key={one.at} class="choices">
          <Badge {...OCCURRENCES[one.outcome]} /> <Attempts one={one} name={facts.name} />
        </p>
      ))}
      {answer.refused && <Badge tone="idle" label={REFUSALS[answer.refused.reason]} />}
      <p>{ended(withTimes(answer.sentence, timesBy(facts.zone)))}</p>
      <Neighbours answer={answer} zone={facts.zone} />
    </>
  );
}

function Neighbours({ answer: { before, after }, zone }: { answer: Asked; zone: string }) {
  const time = timesBy(zone);
  if (!before && !after) return null;
  return (
    <p class="choices">
      <span class="muted small">The schedule names</span>
      {before && (
        <button class="chip" onClick={() => changeQuery({ at: before })}>
          ← {time(before)}
        </button>
      )}
      {after && (
        <button class="chip" onClick={() => changeQuery({ at: after })}>
          {time(after)} →
        </button>
      )}
    </p>
  );
}

/** Return an instant, or a time that was typed, as the field has it: by the job's clocks. */
function typedOf(at: string, zone: string): string {
  const wall = at.endsWith("Z") ? wallAt(Date.parse(at), zone) : wallIn(at);
  return wall ? `${asTyped(wall)}:${twoDigits(wall.second)}` : "";
}

const REFUSALS: Record<NonNullable<Asked["refused"]>["reason"], string> = {
  oneTime: "runs only once",
  beforeStart: "before the start",
  afterEnd: "after the end",
  doesNotExist: "the clocks skip it",
  excluded: "excluded day",
  inactivePeriod: "between two periods",
  weekday: "another weekday",
  noSuchDay: "another day",
  hour: "another hour",
  minute: "another minute",
  repeated: "the clocks show it twice",
};
