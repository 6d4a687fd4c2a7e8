// Occurrences as lines, with a mark at now. Of many, those around now are drawn first.
import type { OccurrenceFacts } from "../../api/types";
import type { JobName } from "../../api/ids";
import { timesBy } from "../../parts/clocks";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { hashOfJob } from "../../state/address";
import { now } from "../../state/clock";
import { relative, spanInWords } from "../../times/words";
import { ATTEMPTS, OCCURRENCES, counted } from "../../words/outcomes";
import { durationOf, entryIn } from "../../words/attempts";
import type { JobFacts } from "./job-facts";
import { wordsOfOccurrence } from "./occurrence-words";
import { linesAround } from "./spans";

type Side = "ahead" | "back";

interface LinesProps {
  /** Newest first, or, if all are to come, the next first. */
  lines: OccurrenceFacts[];
  facts: JobFacts;
  reach: Record<Side, number>;
  ascending: boolean;
  further: (side: Side) => void;
}

export function OccurrenceLines({ lines, facts, reach, ascending, further }: LinesProps) {
  const coming = lines.filter(({ at }) => Date.parse(at) > now.value).length;
  const { first, last } = ascending
    ? { first: 0, last: Math.min(lines.length, reach.ahead) }
    : linesAround(coming, lines.length, reach.ahead, reach.back);
  const drawn = lines.slice(first, last);
  const line = (one: OccurrenceFacts) => <Line key={`${one.at} ${one.kind ?? ""}`} one={one} facts={facts} />;
  return (
    <>
      {first > 0 && <More count={first} words="later" show={() => further("ahead")} />}
      <ol class="occurrences">
        {!ascending && drawn.slice(0, coming - first).map(line)}
        <li class="now">now</li>
        {(ascending ? drawn : drawn.slice(coming - first)).map(line)}
      </ol>
      {last < lines.length && (
        <More
          count={lines.length - last}
          words={ascending ? "later" : "earlier"}
          show={() => further("back")}
        />
      )}
    </>
  );
}

function More({ count, words, show }: { count: number; words: string; show: () => void }) {
  return (
    <button class="more plain" onClick={show}>
      Show more of {counted(count, `${words} one`)}
    </button>
  );
}

function Line({ one, facts }: { one: OccurrenceFacts; facts: JobFacts }) {
  const words = wordsOfOccurrence(one, timesBy(facts.zone, one.at), Date.parse(one.at) > now.value);
  return (
    <li>
      <span class="when">
        <Instant at={one.at} zone={facts.zone} local={one.local} show="time" />
        {one.kind && <small class="muted"> {one.kind === "runNow" ? "by hand" : "first run"}</small>}
      </span>
      <span class="became">
        <Badge {...OCCURRENCES[one.outcome]} />
      </span>
      <span class="words">
        {one.outcome === "upcoming" && (
          <span class="muted">{relative(Date.parse(one.due ?? one.at), now.value)}</span>
        )}{" "}
        {words}
      </span>
      <Attempts one={one} name={facts.name} />
    </li>
  );
}

/** The attempts of an occurrence: what each came to, with a link into the history. */
export function Attempts({
  one: { attempts = [] },
  name,
}: {
  one: Pick<OccurrenceFacts, "attempts">;
  name: JobName;
}) {
  if (!attempts.length) return null;
  return (
    <span class="attempts">
      {attempts.map((attempt) => (
        <a
          key={attempt.id}
          href={hashOfJob(name, "history", { entry: entryIn(attempt.id) })}
          class={ATTEMPTS[attempt.status].tone}
          title={`${attempt.attempt ? `retry ${attempt.attempt}` : "first attempt"}, took ${spanInWords(durationOf(attempt))}`}
        >
          {attempt.action === "ErrorAction" && "error action "}
          {attempt.httpStatus ?? ATTEMPTS[attempt.status].label}
        </a>
      ))}
    </span>
  );
}
