// Times of day. A schedule names hours and minutes, and means every hour with every minute.
import type { Json, JsonObject } from "../../../api/types";
import { twoDigits } from "../../../times/words";
import { listAt, valueAt, withValue } from "./paths";

export const SCHEDULE = "properties.recurrence.schedule";
const HOURS = `${SCHEDULE}.hours`;
const MINUTES = `${SCHEDULE}.minutes`;
const TIME = /^(\d{1,2})(?:[:.h](\d\d))?$/;
/** More than these are no longer read as single times. */
const MOST = 12;

/** Return the times that a definition names, or null if it names none or too many to list. */
export function timesOf(definition: JsonObject): string[] | null {
  const [hours, minutes] = [listAt(definition, HOURS), listAt(definition, MINUTES)];
  if (!hours.length || !minutes.length || hours.length * minutes.length > MOST) return null;
  return [...hours, ...minutes].every((one) => typeof one === "number") ? timesFrom(hours, minutes) : null;
}

/** Return the definition with the hours and minutes of a text such as `09:00, 17:00`; null if it is none. */
export function withTimes(definition: JsonObject, text: string): JsonObject | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const read = words.map((word) => TIME.exec(word));
  if (read.some((found) => !found)) return null;
  const hours = read.map((found) => Number(found![1]));
  const minutes = read.map((found) => Number(found![2] ?? 0));
  return withValue(withValue(definition, HOURS, sorted(hours)), MINUTES, sorted(minutes));
}

/** Return the times that were not typed, but that the hours and minutes mean as well. */
export function timesAlsoMeant(definition: JsonObject, text: string): string[] {
  const typed =
    withTimes(definition, text) &&
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(normal);
  return typed ? (timesOf(definition) ?? []).filter((time) => !typed.includes(time)) : [];
}

/** Return the definition with a time added, or without it; the others keep their minutes. */
export function toggledTime(definition: JsonObject, time: string): JsonObject {
  const times = timesOf(definition) ?? [];
  const next = times.includes(time) ? times.filter((one) => one !== time) : [...times, time];
  return withTimes(definition, next.join(" ")) ?? definition;
}

/** Say whether runs happen at times of day, so that a time zone matters to people. */
export function namesTimes(definition: JsonObject): boolean {
  const frequency = valueAt(definition, "properties.recurrence.frequency");
  return listAt(definition, HOURS).length > 0 || ["day", "week", "month", "year"].includes(String(frequency));
}

function timesFrom(hours: Json[], minutes: Json[]): string[] {
  const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
  return [...new Set(times)].sort();
}

function sorted(numbers: number[]): Json[] | undefined {
  return numbers.length ? [...new Set(numbers)].sort((one, other) => one - other) : undefined;
}

function normal(word: string): string {
  const found = TIME.exec(word)!;
  return `${two(Number(found[1]))}:${found[2] ?? "00"}`;
}

const two = (number: Json) => twoDigits(Number(number));
