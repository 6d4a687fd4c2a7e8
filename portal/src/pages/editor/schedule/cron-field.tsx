// Cron that is pasted becomes the form: the app itself reads it.
import { useState } from "preact/hooks";
import { ApiError } from "../../../api/call";
import { namesIn } from "../../../api/ids";
import { TextField } from "../../../parts/fields";
import { withHowOften, withLocalStart } from "../definition/schedules";
import { withValue } from "../definition/paths";
import { useEditing } from "../editing";
import { BoundField } from "../fields/bound-fields";
import { readCron, withRecurrence } from "./cron";
import { faultsIn } from "../faults";

export function CronField() {
  const { change, collection, stored, asker } = useEditing();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const read = await readCron(text.trim(), collection && namesIn(collection.id));
      change((now) => {
        const next = withRecurrence(now, read);
        return stored ? next : withLocalStart(next, asker);
      });
      setText("");
    } catch (error) {
      setFault(
        error instanceof ApiError
          ? faultsIn(error)
              .map(({ message }) => message)
              .join("; ")
          : String(error),
      );
    }
    setBusy(false);
  };
  const useOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !text.trim()) return;
    event.preventDefault();
    void use();
  };
  return (
    <div class="with-button">
      <TextField
        label="Paste cron"
        value={text}
        change={setText}
        fault={fault}
        input={{
          placeholder: "0 9 * * mon-fri",
          class: "mono",
          spellcheck: false,
          autoComplete: "off",
          onKeyDown: useOnEnter,
        }}
      />
      <button type="button" disabled={busy || !text.trim()} onClick={() => void use()}>
        Use it
      </button>
    </div>
  );
}

/** Cron that stands in the definition as it is: no collection is there yet that could read it, or it was typed as JSON. */
export function CronKept() {
  const { change } = useEditing();
  const fill = () =>
    change((now) => withHowOften(withValue(now, "properties.recurrence.cron", undefined), "day"));
  return (
    <div class="notice">
      <BoundField
        path="properties.recurrence.cron"
        label="Cron"
        as="needed"
        input={{ class: "mono", spellcheck: false }}
      />
      <p class="hint">
        The app turns this into days and times when the job is saved. The preview shows what it means.
      </p>
      <button type="button" onClick={fill}>
        Fill in the form instead
      </button>
    </div>
  );
}
