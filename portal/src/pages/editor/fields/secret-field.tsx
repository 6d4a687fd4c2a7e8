// A secret: it is written, never read. Left empty, a stored one is kept.
import { TextField } from "../../../parts/fields";
import { keepsSecret } from "../definition/actions";
import { textOf } from "../definition/paths";
import { useBound, useEditing } from "../editing";

interface SecretProps {
  /** The object around it, of whose target the secret is part. */
  holder: string;
  name: string;
  label: string;
  hint?: string;
}

export function SecretField({ holder, name, label, hint = "" }: SecretProps) {
  const { stored, definition } = useEditing();
  const { value, set, fault } = useBound(`${holder}.${name}`);
  const kept = keepsSecret(stored, definition, holder);
  const words = kept ? "Left empty, the stored one stays, as long as the target does. Another target needs it again." : "";
  return (
    <TextField
      label={label}
      value={textOf(value)}
      change={(typed) => set(typed || undefined)}
      fault={fault}
      hint={[hint, words].filter(Boolean).join(" ")}
      input={{ type: "password", autoComplete: "new-password", spellcheck: false, placeholder: kept ? "kept" : "" }}
    />
  );
}
