import { now } from "../state/clock";
import { Badge } from "./badge";
import { Instant } from "./instant";

/** When a credential ends; one that has ended is marked. */
export function EndOfCredential({ ends }: { ends: string | null }) {
  if (!ends)
    return (
      <Badge tone="idle" label="not known" title="It was sealed by an older version, or does not say." />
    );
  return (
    <>
      {Date.parse(ends) < now.value && <Badge tone="bad" label="ended" />} <Instant at={ends} />
    </>
  );
}
