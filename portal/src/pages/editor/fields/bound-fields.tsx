// Fields that are tied to a path of the definition.
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import type { Json } from "../../../api/types";
import { Check, Field, SelectField, TextField } from "../../../parts/fields";
import { textOf } from "../definition/paths";
import {
  monthDaysShown,
  monthDaysTyped,
  numbersShown,
  numbersTyped,
  numberTyped,
  spanShown,
  spanTyped,
  textsTyped,
} from "../definition/typed";
import { useBound } from "../editing";
import { useDraft } from "./draft";

interface BoundProps {
  path: string;
  label: string;
  hint?: ComponentChildren;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

const WAYS = {
  text: { show: textOf, read: (text: string): Json | undefined => text || undefined },
  /** A text that is needed, so that an empty one is sent too. */
  needed: { show: textOf, read: (text: string): Json | undefined => text },
  number: { show: textOf, read: numberTyped },
  numbers: { show: numbersShown, read: numbersTyped },
  monthDays: { show: monthDaysShown, read: monthDaysTyped },
  texts: { show: numbersShown, read: textsTyped },
  span: { show: spanShown, read: spanTyped },
};

export function BoundField({
  path,
  label,
  hint,
  input,
  as = "text",
}: BoundProps & { as?: keyof typeof WAYS }) {
  const { value, set, fault } = useBound(path);
  const [text, type] = useDraft(value, set, WAYS[as]);
  const more = as === "number" ? { inputMode: "numeric" as const } : {};
  return (
    <TextField
      label={label}
      value={text}
      change={type}
      hint={hint}
      fault={fault}
      input={{ ...more, ...input }}
    />
  );
}

interface AreaProps extends BoundProps {
  rows?: number;
  /** Whether it is prose, and not for a machine. */
  prose?: boolean;
}

export function BoundArea({ path, label, hint, rows = 4, prose = false }: AreaProps) {
  const { value, set, fault } = useBound(path);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <textarea
          {...tied}
          rows={rows}
          class={prose ? "" : "mono"}
          spellcheck={prose}
          value={textOf(value)}
          onInput={(event) => set(event.currentTarget.value || undefined)}
        />
      )}
    </Field>
  );
}

interface BoundSelectProps extends BoundProps {
  options: readonly (readonly [value: string, label: string])[];
  /** What is meant if nothing is written; choosing it takes the key away. */
  without?: string;
}

export function BoundSelect({ path, label, hint, options, without }: BoundSelectProps) {
  const { value, set, fault } = useBound(path);
  const chosen = value === undefined ? (without ?? "") : textOf(value);
  const all = options.some(([option]) => option === chosen)
    ? options
    : [...options, [chosen, chosen] as const];
  const change = (next: string) => set(next === without ? undefined : next);
  return <SelectField label={label} hint={hint} fault={fault} value={chosen} options={all} change={change} />;
}

interface BoundCheckProps extends BoundProps {
  /** What is written if it is ticked, and if it is not. */
  on: Json | undefined;
  off: Json | undefined;
}

export function BoundCheck({ path, label, hint, on, off }: BoundCheckProps) {
  const { value, set, fault } = useBound(path);
  return (
    <div>
      <Check label={label} hint={hint} checked={value === on} change={(checked) => set(checked ? on : off)} />
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}
