// The picture of the runs to come, with its peaks named.
import type { Crowds } from "../api/types";
import { JobLink } from "./links";
import { Instant } from "./instant";
import { HERE } from "../times/wall";
import { secondsOf } from "../times/words";
import { counted } from "../words/outcomes";
import { drawn, HEIGHT, WIDTH } from "./runs-drawn";

export type Peak = Crowds["peaks"][number];

const A_HERD = 10; // runs at one instant that are worth naming
const PEAKS_NAMED = 3;
const JOBS_NAMED = 3;

export function RunsPicture({ crowds }: { crowds: Crowds }) {
  const picture = drawn(crowds, secondsOf(crowds.bucket), HERE);
  const words = `${counted(picture.total, "run")}; at most ${picture.highest} in one bar`;
  return (
    <figure class="runs">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words}>
        {picture.hours.map(({ x }) => (
          <path key={x} class="hour" d={`M${x} 0V${HEIGHT}`} />
        ))}
        <path class="bars" d={picture.bars} />
      </svg>
      <div class="hours" aria-hidden="true">
        {picture.hours.map(({ x, label }) => (
          <span key={x} class={edgeOf(x)} style={{ left: `${(x / WIDTH) * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <figcaption class="muted small">
        {words}, by your clocks ({HERE}).
      </figcaption>
    </figure>
  );
}

/** Labels at an edge stay inside the picture. */
const edgeOf = (x: number) => (x < WIDTH * 0.03 ? "left" : x > WIDTH * 0.97 ? "right" : "");

export const herdsIn = (crowds: Crowds) =>
  crowds.peaks.filter((peak) => peak.runs >= A_HERD).slice(0, PEAKS_NAMED);

/** The instants at which many jobs run at once. */
export function Herds({ crowds, spread }: { crowds: Crowds; spread: ((peak: Peak) => void) | null }) {
  const herds = herdsIn(crowds);
  if (!herds.length) return null;
  return (
    <ul class="herds">
      {herds.map((peak) => (
        <li key={peak.at}>
          <span>
            <strong>{counted(peak.runs, "run")}</strong> together, <Instant at={peak.at} />
            <small class="muted some">
              {peak.jobs.slice(0, JOBS_NAMED).map((id) => (
                <JobLink key={id} id={id} bare />
              ))}
              {peak.runs > JOBS_NAMED && `and ${peak.runs - JOBS_NAMED} more`}
            </small>
          </span>
          {spread && <button onClick={() => spread(peak)}>Spread these</button>}
        </li>
      ))}
    </ul>
  );
}
