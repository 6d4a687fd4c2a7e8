// Schedules: what to begin with, and what fits which frequency.
import type { Json, JsonObject } from "../../../api/types";
import { wallAt, UTC } from "../../../times/wall";
import { dateOf } from "../../../times/words";
import { isObject, objectAt, valueAt, withValue } from "./paths";
import { zoneInForce } from "./zones";

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const WORKING_DAYS = DAYS.slice(0, 5);

export type Frequency = "minute" | "hour" | "day" | "week" | "month" | "year";
export type HowOften = "once" | Frequency;

/** The keys of a schedule that only some frequencies know. */
const FITTING: Record<string, readonly Frequency[]> = {
  weekDays: ["week"],
  monthDays: ["month", "year"],
  monthlyOccurrences: ["month", "year"],
  months: ["month", "year"],
};

interface Preset {
  label: string;
  recurrence: JsonObject | null;
}

const AT_NINE = { hours: [9], minutes: [0] };

export const PRESETS: readonly Preset[] = [
  { label: "Once", recurrence: null },
  { label: "Every 5 minutes", recurrence: { frequency: "minute", interval: 5 } },
  { label: "Hourly", recurrence: { frequency: "hour", interval: 1 } },
  { label: "Daily at 09:00", recurrence: { frequency: "day", interval: 1, schedule: AT_NINE } },
  {
    label: "Working days at 09:00",
    recurrence: { frequency: "week", interval: 1, schedule: { weekDays: [...WORKING_DAYS], ...AT_NINE } },
  },
  {
    label: "First of the month",
    recurrence: { frequency: "month", interval: 1, schedule: { monthDays: [1], ...AT_NINE } },
  },
];

/** Who is asking, and when: a schedule begins today, by the reader's clocks if it names times of day. */
export interface Asker {
  now: number;
  zone: string;
  /** The zone that the collection gives its jobs, if any: then a job needs none of its own. */
  zoneOfCollection?: string | undefined;
}

/** Return the definition with the schedule of a preset; `count`, `endTime` and everything else stay. */
export function withPreset(definition: JsonObject, { recurrence }: Preset, asker: Asker): JsonObject {
  if (!recurrence) return once(definition, asker.now);
  const kept = objectAt(definition, "properties.recurrence");
  const { frequency: _, interval: __, schedule: ___, cron: ____, ...others } = kept;
  const next = withValue(definition, "properties.recurrence", { ...recurrence, ...others });
  return isObject(recurrence["schedule"])
    ? withLocalStart(next, asker)
    : withStart(next, `${today(asker.now, UTC)}Z`);
}

/** Return the definition for a single run. A start that is past says nothing any more: the run is at once. */
export function once(definition: JsonObject, now: number): JsonObject {
  const start = Date.parse(String(valueAt(definition, "properties.startTime") ?? ""));
  const single = withHowOften(definition, "once");
  return start <= now ? withValue(single, "properties.startTime", undefined) : single;
}

/** Return the definition with a start and a zone, where it has none: else its first run would be at once. */
export function withLocalStart(definition: JsonObject, asker: Asker): JsonObject {
  const known = zoneInForce(definition, asker.zoneOfCollection);
  const zoned = known ? definition : withValue(definition, "properties.timeZone", asker.zone);
  const zone = known ?? asker.zone;
  return withStart(zoned, wallAt(asker.now, zone) ? today(asker.now, zone) : `${today(asker.now, UTC)}Z`);
}

/** Return the definition with another frequency; what does not fit it is taken out of the schedule. */
export function withHowOften(definition: JsonObject, often: HowOften, before?: JsonObject): JsonObject {
  if (often === "once") return withValue(definition, "properties.recurrence", undefined);
  const { cron: _, ...kept } = valueAt(definition, "properties.recurrence")
    ? objectAt(definition, "properties.recurrence")
    : (before ?? {});
  const schedule = isObject(kept["schedule"]) ? fitting(kept["schedule"], often) : {};
  const interval: Json = kept["frequency"] === often ? (kept["interval"] ?? 1) : 1;
  const next: JsonObject = { ...kept, frequency: often, interval, schedule };
  if (!Object.keys(schedule).length) delete next["schedule"];
  return withValue(definition, "properties.recurrence", next);
}

export function howOften(definition: JsonObject): HowOften | "cron" {
  const recurrence = valueAt(definition, "properties.recurrence");
  if (recurrence === undefined || recurrence === null) return "once";
  if (valueAt(recurrence, "cron") !== undefined) return "cron";
  return String(valueAt(recurrence, "frequency") ?? "day").toLowerCase() as Frequency;
}

function withStart(definition: JsonObject, start: string): JsonObject {
  return valueAt(definition, "properties.startTime")
    ? definition
    : withValue(definition, "properties.startTime", start);
}

function fitting(schedule: JsonObject, frequency: Frequency): JsonObject {
  return Object.fromEntries(
    Object.entries(schedule).filter(([key]) => FITTING[key]?.includes(frequency) ?? true),
  );
}

function today(now: number, zone: string): string {
  return `${dateOf(wallAt(now, zone)!)}T00:00:00`;
}
