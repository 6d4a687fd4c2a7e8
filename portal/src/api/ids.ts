// The ids of collections and jobs, and what their parts are called.
import { ApiError } from "./error";

export interface CollectionName {
  subscription: string;
  group: string;
  collection: string;
}

export interface JobName extends CollectionName {
  job: string;
}

const ID =
  /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/Microsoft\.Scheduler\/jobCollections\/([^/]+)(?:\/jobs\/([^/]+))?/i;

/** Return the names in an id, or null if it is none. An id of a history entry names its job. */
export function namesIn(id: string): (CollectionName & { job?: string }) | null {
  const found = ID.exec(id);
  if (!found) return null;
  const [subscription = "", group = "", collection = "", job] = found.slice(1);
  return { subscription, group, collection, ...(job === undefined ? {} : { job }) };
}

/** Return the names in the id of a job, which the app itself has made. */
export function jobIn(id: string): JobName {
  const names = namesIn(id);
  return { subscription: "", group: "", collection: "", ...names, job: names?.job ?? "" };
}

export function subscriptionPath(subscription: string): string {
  return `/subscriptions/${segment(subscription)}/providers/Microsoft.Scheduler`;
}

export function collectionPath(name: CollectionName): string {
  const [subscription, group, collection] = [name.subscription, name.group, name.collection].map(segment);
  return `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Scheduler/jobCollections/${collection}`;
}

export function jobPath(name: JobName): string {
  return `${collectionPath(name)}/jobs/${segment(name.job)}`;
}

/** Return a name as a part of a path. Dots alone would lead out of their place, and nothing is called so. */
function segment(name: string): string {
  if (name === "." || name === "..")
    throw new ApiError(404, "ResourceNotFound", `Nothing can be called “${name}”.`);
  return encodeURIComponent(name);
}
