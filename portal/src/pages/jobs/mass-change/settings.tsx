// What a change needs to know before it can be tried: why, until when, which zone, which span.
import type { ComponentChildren, ComponentType } from "preact";
import { useState } from "preact/hooks";
import { SelectField, TextField } from "../../../parts/fields";
import { NO_PAUSE, PauseForm, pauseOf, zoneForPeople } from "../../../parts/pause-form";
import { ZoneField } from "../../../parts/zone-field";
import type { Row } from "../../../state/jobs";
import { HERE } from "../../../times/wall";
import { secondsOf } from "../../../times/words";
import type { Change, Operation } from "./change";

interface SettingsProps {
  jobs: Row[];
  ready: (change: Change) => void;
}

/** The forms of the operations that need to know something. */
export const SETTINGS: Partial<Record<Operation, ComponentType<SettingsProps>>> = {
  disable: (props) => <PauseSettings {...props} operation="disable" />,
  run: (props) => <PauseSettings {...props} operation="run" />,
  zone: ZoneSettings,
  spread: SpreadSettings,
};

function PauseSettings({ jobs, ready, operation }: SettingsProps & { operation: "disable" | "run" }) {
  const [typed, setTyped] = useState(NO_PAUSE);
  const zone = commonZone(jobs);
  return (
    <Form
      send={() => ready({ operation, pause: pauseOf(typed, zone) })}
      button={operation === "run" ? "Go on" : undefined}
    >
      <PauseForm typed={typed} change={setTyped} zone={zone} withUntil={operation === "disable"} />
    </Form>
  );
}

function ZoneSettings({ jobs, ready }: SettingsProps) {
  const [zone, setZone] = useState(commonZone(jobs));
  return (
    <Form send={() => ready({ operation: "zone", zone: zone.trim() || null })}>
      <ZoneField
        label="Time zone"
        value={zone}
        change={setZone}
        hint="Such as Europe/Berlin, or a name of Windows. Empty: that of the collection, or else UTC."
      />
    </Form>
  );
}

const SPANS = [
  ["00:05:00", "5 minutes"],
  ["00:10:00", "10 minutes"],
  ["00:30:00", "30 minutes"],
  ["01:00:00", "an hour"],
  ["06:00:00", "6 hours"],
  ["none", "do not spread them"],
  ["other", "another span …"],
] as const;

function SpreadSettings({ ready }: SettingsProps) {
  const [chosen, setChosen] = useState<string>("00:10:00");
  const [typed, setTyped] = useState("00:15:00");
  const span = chosen === "other" ? typed.trim() : chosen;
  const wrong = span !== "none" && !(secondsOf(span) > 0);
  return (
    <Form send={() => ready({ operation: "spread", spread: span === "none" ? null : span })} unready={wrong}>
      <SelectField
        label="Spread over"
        value={chosen}
        options={SPANS as readonly (readonly [string, string])[]}
        change={setChosen}
        hint="Each job gets a delay of its own within the span, the same for every run, so that they do not start all at once."
      />
      {chosen === "other" && (
        <TextField
          label="Span"
          value={typed}
          change={setTyped}
          fault={wrong ? "A span is written hh:mm:ss." : undefined}
          hint="hh:mm:ss, a day at most"
        />
      )}
    </Form>
  );
}

interface FormProps {
  send: () => void;
  unready?: boolean;
  button?: string | undefined;
  children: ComponentChildren;
}

function Form({ send, unready, button = "Look what would change", children }: FormProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    if (!unready) send();
  };
  return (
    <form onSubmit={submit}>
      {children}
      <footer>
        <button class="primary" disabled={unready}>
          {button}
        </button>
      </footer>
    </form>
  );
}

/** The zone of all jobs, if they have the same; else the reader's. */
function commonZone(jobs: Row[]): string {
  const zones = new Set(jobs.map(({ facts }) => facts.timeZone));
  return zones.size === 1 ? zoneForPeople(jobs[0]?.facts.timeZone) : HERE;
}
