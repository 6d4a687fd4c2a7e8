// Which days of a week, of a month and of a year.
import type { Json, JsonObject } from "../../../api/types";
import { MONTHS } from "../../../times/words";
import { isObject, listOf } from "../definition/paths";
import { DAYS, WORKING_DAYS, type HowOften } from "../definition/schedules";
import { SCHEDULE } from "../definition/times-of-day";
import { useBound } from "../editing";
import { BoundField } from "../fields/bound-fields";
import { DAY_CHIPS, Toggles } from "../fields/day-chips";

export function DaysOfSchedule({ often }: { often: HowOften }) {
  if (often === "week") return <WeekDays />;
  if (often !== "month" && often !== "year") return null;
  return (
    <div class="row">
      <BoundField
        path={`${SCHEDULE}.monthDays`}
        label="Days of the month"
        as="monthDays"
        hint="Such as 1, 15, last. −2 is the last but one. A day that a month does not have is left out."
        input={{ placeholder: "the day of the start" }}
      />
      <MonthlyOccurrences />
    </div>
  );
}

function WeekDays() {
  const { set } = useBound(`${SCHEDULE}.weekDays`);
  return (
    <Toggles path={`${SCHEDULE}.weekDays`} label="On" options={DAY_CHIPS}>
      <button type="button" class="link" onClick={() => set([...WORKING_DAYS])}>
        Monday to Friday
      </button>
    </Toggles>
  );
}

const PLACES = [
  ["", "every"],
  ["1", "first"],
  ["2", "second"],
  ["3", "third"],
  ["4", "fourth"],
  ["5", "fifth"],
  ["-1", "last"],
  ["-2", "last but one"],
] as const;

function MonthlyOccurrences() {
  const { value, set, fault } = useBound(`${SCHEDULE}.monthlyOccurrences`);
  const all = listOf(value);
  const put = (next: Json[]) => set(next.length ? next : undefined);
  const add = () => put([...all, { day: "monday", occurrence: 1 }]);
  return (
    <div class={fault ? "field faulty" : "field"} role="group" aria-label="Weekdays of the month">
      <span class="label">Weekdays of the month</span>
      {all.map((one, place) => (
        <OccurrenceRow
          key={place}
          value={isObject(one) ? one : {}}
          put={(next) => put(all.map((other, at) => (at === place ? next : other)))}
          remove={() => put(all.filter((_, at) => at !== place))}
        />
      ))}
      <button type="button" class="small-button" onClick={add}>
        {all.length ? "Add another" : "Add one, such as the first Monday"}
      </button>
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}

interface RowProps {
  value: JsonObject;
  put: (value: JsonObject) => void;
  remove: () => void;
}

function OccurrenceRow({ value, put, remove }: RowProps) {
  const place = String(value["occurrence"] ?? "");
  const { occurrence: _, ...rest } = value;
  const choose = (chosen: string) => put(chosen ? { ...rest, occurrence: Number(chosen) } : rest);
  const known = PLACES.some(([one]) => one === place);
  return (
    <div class="pair">
      <select aria-label="Which" value={place} onChange={(event) => choose(event.currentTarget.value)}>
        {PLACES.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
        {!known && <option value={place}>{place}</option>}
      </select>
      <select
        aria-label="Weekday"
        value={String(value["day"] ?? "").toLowerCase()}
        onChange={(event) => put({ ...value, day: event.currentTarget.value })}
      >
        {DAYS.map((day) => (
          <option key={day} value={day}>
            {day[0]!.toUpperCase() + day.slice(1)}
          </option>
        ))}
      </select>
      <button type="button" class="plain" aria-label="Remove this weekday" onClick={remove}>
        ✕
      </button>
    </div>
  );
}

const MONTH_CHIPS = MONTHS.map((name, place) => [place + 1, name] as const);

export function MonthsOfSchedule() {
  return <Toggles path={`${SCHEDULE}.months`} label="Only in" options={MONTH_CHIPS} />;
}
