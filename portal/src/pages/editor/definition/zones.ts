// By whose clocks a job runs.
import type { JsonObject } from "../../../api/types";
import { textAt, valueAt } from "./paths";

/** Return the zone that is in force: the job's own, else that of the collection's defaults, if it takes them. */
export function zoneInForce(
  definition: JsonObject,
  zoneOfCollection: string | undefined,
): string | undefined {
  const takes = valueAt(definition, "properties.useDefaults") !== false;
  return textAt(definition, "properties.timeZone") || (takes ? zoneOfCollection : undefined) || undefined;
}
