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
  placeholder?: string;
}

export function ZoneField({ label, value, change, hint, fault, placeholder = "UTC" }: ZoneFieldProps) {
  const list = useId();
  return (
    <>
      <TextField
        label={label}
        value={value}
        change={change}
        hint={hint}
        fault={fault}
        input={{ list, placeholder, spellcheck: false, autoComplete: "off" }}
      />
      <datalist id={list}>
        {NAMES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
