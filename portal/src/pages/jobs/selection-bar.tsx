// What can be done with the jobs that are chosen; it stands at the bottom while there are any.
import type { Row } from "../../state/jobs";
import { counted } from "../../words/outcomes";
import type { Operation } from "./mass-change/change";

const BUTTONS: [operation: Operation, label: string][] = [
  ["enable", "Enable"],
  ["disable", "Disable"],
  ["run", "Run now"],
  ["zone", "Set zone"],
  ["spread", "Spread"],
  ["delete", "Delete"],
];

interface SelectionBarProps {
  chosen: Row[];
  /** How many of them the filters hide. */
  hidden: number;
  matching: number;
  chooseAll: () => void;
  clear: () => void;
  begin: (operation: Operation) => void;
}

export function SelectionBar({ chosen, hidden, matching, chooseAll, clear, begin }: SelectionBarProps) {
  return (
    <section class="selection-bar" aria-label="What to do with the chosen jobs">
      <p>
        <strong role="status">{counted(chosen.length, "job")} chosen</strong>
        {hidden > 0 && <span class="muted"> · {hidden.toLocaleString("en")} not shown</span>}
        {chosen.length - hidden < matching && (
          <button class="plain small" onClick={chooseAll}>
            Choose all {matching.toLocaleString("en")} that match
          </button>
        )}
        <button class="plain small" onClick={clear}>
          Clear
        </button>
      </p>
      <div class="selection-actions">
        {BUTTONS.map(([operation, label]) => (
          <button
            key={operation}
            class={operation === "delete" ? "danger" : ""}
            onClick={() => begin(operation)}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
