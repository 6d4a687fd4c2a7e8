// When the job runs: an easy beginning first, then everything that a schedule can say.
import { useRef } from "preact/hooks";
import type { JsonObject } from "../../../api/types";
import { Card } from "../../../parts/page";
import { Field } from "../../../parts/fields";
import { differencesOf } from "../definition/differences";
import { valueAt, objectAt } from "../definition/paths";
import {
  howOften,
  once,
  PRESETS,
  withHowOften,
  withLocalStart,
  withPreset,
  type HowOften,
} from "../definition/schedules";
import { namesTimes } from "../definition/times-of-day";
import { useEditing, useFault } from "../editing";
import { BoundField } from "../fields/bound-fields";
import { CronField, CronKept } from "./cron-field";
import { DaysOfSchedule, MonthsOfSchedule } from "./days";
import { BeginningAndEnd } from "./span";
import { ExcludedDays } from "./excluded-days";
import { TimesOfDay } from "./times-of-day-field";
import { ZoneOfJob } from "./zone-of-job";

export function ScheduleCard() {
  const { definition } = useEditing();
  const fault = useFault("properties.recurrence");
  const often = howOften(definition);
  return (
    <Card title="Schedule">
      <Presets />
      <CronField />
      {fault && <p class="fault">{fault}</p>}
      {often === "cron" ? <CronKept /> : <Repetition often={often} />}
      <BeginningAndEnd />
      <ZoneOfJob />
      <ExcludedDays />
    </Card>
  );
}

function Presets() {
  const { definition, change, asker } = useEditing();
  return (
    <div class="choices" role="group" aria-label="Begin with">
      <span class="muted small">Begin with</span>
      {PRESETS.map((preset) => (
        <button
          key={preset.label}
          type="button"
          class="chip"
          aria-pressed={!differencesOf(definition, withPreset(definition, preset, asker)).length}
          onClick={() => change((before) => withPreset(before, preset, asker))}
        >
          {preset.label}
        </button>
      ))}
    </div>
  );
}

const OFTEN: readonly (readonly [HowOften, one: string, many: string])[] = [
  ["once", "once", "once"],
  ["minute", "minute", "minutes"],
  ["hour", "hour", "hours"],
  ["day", "day", "days"],
  ["week", "week", "weeks"],
  ["month", "month", "months"],
  ["year", "year", "years"],
];

function Repetition({ often }: { often: HowOften }) {
  const repeats = often !== "once";
  return (
    <>
      <div class="often">
        {repeats && (
          <BoundField
            path="properties.recurrence.interval"
            label="Every"
            as="number"
            input={{ placeholder: "1" }}
          />
        )}
        <OftenSelect often={often} />
      </div>
      {repeats && <DaysOfSchedule often={often} />}
      {repeats && <TimesOfDay often={often} />}
      {(often === "month" || often === "year") && <MonthsOfSchedule />}
    </>
  );
}

function OftenSelect({ often }: { often: HowOften }) {
  const { definition, change, asker, stored } = useEditing();
  const shelf = useRef<JsonObject>({});
  const fault = useFault("properties.recurrence.frequency");
  const several = Number(valueAt(definition, "properties.recurrence.interval") ?? 1) !== 1;
  const choose = (next: HowOften) => {
    if (often !== "once") shelf.current = objectAt(definition, "properties.recurrence");
    change((before) =>
      next === "once" ? once(before, asker.now) : begun(withHowOften(before, next, shelf.current)),
    );
  };
  const begun = (next: JsonObject) => (!stored && namesTimes(next) ? withLocalStart(next, asker) : next);
  return (
    <Field label={often === "once" ? "Runs" : "Unit"} fault={fault}>
      {(tied) => (
        <select {...tied} value={often} onChange={(event) => choose(event.currentTarget.value as HowOften)}>
          {OFTEN.map(([value, one, many]) => (
            <option key={value} value={value}>
              {value === "once" ? "once" : often === "once" ? `every ${one}` : several ? many : one}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
