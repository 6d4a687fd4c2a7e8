// The schedule in words, and the next runs by the job's clocks.
import { Failed } from "../../parts/notices";
import { Card } from "../../parts/page";
import { now } from "../../state/clock";
import { wallAt, wallIn, weekdayOf, HERE, type Wall } from "../../times/wall";
import { byAllClocks, clockTime, MONTHS, relative, WEEKDAYS } from "../../times/words";
import type { Checked } from "./checking";
import { textAt } from "./definition/paths";
import { zoneInForce } from "./definition/zones";
import { useEditing } from "./editing";
import { linesOf, type Line, type MergedRun } from "./merged-runs";

export function PreviewCard({ checked }: { checked: Checked }) {
  const { definition, asker } = useEditing();
  const zone = zoneInForce(definition, asker.zoneOfCollection);
  const disabled = textAt(definition, "properties.state") === "disabled";
  return (
    <div class={checked.stale ? "preview stale" : "preview"}>
      <Card title="Next runs">
        {checked.error != null && <Failed error={checked.error} again={checked.again} />}
        {checked.sentence && checked.stale && checked.error == null && checked.faults.length > 0 && (
          <p class="fault">Mend what is marked. Below is what the form said before.</p>
        )}
        <p class="sentence" aria-live="polite">
          {checked.sentence || (checked.faults.length ? "Nothing to show yet." : "…")}
        </p>
        {disabled && <p class="hint">The job is disabled: it makes these runs only once it is enabled.</p>}
        <ol class="run-list" tabIndex={0} aria-label="Next runs">
          {linesOf(checked.runs).map((line) => (
            <RunLine key={"mark" in line ? line.at : `more ${line.after}`} line={line} zone={zone} />
          ))}
        </ol>
        {checked.sentence && !checked.runs.length && <p class="hint">No run is to come.</p>}
      </Card>
    </div>
  );
}

function RunLine({ line, zone }: { line: Line; zone: string | undefined }) {
  if (!("mark" in line)) return <li class="muted small">… and {line.more} more that are left out</li>;
  const wall = wallIn(line.local);
  return (
    <li class={line.mark}>
      <time dateTime={line.at} title={byAllClocks(line.at, zone, line.local)}>
        {wall ? inWords(wall) : line.at}
      </time>
      <span class="muted small">
        {line.mark === "excluded" ? "left out" : relative(Date.parse(line.at), now.value)}
      </span>
      <RunNote run={line} />
    </li>
  );
}

function RunNote({ run }: { run: MergedRun }) {
  const note = run.note ?? (run.mark === "moved" ? "Moved here from a day that is left out." : "");
  const due =
    run.due && run.due !== run.at ? `Due at ${run.due.slice(11, 19)} UTC, because of the spread.` : "";
  if (!note && !due) return null;
  return (
    <small class={run.mark === "excluded" ? "note muted" : "note"}>
      {[note, due].filter(Boolean).join(" ")}
    </small>
  );
}

/** Return a wall time with its weekday, and its year if that is another. */
export function inWords(wall: Wall): string {
  const year = wall.year === wallAt(now.value, HERE)?.year ? "" : ` ${wall.year}`;
  return `${WEEKDAYS[weekdayOf(wall)]} ${wall.day} ${MONTHS[wall.month - 1]}${year} ${clockTime(wall)}`;
}
