// A secret: it is written, never read. Left empty, a stored one is kept.
import { TextField } from "../../../parts/fields";
import { secretKept, type Kept } from "../definition/actions";
import { textOf } from "../definition/paths";
import { useBound, useEditing } from "../editing";

interface SecretProps {
  /** The object around it, of whose target the secret is part. */
  holder: string;
  name: string;
  label: string;
  hint?: string;
}

const WORDS: Record<Kept, string> = {
  kept: "Left empty, the stored one stays. Another target needs it again.",
  "target changed": "The stored one was for another target, so it is needed again.",
  none: "",
};

export function SecretField({ holder, name, label, hint = "" }: SecretProps) {
  const { stored, definition } = useEditing();
  const { value, set, fault } = useBound(`${holder}.${name}`);
  const kept = secretKept(stored, definition, holder);
  return (
    <TextField
      label={label}
      value={textOf(value)}
      change={(typed) => set(typed || undefined)}
      fault={fault}
      hint={[hint, WORDS[kept]].filter(Boolean).join(" ")}
      input={{
        type: "password",
        autoComplete: "new-password",
        spellcheck: false,
        placeholder: kept === "kept" ? "kept" : "",
      }}
    />
  );
}
