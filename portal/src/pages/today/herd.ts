// The jobs that run at one instant.
import type { Crowds } from "../../api/types";
import type { Row } from "../../state/jobs";

/** Return the jobs of a peak: those that it names, and those whose next run it is. It names only some. */
export function jobsOfHerd(peak: Crowds["peaks"][number], rows: Row[]): Row[] {
  const named = new Set(peak.jobs.map((id) => id.toLowerCase()));
  const at = Date.parse(peak.at);
  return rows.filter(
    (row) => named.has(row.id.toLowerCase()) || Date.parse(row.facts.nextExecutionTime ?? "") === at,
  );
}
