// A field for a time zone: any name that the app knows, with the browser's list to choose from.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { TextField } from "./fields";

const NAMES: string[] = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];

interface ZoneFieldProps {
  label: string;
  value: string;
  change: (zone: string) => void;
  hint?: ComponentChildren;
  fault?: string | undefined;
}

export function ZoneField({ label, value, change, hint, fault }: ZoneFieldProps) {
  const list = useId();
  return (
    <>
      <TextField label={label} value={value} change={change} hint={hint} fault={fault} input={{ list, spellcheck: false, autoComplete: "off" }} />
      <datalist id={list}>
        {NAMES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
