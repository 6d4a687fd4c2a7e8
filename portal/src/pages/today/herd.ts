// The jobs that run at one instant.
import type { Crowds } from "../../api/types";
import type { Row } from "../../state/jobs";
import { counted } from "../../words/outcomes";

export interface Herd {
  jobs: Row[];
  /** Runs of that instant whose jobs are not among these: they run before then, too. */
  others: number;
}

/** Return the jobs of a peak: those that it names, and those whose next run it is. It names only some. */
export function herdOf(peak: Crowds["peaks"][number], rows: Row[]): Herd {
  const named = new Set(peak.jobs.map((id) => id.toLowerCase()));
  const at = Date.parse(peak.at);
  const jobs = rows.filter(
    (row) => named.has(row.id.toLowerCase()) || Date.parse(row.facts.nextExecutionTime ?? "") === at,
  );
  return { jobs, others: Math.max(0, peak.runs - jobs.length) };
}

/** Say what the dialog does not show; nothing if it shows all. */
export function aboutHerd({ jobs, others }: Herd): string | undefined {
  if (!others) return undefined;
  const are = others === 1 ? "one is of a job that runs" : `${others} are of jobs that run`;
  return `Of the ${counted(jobs.length + others, "run")} at this instant, ${are} before then, too, and not listed here.`;
}
