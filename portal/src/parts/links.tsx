import { jobIn, namesIn } from "../api/ids";
import type { HistoryEntry } from "../api/types";
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

/** The address of an attempt in the history of its job. */
export function hashOfEntry(entry: HistoryEntry): string {
  return hashOfJob(jobIn(entry.id), "history", { entry: entry.name.split("/").pop() });
}
