// The definition as JSON: everything that the app knows can be written here, also what the form has no field for.
import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy-button";
import { Field } from "../../parts/fields";
import { Card } from "../../parts/page";
import type { EditorState } from "./editor-state";
import { parseDefinition, writtenAsJson } from "./json-text";

export function JsonCard({ state: { editing, draft, setDraft } }: { state: EditorState }) {
  const [typed, setTyped] = useState<{ text: string; means: string } | null>(null);
  const { definition, change } = editing;
  const means = JSON.stringify(definition);
  const text = draft?.text ?? (typed?.means === means ? typed.text : writtenAsJson(definition));
  const type = (next: string) => {
    const parsed = parseDefinition(next);
    if ("fault" in parsed) return setDraft({ text: next, fault: parsed.fault });
    setTyped({ text: next, means: JSON.stringify(parsed.value) });
    setDraft(null);
    change(() => parsed.value);
  };
  return (
    <Card title="JSON" aside={<CopyButton label="Copy" text={() => text} />}>
      <Field
        label="Definition"
        fault={draft?.fault}
        hint="The whole definition, api-version 2026-11-01: what is taken out is removed. Secrets that are not typed again are kept."
      >
        {(tied) => (
          <textarea
            {...tied}
            class="mono json"
            rows={28}
            spellcheck={false}
            autoComplete="off"
            value={text}
            onInput={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
    </Card>
  );
}
