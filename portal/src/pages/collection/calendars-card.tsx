// The calendars of a collection: days that do not count, by name.
import { useState } from "preact/hooks";
import type { Calendar, JsonObject } from "../../api/types";
import { Dialog } from "../../parts/dialog";
import { Field, TextField } from "../../parts/fields";
import { Card } from "../../parts/page";
import { mayChange } from "../../state/session";
import { counted } from "../../words/outcomes";
import { calendarOf, linesOf } from "./calendar-text";
import { TrialForm, type CardProps } from "./trial-form";

const LINES_SHOWN = 4;

interface Edited {
  name: string;
  calendar: Calendar;
}

export function CalendarsCard(props: CardProps) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const calendars = Object.entries(props.collection.properties.calendars ?? {});
  const add = mayChange() && (
    <button onClick={() => setEdited({ name: "", calendar: {} })}>Add a calendar</button>
  );
  return (
    <Card title="Calendars" aside={add}>
      {calendars.length === 0 && (
        <p class="muted">None. A calendar names days on which jobs that exclude it do not run.</p>
      )}
      <ul class="lines">
        {calendars.map(([called, calendar]) => (
          <li key={called}>
            <span class="line-head">
              <strong>{called}</strong>
              {mayChange() && <button onClick={() => setEdited({ name: called, calendar })}>Edit</button>}
            </span>
            <span class="muted small">{inWords(calendar)}</span>
          </li>
        ))}
      </ul>
      {edited && <EditCalendar {...props} edited={edited} close={() => setEdited(null)} />}
    </Card>
  );
}

function inWords(calendar: Calendar): string {
  const lines = linesOf(calendar).split("\n");
  const more = lines.length > LINES_SHOWN ? " …" : "";
  return `${counted(lines.length, "entry", "entries")}: ${lines.slice(0, LINES_SHOWN).join(", ")}${more}`;
}

function EditCalendar(props: CardProps & { edited: Edited; close: () => void }) {
  const { edited, close } = props;
  const [called, setCalled] = useState(edited.name);
  const [lines, setLines] = useState(() => linesOf(edited.calendar));
  const patch = (): JsonObject => {
    const calendar = lines.trim() ? (calendarOf(lines) as JsonObject) : null;
    return { properties: { calendars: { [called.trim()]: calendar } } };
  };
  return (
    <Dialog title={edited.name ? `Calendar ${edited.name}` : "New calendar"} close={close}>
      <TrialForm {...props} typed={`${called}\n${lines}`} patch={patch}>
        {!edited.name && (
          <TextField
            label="Name"
            value={called}
            change={setCalled}
            input={{ required: true, autoFocus: true }}
          />
        )}
        <Field label="Days" hint={HOW_TO_WRITE}>
          {(tied) => (
            <textarea
              {...tied}
              class="mono"
              rows={10}
              spellcheck={false}
              value={lines}
              onInput={(event) => setLines(event.currentTarget.value)}
            />
          )}
        </Field>
      </TrialForm>
    </Dialog>
  );
}

const HOW_TO_WRITE =
  "A line each: 2026-12-24, --12-25 for every year, 2026-12-24 .. 2027-01-01 for a range. Empty removes the calendar. " +
  "The command dev.py calendar makes one of public holidays.";
