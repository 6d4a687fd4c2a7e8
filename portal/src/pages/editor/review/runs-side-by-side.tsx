// The next runs before and after, side by side, with what is only on one side marked.
import { zoneInForce } from "../definition/zones";
import type { Editing } from "../editing";
import { knowsZone, UTC, wallAt } from "../../../times/wall";
import { byAllClocks } from "../../../times/words";
import { onlyHere } from "../merged-runs";
import { inWords } from "../preview-card";
import type { Reviewed } from "./saving";

const RUNS_OF_TRIAL = 20; // so many the app shows on either side

interface SideBySideProps {
  reviewed: Reviewed;
  editing: Editing;
}

export function RunsSideBySide({ reviewed: { before, after }, editing }: SideBySideProps) {
  const isNew = !editing.stored;
  const inForce = zoneInForce(editing.definition, editing.asker.zoneOfCollection) ?? UTC;
  const zone = knowsZone(inForce) ? inForce : UTC;
  const same = JSON.stringify(before) === JSON.stringify(after);
  return (
    <section aria-label="Next runs">
      <h3>Next runs, by the clocks of {zone}</h3>
      {same && before.length > 0 && <p class="hint">They stay as they are.</p>}
      <div class={same || isNew ? "side-by-side same" : "side-by-side"}>
        {!isNew && !same && (
          <RunList title="Before" runs={before} others={after} zone={zone} mark="removed" />
        )}
        <RunList
          title={isNew || same ? "" : "After"}
          runs={after}
          others={before}
          zone={zone}
          mark={isNew ? "" : "added"}
        />
      </div>
    </section>
  );
}

interface RunListProps {
  title: string;
  runs: string[];
  others: string[];
  zone: string;
  mark: string;
}

function RunList({ title, runs, others, zone, mark }: RunListProps) {
  const marked = onlyHere(runs, others, RUNS_OF_TRIAL);
  return (
    <div class="diff">
      {title && <h4>{title}</h4>}
      {!runs.length && <p class="hint">None: the job is disabled, or over.</p>}
      <ol class="run-list">
        {runs.map((at) => (
          <li key={at}>
            <time class={marked.has(at) ? mark : ""} dateTime={at} title={byAllClocks(at, zone, undefined)}>
              {inWords(wallAt(Date.parse(at), zone)!)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  );
}
