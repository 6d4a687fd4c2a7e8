// JSON as text: where it is wrong, in words that name a line.
import type { Json, JsonObject } from "../../api/types";
import { isObject } from "./definition/paths";

export type Parsed = { value: JsonObject } | { fault: string };

/** Return the object that a text holds, or what is wrong with it, and where. */
export function parseDefinition(text: string): Parsed {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? { value } : { fault: 'Line 1: an object is needed, as in {"properties": …}.' };
  } catch {
    return { fault: wordsFor(text, firstWrong(text)) };
  }
}

/** Return JSON with a line for each key; lists of plain values stay on one line. */
export function writtenAsJson(value: Json, indent = ""): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null))
    return `[\n${value.map((one) => deeper + writtenAsJson(one, deeper)).join(",\n")}\n${indent}]`;
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (!isObject(value) || !Object.keys(value).length) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([key, one]) => `${deeper}${JSON.stringify(key)}: ${writtenAsJson(one, deeper)}`,
  );
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b))/y;
type Wanted = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "next" | "nothing";

interface Wrong {
  place: number;
  wanted: Wanted;
}

/** Return the place of the first thing that cannot stand where it stands, and what is wanted there. */
export function firstWrong(text: string): Wrong {
  const open: string[] = [];
  let wanted: Wanted = "value";
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    const next: Wanted | null = found ? after(wanted, found, open) : null;
    if (next === null) return { place: start, wanted };
    wanted = next;
  }
}

function after(wanted: Wanted, [, sign, string]: RegExpExecArray, open: string[]): Wanted | null {
  const ends = sign !== undefined && sign === open.at(-1);
  if (ends && ["next", "valueOrEnd", "keyOrEnd"].includes(wanted)) {
    open.pop();
    return open.length ? "next" : "nothing";
  }
  if (wanted === "key" || wanted === "keyOrEnd") return string ? "colon" : null;
  if (wanted === "colon") return sign === ":" ? "value" : null;
  if (wanted === "next") return sign === "," ? (open.at(-1) === "}" ? "key" : "value") : null;
  if (wanted === "nothing") return null;
  return valueBegins(sign, open);
}

function valueBegins(sign: string | undefined, open: string[]): Wanted | null {
  if (sign === undefined) return open.length ? "next" : "nothing";
  if (sign !== "{" && sign !== "[") return null;
  open.push(sign === "{" ? "}" : "]");
  return sign === "{" ? "keyOrEnd" : "valueOrEnd";
}

const MISSING: Partial<Record<Wanted, string>> = {
  next: "a comma or a closing bracket",
  colon: "a colon",
  key: "a key in double quotes",
  keyOrEnd: "a key in double quotes",
  value: "a value",
  valueOrEnd: "a value",
};

function wordsFor(text: string, { place, wanted }: Wrong): string {
  const before = text.slice(0, place).split("\n");
  const at = `Line ${before.length}, column ${before.at(-1)!.length + 1}`;
  const found = text.slice(place).split("\n")[0]!.trim().slice(0, 20);
  if (!MISSING[wanted]) return `${at}: nothing may follow the definition.`;
  return `${at}: ${MISSING[wanted]} is missing ${found ? `before ${found}` : "at the end"}.`;
}
