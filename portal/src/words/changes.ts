// Changes, as the audit tells them.
import type { Change } from "../api/types";

/** Return what tells a change apart from all others. */
export function changeKey({ properties: change }: Change): string {
  return `${change.at} ${change.target} ${change.operation} ${change.requestId ?? ""}`;
}
