// A job as something to send again: a body for PUT, and lines for a shell. No key is ever part of them.
import { API_VERSION } from "../../api/call";
import type { Job, JsonObject } from "../../api/types";

const STANDING = ["status", "effective", "recent"];
const SET_BY_CALLERS = ["enabled", "disabled"];

/** Return what a PUT of the same job needs: no ids, no counters, and only states that a caller may set. */
export function bodyOf(job: Job): JsonObject {
  const kept = Object.entries(job.properties).filter(([key]) => !STANDING.includes(key));
  const properties = Object.fromEntries(kept) as JsonObject;
  if (!SET_BY_CALLERS.includes(job.properties.state)) delete properties["state"];
  const { note, until } = job.properties.disabled ?? {};
  if (job.properties.disabled) delete properties["disabled"];
  if (note || until) properties["disabled"] = { ...(note ? { note } : {}), ...(until ? { until } : {}) };
  return { ...(job.tags ? { tags: job.tags } : {}), properties };
}

export function asJson(body: JsonObject): string {
  return JSON.stringify(body, null, 2);
}

/** Return a curl command; the shell that runs it has the key in its variable KEY. */
export function curlOf(method: string, address: string, body?: JsonObject): string {
  const lines = [
    `curl -X ${method} ${quoted(`${address}?api-version=${API_VERSION}`)}`,
    `-H "x-functions-key: $KEY"`,
  ];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `--data-raw ${quoted(asJson(body))}`);
  return lines.join(" \\\n  ");
}

/** Return a text that a POSIX shell reads as one word, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
