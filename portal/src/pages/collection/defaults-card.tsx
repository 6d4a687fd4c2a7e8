// What a collection gives to jobs that have none of their own. It is edited as JSON.
import { useState } from "preact/hooks";
import type { JsonObject } from "../../api/types";
import { Dialog } from "../../parts/dialog";
import { Field } from "../../parts/fields";
import { Card } from "../../parts/page";
import { mayChange } from "../../state/session";
import { TrialForm, type CardProps } from "./trial-form";

export function DefaultsCard(props: CardProps) {
  const [editing, setEditing] = useState(false);
  const { defaults } = props.collection.properties;
  const edit = mayChange() && <button onClick={() => setEditing(true)}>Edit</button>;
  return (
    <Card title="Defaults for its jobs" aside={edit}>
      {defaults ? (
        <pre>{JSON.stringify(defaults, null, 2)}</pre>
      ) : (
        <p class="muted">None: UTC, and each job as it says.</p>
      )}
      <p class="hint">
        A job's own time zone, daylight saving, retry policy, retry options and error action win over these.
      </p>
      {editing && <EditDefaults {...props} close={() => setEditing(false)} />}
    </Card>
  );
}

function EditDefaults(props: CardProps & { close: () => void }) {
  const [text, setText] = useState(() => editable(props));
  return (
    <Dialog title="Plan, quota, defaults and tags" close={props.close} wide>
      <TrialForm {...props} typed={text} patch={() => JSON.parse(text) as JsonObject}>
        <Field label="JSON" hint="Null removes a part. Secrets are never shown; what you leave out stays.">
          {(tied) => (
            <textarea
              {...tied}
              class="mono"
              rows={14}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </TrialForm>
    </Dialog>
  );
}

function editable({ collection }: CardProps): string {
  const { defaults = null, quota = null, sku } = collection.properties;
  return JSON.stringify({ tags: collection.tags ?? {}, properties: { sku, quota, defaults } }, null, 2);
}
