// Whether a job that is there goes on with its record, or begins anew.
import { Check } from "../../../parts/fields";
import { isOver } from "../definition/beginnings";
import { overInWords, whatBeginsAnew, whatStays } from "./record-words";
import type { Wanted } from "./saving";

interface AnewProps {
  wanted: Wanted;
  change: (anew: boolean) => void;
}

export function Anew({ wanted, change }: AnewProps) {
  if (isOver(wanted.seen!.definition)) return <p class="notice">{overInWords(wanted.definition)}</p>;
  return (
    <section aria-label="Record">
      <h3>Its record</h3>
      {!wanted.anew && <p class="hint">{whatStays(wanted)}</p>}
      <Check
        label="Begin anew"
        checked={wanted.anew}
        change={change}
        hint={`– ${whatBeginsAnew(wanted.definition)}`}
      />
    </section>
  );
}
