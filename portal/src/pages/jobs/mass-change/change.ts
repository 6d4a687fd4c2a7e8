// A change of many jobs: what it is, and the calls that try it and make it.
import {
  deleteJob,
  patchJob,
  runJob,
  switchJob,
  tryJobDelete,
  tryJobPatch,
  trySwitch,
} from "../../../api/operations";
import type { Pause, Terms } from "../../../api/operations";
import type { JobName } from "../../../api/ids";
import type { JsonObject, Trial } from "../../../api/types";

export type Change =
  | { operation: "enable" }
  | { operation: "disable"; pause: Pause }
  | { operation: "run"; pause: Pause }
  | { operation: "delete" }
  | { operation: "zone"; zone: string | null }
  | { operation: "spread"; spread: string | null };

export type Operation = Change["operation"];

/** What the change is called: before it, as a button, while it is made, and when it is done. */
export const NAMES: Record<Operation, { title: string; verb: string; doing: string; done: string }> = {
  enable: { title: "Enable", verb: "Enable", doing: "Enabling", done: "enabled" },
  disable: { title: "Disable", verb: "Disable", doing: "Disabling", done: "disabled" },
  run: { title: "Run now", verb: "Run", doing: "Running", done: "started" },
  delete: { title: "Delete", verb: "Delete", doing: "Deleting", done: "deleted" },
  zone: { title: "Set the time zone of", verb: "Change", doing: "Changing", done: "changed" },
  spread: { title: "Spread", verb: "Spread", doing: "Changing", done: "changed" },
};

/** Ask the app what the change would do to a job; a run cannot be tried, so there is nothing to tell. */
export async function tryOn(change: Change, name: JobName): Promise<Trial | null> {
  switch (change.operation) {
    case "enable":
      return trySwitch(name, "enable", {});
    case "disable":
      return trySwitch(name, "disable", change.pause);
    case "delete":
      return tryJobDelete(name);
    case "run":
      return null;
    case "zone":
    case "spread":
      return tryJobPatch(name, patchOf(change));
  }
}

/** Make the change, if nobody has changed the job since it was tried. */
export function makeOn(change: Change, name: JobName, terms: Terms): Promise<unknown> {
  switch (change.operation) {
    case "enable":
      return switchJob(name, "enable", {}, terms);
    case "disable":
      return switchJob(name, "disable", change.pause, terms);
    case "delete":
      return deleteJob(name, terms);
    case "run":
      return runJob(name, change.pause, terms);
    case "zone":
    case "spread":
      return patchJob(name, patchOf(change), terms);
  }
}

export function patchOf(change: Change & { operation: "zone" | "spread" }): JsonObject {
  return { properties: change.operation === "zone" ? { timeZone: change.zone } : { spread: change.spread } };
}
