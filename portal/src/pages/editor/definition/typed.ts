// From what people type to JSON, and back. What is not understood goes to the app as it was typed: it says what is wrong.
import type { Json } from "../../../api/types";
import { secondsOf, spanInWords, spanOf } from "../../../times/words";
import { listOf, textOf } from "./paths";

/** What stands for the last day of a month. */
const LAST_DAY = "last";

export function numberTyped(text: string): Json | undefined {
  const trimmed = text.trim();
  if (!trimmed) return undefined;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** Return the list for a text such as `0, 15, 30` or `9-17`; nothing for an empty text. */
export function numbersTyped(text: string): Json | undefined {
  const numbers = wordsIn(text).flatMap(numbersIn);
  return numbers.length ? [...new Set(numbers)] : undefined;
}

export function numbersShown(value: Json | undefined): string {
  return listOf(value).map(textOf).join(", ");
}

/** The same for days of a month, where `last` is −1. */
export function monthDaysTyped(text: string): Json | undefined {
  return numbersTyped(text.replace(/\blast\b/gi, "-1"));
}

export function monthDaysShown(value: Json | undefined): string {
  return listOf(value)
    .map((day) => (day === -1 ? LAST_DAY : textOf(day)))
    .join(", ");
}

export function textsTyped(text: string): Json | undefined {
  const texts = wordsIn(text);
  return texts.length ? texts : undefined;
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const PART = /(\d+)\s*(seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d|weeks?|w)\b/gi;

/** Return the time span for a text such as `10 min`, `1 h 30 min` or `00:10:00`. */
export function spanTyped(text: string): Json | undefined {
  const trimmed = text.trim();
  if (!trimmed) return undefined;
  const parts = [...trimmed.matchAll(PART)];
  if (!parts.length || trimmed.replace(PART, "").replace(/[\s,]|and/g, "")) return trimmed;
  const seconds = parts.map(([, count, unit = ""]) => Number(count) * (UNITS[unit[0]!.toLowerCase()] ?? 1));
  return spanOf(seconds.reduce((sum, one) => sum + one));
}

/** Return a time span in words if these mean exactly the same, else as it is written. */
export function spanShown(value: Json | undefined): string {
  const text = textOf(value);
  const words = spanInWords(secondsOf(text));
  return secondsOf(text) > 0 && secondsOf(textOf(spanTyped(words))) === secondsOf(text) ? words : text;
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function numbersIn(word: string): Json[] {
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(word);
  if (!range) return [numberTyped(word) ?? word];
  const [first, last] = [Number(range[1]), Number(range[2])];
  return first > last ? [word] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
}
