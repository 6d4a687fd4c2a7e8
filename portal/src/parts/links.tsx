import { jobIn, namesIn } from "../api/ids";
import { hashOfCollection, hashOfJob } from "../state/address";

/** A job by its name, with its collection in small. */
export function JobLink({ id, tab, bare }: { id: string; tab?: string; bare?: boolean }) {
  const name = jobIn(id);
  return (
    <span class="job-link">
      <a href={hashOfJob(name, tab)}>{name.job}</a>
      {!bare && <small class="muted">{name.collection}</small>}
    </span>
  );
}

export function CollectionLink({ id }: { id: string }) {
  const names = namesIn(id);
  return names ? <a href={hashOfCollection(names)}>{names.collection}</a> : <span>{id}</span>;
}

/** Whatever an id names: a job or a collection. */
export function TargetLink({ id }: { id: string }) {
  return namesIn(id)?.job ? <JobLink id={id} /> : <CollectionLink id={id} />;
}
