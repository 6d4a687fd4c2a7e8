// Whether a job that is there goes on with its record, or begins anew.
import { Check } from "../../../parts/fields";
import { valueAt } from "../definition/paths";
import { isGentle } from "../definition/patch";
import { isOver, patchFor } from "../sending";
import { sentFor, type Wanted } from "./saving";

interface AnewProps {
  wanted: Wanted;
  change: (anew: boolean) => void;
}

export function Anew({ wanted, change }: AnewProps) {
  const what = whatBeginsAnew(wanted);
  if (isOver(wanted.seen!.definition))
    return <p class="notice">This job is over, so saving begins it anew: {what}</p>;
  return (
    <section aria-label="Record">
      <h3>Its record</h3>
      {!wanted.anew && <p class="hint">{whatStays(wanted)}</p>}
      <Check label="Begin anew" checked={wanted.anew} change={change} hint={`– ${what}`} />
    </section>
  );
}

/** Say what a PATCH leaves. */
function whatStays(wanted: Wanted): string {
  const kept = "The job keeps its counters, its last outcomes and its history";
  return isGentle(patchFor(sentFor(wanted)) ?? {})
    ? `${kept}, and retries that are pending go on.`
    : `${kept}. Retries that are pending end.`;
}

/** Say what a PUT does to a job that is there. */
function whatBeginsAnew({ definition }: Wanted): string {
  const counted = valueAt(definition, "properties.recurrence.count") !== undefined;
  const atOnce = valueAt(definition, "properties.startTime") === undefined;
  return [
    "its counters and last outcomes start at zero",
    counted && "all its runs are to come again",
    atOnce && "it makes a first run at once",
    "retries that are pending end. Its history stays.",
  ]
    .filter(Boolean)
    .join(", ");
}
