// The next runs before and after, side by side, with what is only on one side marked.
import { useState } from "preact/hooks";
import type { JsonObject } from "../../../api/types";
import { zoneInForce } from "../definition/zones";
import type { Editing } from "../editing";
import { knowsZone, UTC, wallAt } from "../../../times/wall";
import { byAllClocks } from "../../../times/words";
import { comparable, FEW, onlyHere } from "../merged-runs";
import { inWords } from "../preview-card";
import type { Sent } from "../sending";
import { whyNoRun } from "./record-words";
import type { Reviewed } from "./saving";

const RUNS_OF_TRIAL = 20; // so many the app shows on either side

interface SideBySideProps {
  reviewed: Reviewed;
  editing: Editing;
  sent: Sent;
}

export function RunsSideBySide({ reviewed, editing, sent }: SideBySideProps) {
  const [all, setAll] = useState(false);
  const [before, after] = comparable(reviewed.before, reviewed.after, RUNS_OF_TRIAL);
  const none = (definition: JsonObject | null) => whyNoRun(definition, editing.collection?.properties.state);
  const isNew = !editing.stored;
  const inForce = zoneInForce(editing.definition, editing.asker.zoneOfCollection) ?? UTC;
  const zone = knowsZone(inForce) ? inForce : UTC;
  const same = JSON.stringify(reviewed.before) === JSON.stringify(reviewed.after);
  return (
    <section aria-label="Next runs">
      <h3>Next runs, by the clocks of {zone}</h3>
      {same && before.length > 0 && <p class="hint">They stay as they are.</p>}
      <div class={same || isNew ? "side-by-side same" : "side-by-side"}>
        {!isNew && !same && (
          <RunList
            title="Before"
            runs={before}
            others={reviewed.after}
            zone={zone}
            mark="removed"
            all={all}
            none={none(editing.stored)}
          />
        )}
        <RunList
          title={isNew || same ? "" : "After"}
          runs={after}
          others={reviewed.before}
          zone={zone}
          mark={isNew ? "" : "added"}
          all={all}
          none={none(sent.definition)}
        />
      </div>
      {Math.max(before.length, after.length) > FEW && (
        <div>
          <button type="button" class="small-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer runs" : "Show more runs"}
          </button>
        </div>
      )}
    </section>
  );
}

interface RunListProps {
  title: string;
  runs: string[];
  others: string[];
  zone: string;
  mark: string;
  all: boolean;
  /** Why there is no run, if there is none. */
  none: string;
}

function RunList({ title, runs, others, zone, mark, all, none }: RunListProps) {
  const marked = onlyHere(runs, others, RUNS_OF_TRIAL);
  return (
    <div class="diff">
      {title && <h4>{title}</h4>}
      {!runs.length && <p class="hint">{none}</p>}
      <ol class="run-list">
        {runs.slice(0, all ? undefined : FEW).map((at) => (
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
