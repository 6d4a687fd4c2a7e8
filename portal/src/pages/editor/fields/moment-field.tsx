// A start or an end: a wall time, and by whose clocks.
import { Field } from "../../../parts/fields";
import { textOf } from "../definition/paths";
import { readMoment, writeMoment, type Clocks, type Moment } from "../definition/moments";
import { useBound } from "../editing";

interface MomentProps {
  path: string;
  label: string;
  hint: preact.ComponentChildren;
}

export function MomentField({ path, label, hint }: MomentProps) {
  const { value, set, fault } = useBound(path);
  const moment = readMoment(textOf(value));
  const change = (next: Partial<Moment>) => set(writeMoment({ ...moment, ...next }) || undefined);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <div class="moment">
          {moment.clocks === "other" ? (
            <input
              {...tied}
              value={moment.typed}
              onInput={(event) => change({ typed: event.currentTarget.value })}
            />
          ) : (
            <input
              {...tied}
              type="datetime-local"
              value={moment.typed}
              onInput={(event) => change({ typed: event.currentTarget.value })}
            />
          )}
          {moment.typed && <ClocksSelect label={label} moment={moment} change={change} />}
        </div>
      )}
    </Field>
  );
}

function ClocksSelect({
  label,
  moment,
  change,
}: {
  label: string;
  moment: Moment;
  change: (next: Partial<Moment>) => void;
}) {
  return (
    <select
      aria-label={`${label}: by whose clocks`}
      value={moment.clocks}
      onChange={(event) => change({ clocks: event.currentTarget.value as Clocks })}
    >
      <option value="local">local</option>
      <option value="utc">UTC</option>
      {moment.clocks === "other" && <option value="other">as written</option>}
    </select>
  );
}
