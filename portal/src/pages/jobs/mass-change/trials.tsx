// What a change would do: how many jobs change, stay or are refused, and each with its next run.
import { Instant } from "../../../parts/instant";
import { JobLink } from "../../../parts/links";
import type { Row } from "../../../state/jobs";
import { counted } from "../../../words/outcomes";
import { NAMES, type Change } from "./change";
import { inReadingOrder, shiftInWords, type Judged } from "./judgement";

const MOST_SHOWN = 200;

interface TrialsProps {
  change: Change;
  all: Judged[];
  left: Row[];
  /** The jobs that somebody has left out here. */
  without: ReadonlySet<string>;
  leave: (id: string) => void;
}

export function Trials({ change, all, left, without, leave }: TrialsProps) {
  const shown = inReadingOrder(all).slice(0, MOST_SHOWN);
  return (
    <>
      <Sums change={change} all={all.filter(({ row }) => !without.has(row.id))} left={left} />
      <div class="scroll trials" tabIndex={0} role="region" aria-label="What would change">
        <table class={change.operation === "run" ? "" : "three"}>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">What changes</th>
              {change.operation !== "run" && <th scope="col">Next run</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <Line
                key={one.row.id}
                one={one}
                change={change}
                out={without.has(one.row.id)}
                leave={() => leave(one.row.id)}
              />
            ))}
          </tbody>
        </table>
        {all.length > shown.length && (
          <p class="more muted small">and {counted(all.length - shown.length, "other")} …</p>
        )}
      </div>
    </>
  );
}

function Sums({ change, all, left }: { change: Change; all: Judged[]; left: Row[] }) {
  const count = (verdict: Judged["verdict"]) => all.filter((one) => one.verdict === verdict).length;
  const [changes, same, refusals] = [count("changes"), count("same"), count("refused")];
  return (
    <div class="sums">
      {change.operation === "run" ? (
        <p>
          A run cannot be tried beforehand: these {counted(changes, "job")} will run at once, beside their
          schedules.
        </p>
      ) : (
        <p>
          <strong>{counted(changes, "job")}</strong> would be {NAMES[change.operation].done}
          {same > 0 &&
            ` · ${same.toLocaleString("en")} ${same === 1 ? "is" : "are"} so already, and left out`}
        </p>
      )}
      {refusals > 0 && (
        <p class="mass-failed">Refused by the app, and left out: {counted(refusals, "job")}</p>
      )}
      {left.length > 0 && <p>Not looked at, and left out: {counted(left.length, "job")}</p>}
    </div>
  );
}

interface LineProps {
  one: Judged;
  change: Change;
  out: boolean;
  leave: () => void;
}

function Line({ one, change, out, leave }: LineProps) {
  return (
    <tr class={`trial ${out ? "same" : one.verdict}`}>
      <td>
        {one.verdict === "changes" && (
          <input
            type="checkbox"
            aria-label={`${NAMES[change.operation].verb} ${one.row.name.job}`}
            checked={!out}
            onChange={leave}
          />
        )}{" "}
        <JobLink id={one.row.id} />
      </td>
      <td>{one.words}</td>
      {change.operation !== "run" && (
        <td>
          <NextRun one={one} />
        </td>
      )}
    </tr>
  );
}

/** Both by the clocks that the job has now, so that they can be compared also if its zone changes. */
function NextRun({ one: { row, verdict, before, after } }: { one: Judged }) {
  const zone = row.facts.timeZone;
  if (verdict === "refused") return null;
  if (before === after) return <Run at={after} zone={zone} />;
  return (
    <>
      <Run at={before} zone={zone} /> → <Run at={after} zone={zone} />
      {before && after && <small class="muted shift">{shiftInWords(before, after)}</small>}
    </>
  );
}

function Run({ at, zone }: { at: string | null | undefined; zone: string }) {
  return at ? <Instant at={at} zone={zone} show="time" /> : <span class="muted">none</span>;
}
