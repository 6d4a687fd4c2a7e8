// How much of its quota a collection uses.
import type { CollectionName } from "../../api/ids";
import type { Collection } from "../../api/types";
import { Card } from "../../parts/page";
import { hashOf } from "../../state/address";
import { stillLoading } from "../../state/jobs";
import { counted } from "../../words/outcomes";
import { jobsIn } from "./collections-page";

export function QuotaCard({ collection, name }: { collection: Collection; name: CollectionName }) {
  const { quota, sku } = collection.properties;
  const jobs = jobsIn(collection.id);
  const enabled = jobs.filter((row) => row.facts.state === "enabled").length;
  const most = quota?.maxJobCount;
  const often = quota?.maxRecurrence;
  return (
    <Card
      title="Jobs and quota"
      aside={<a href={hashOf("jobs", [], { collection: name.collection })}>Show its jobs</a>}
    >
      <p>
        <strong>{counted(jobs.length, "job")}</strong>
        {most !== undefined && ` of ${most}`}, {enabled} enabled{stillLoading.value && ", still counting"}
      </p>
      {most !== undefined && <progress value={jobs.length} max={most} aria-label="Quota used" />}
      <dl class="facts">
        <dt>Plan</dt>
        <dd>{sku.name}</dd>
        <dt>Most often</dt>
        <dd>{often ? `every ${counted(often.interval, often.frequency)}` : "as often as a job says"}</dd>
        <dt>Location</dt>
        <dd>{collection.location}</dd>
        <dt>Tags</dt>
        <dd>
          {Object.entries(collection.tags ?? {})
            .map(([tag, value]) => `${tag}: ${value}`)
            .join(", ") || "none"}
        </dd>
        <dt>Id</dt>
        <dd class="mono">{collection.id}</dd>
      </dl>
    </Card>
  );
}
