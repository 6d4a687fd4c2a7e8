// Fields of forms: a label, what is typed, a hint, and what is wrong with it, tied together for screen readers.
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  fault?: string | undefined;
  children: (tied: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ComponentChildren;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div class={fault ? "field faulty" : "field"}>
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": `${id}-more`, "aria-invalid": Boolean(fault) })}
      <div id={`${id}-more`}>
        {fault && <p class="fault">{named(label, fault)}</p>}
        {hint && <p class="hint">{hint}</p>}
      </div>
    </div>
  );
}

const WITHOUT_SUBJECT = /^(is|are|must|may|can|cannot|has|have|needs?|does|names?|stands?|belongs?)\b/;

/** Return a fault as a sentence about its field: `is required` alone does not say what. */
export function named(label: string, fault: string): string {
  const parts = fault.split("; ").map((part) => (WITHOUT_SUBJECT.test(part) ? `${label} ${part}` : part));
  return parts.join("; ");
}

interface TextProps {
  label: string;
  value: string;
  change: (value: string) => void;
  hint?: ComponentChildren;
  fault?: string | undefined;
  /** Attributes of the input: a type, a placeholder, a list. */
  input?: InputHTMLAttributes<HTMLInputElement>;
}

export function TextField({ label, value, change, hint, fault, input }: TextProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <input {...tied} {...input} value={value} onInput={(event) => change(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  change: (value: Value) => void;
  hint?: ComponentChildren;
  fault?: string | undefined;
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  change,
  hint,
  fault,
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <select {...tied} value={value} onChange={(event) => change(event.currentTarget.value as Value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  change: (checked: boolean) => void;
  hint?: ComponentChildren;
}

export function Check({ label, checked, change, hint }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      <span>
        {label}
        {hint && <small class="muted"> {hint}</small>}
      </span>
    </label>
  );
}
