// Faults of a definition, and the fields that show them.
import { ApiError, wordsOf, type Fault } from "../../api/call";

const PATH = /^((?:properties|tags|job|location)[\w.[\]$-]*): (.+)$/s;

/** Say whether an error is about the definition: not about the reader, the place or the app. */
export function isJudgement(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 409);
}

/** Return the faults that an error tells of; one that names no field concerns the whole. */
export function faultsIn(error: unknown): Fault[] {
  if (!(error instanceof ApiError)) return [{ target: "", message: wordsOf(error) }];
  if (error.faults.length)
    return error.faults.map(({ target, message }) => ({ target: target ?? "", message }));
  return error.status === 400
    ? error.message.split("; ").map(faultFrom)
    : [{ target: "", message: error.message }];
}

/** Say whether a field shows the faults of a target: its own, those of its items, and with `.*` all below. */
export function covers(field: string, target: string): boolean {
  const whole = field.endsWith(".*") ? field.slice(0, -2) : field;
  if (target === whole || target.startsWith(`${whole}[`)) return true;
  return field !== whole && target.startsWith(`${whole}.`);
}

/** Return what a field says about its faults; nothing if it has none. */
export function faultOf(faults: Fault[], field: string): string | undefined {
  const own = faults.filter(({ target }) => covers(field, target));
  return own.length ? [...new Set(own.map((fault) => worded(fault, field)))].join("; ") : undefined;
}

/** Return the faults that no field shows. */
export function faultsLeft(faults: Fault[], fields: Iterable<string>): Fault[] {
  const shown = [...fields];
  return faults.filter(({ target }) => !shown.some((field) => covers(field, target)));
}

/** Return both lists as one; what both say is said once. */
export function unitedFaults(some: Fault[], others: Fault[]): Fault[] {
  const known = new Set(some.map(({ target }) => target));
  return [...some, ...others.filter(({ target }) => !known.has(target))];
}

function faultFrom(part: string): Fault {
  const [, target = "", message = part] = PATH.exec(part) ?? [];
  return { target, message };
}

/** What lies below a field is named, because the field alone does not tell it. */
function worded({ target, message }: Fault, field: string): string {
  const below = field.endsWith(".*") ? target.slice(field.length - 1) : "";
  return below ? `${below}: ${message}` : message;
}
