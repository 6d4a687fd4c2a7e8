// Numbers of jobs: nothing is counted before all are there, and then it is said as of when.
import type { Collection } from "../api/types";
import { namesIn } from "../api/ids";
import { hashOfCollection } from "../state/address";
import { completeAt, jobsIn, rows, useJobs } from "../state/jobs";
import { isoOf } from "../times/instants";
import { counted } from "../words/outcomes";
import { Badge } from "./badge";
import { Instant } from "./instant";
import { PLANS } from "./plans";

const A_MINUTE = 60_000;
const NEARLY = 0.9; // of its quota: the next handful of jobs may be refused

/** As of when the jobs were counted, or how many there are so far: of a collection, or of all. */
export function AsOf({ of }: { of?: Collection }) {
  const at = completeAt.value;
  return (
    <span class="small muted">
      {at === null ? (
        `Loading … ${(of ? jobsIn(of.id) : rows.value).length.toLocaleString("en")} so far`
      ) : (
        <>
          as of <Instant at={isoOf(at - (at % A_MINUTE))} show="time" />
        </>
      )}
    </span>
  );
}

/** Return how many jobs a collection may have. */
export function mostJobs({ properties: { quota, sku } }: Collection): number {
  return quota?.maxJobCount ?? PLANS[sku.name].jobs;
}

/** How many jobs a collection has, of how many it may have; and a warning before it is full. */
export function QuotaUse({ collection }: { collection: Collection }) {
  const most = mostJobs(collection);
  if (completeAt.value === null) return <span class="muted">… of {most.toLocaleString("en")}</span>;
  const used = jobsIn(collection.id).length;
  return (
    <span class="together">
      {used.toLocaleString("en")} of {counted(most, "job")}
      {used >= most * NEARLY && (
        <>
          {" "}
          <Badge tone={used >= most ? "bad" : "warn"} label={used >= most ? "full" : "nearly full"} />
        </>
      )}
    </span>
  );
}

/** Beside the choice of a collection for a job: whether there is room for one more. */
export function QuotaHint({ collection }: { collection: Collection }) {
  const name = namesIn(collection.id)!;
  useJobs(name.subscription);
  const most = mostJobs(collection);
  const used = completeAt.value === null ? 0 : jobsIn(collection.id).length;
  return (
    <p class="hint">
      Jobs in {name.collection}: <QuotaUse collection={collection} />.
      {used >= most * NEARLY && (
        <>
          {" "}
          <a href={hashOfCollection(name)}>Raise its plan</a> for more.
        </>
      )}
    </p>
  );
}
