// The operations of the app that the portal uses, by their names.
import { call, callPages } from "./call";
import { collectionPath, jobPath, subscriptionPath, type CollectionName, type JobName } from "./ids";
import type {
  Asked,
  Caller,
  Change,
  ClockChange,
  Collection,
  ComingRun,
  Credential,
  Crowds,
  HistoryEntry,
  Job,
  JsonObject,
  Occurrence,
  Runs,
  RunUnderWay,
  SignIn,
  Status,
  Subscription,
  Summary,
  Trial,
} from "./types";
import { withinApp } from "./turns";

export interface Pause {
  note?: string;
  until?: string;
}

/** How a change is made: only if nobody else has changed it, as part of a mass change. */
export interface Terms {
  ifMatch?: string;
  onlyNew?: boolean;
  correlation?: string;
}

export type Switch = "enable" | "disable";

export interface Page<Value> {
  value: Value[];
  nextLink: string | null;
}

const tried = { dryRun: "true" };

export const signIn = () => call<SignIn>("GET", "/sign-in");

export const whoami = () => call<Caller>("GET", "/whoami", { entering: true });
export const readStatus = (abort?: AbortSignal) => call<Status>("GET", "/status", abort ? { abort } : {});
export const listSubscriptions = async (terms: { entering?: boolean } = {}) =>
  (await call<Page<Subscription>>("GET", "/subscriptions", terms)).value;

export const listCollections = async (subscription: string) =>
  (await call<Page<Collection>>("GET", `${subscriptionPath(subscription)}/jobCollections`)).value;
export const readCollection = (name: CollectionName) => call<Collection>("GET", collectionPath(name));
export const putCollection = (name: CollectionName, body: JsonObject, terms: Terms = {}) =>
  call<Collection>("PUT", collectionPath(name), { body, ...terms });
export const patchCollection = (name: CollectionName, body: JsonObject, terms: Terms = {}) =>
  call<Collection>("PATCH", collectionPath(name), { body, ...terms });
export const tryCollectionPatch = (name: CollectionName, body: JsonObject) =>
  call<Trial>("PATCH", collectionPath(name), { body, query: tried });
export const deleteCollection = (name: CollectionName, terms: Terms = {}) =>
  call<unknown>("DELETE", collectionPath(name), terms);
export const switchCollection = (name: CollectionName, to: Switch, pause: Pause, terms: Terms = {}) =>
  call<unknown>("POST", `${collectionPath(name)}/${to}`, { body: pause, ...terms });
export const tryCollectionSwitch = (name: CollectionName, to: Switch, pause: Pause) =>
  call<Trial>("POST", `${collectionPath(name)}/${to}`, { body: pause, query: tried });

export const readJob = (name: JobName) => call<Job>("GET", jobPath(name));
export const putJob = (name: JobName, body: JsonObject, terms: Terms = {}) =>
  call<Job>("PUT", jobPath(name), { body, ...terms });
export const tryJobPut = (name: JobName, body: JsonObject, terms: Terms = {}) =>
  call<Trial>("PUT", jobPath(name), { body, query: tried, ...terms });
export const patchJob = (name: JobName, body: JsonObject, terms: Terms = {}) =>
  call<Job>("PATCH", jobPath(name), { body, ...terms });
export const tryJobPatch = (name: JobName, body: JsonObject, terms: Terms = {}) =>
  call<Trial>("PATCH", jobPath(name), { body, query: tried, ...terms });
export const deleteJob = (name: JobName, terms: Terms = {}) => call<unknown>("DELETE", jobPath(name), terms);
export const tryJobDelete = (name: JobName) => call<Trial>("DELETE", jobPath(name), { query: tried });
export const runJob = (name: JobName, pause: Pause, terms: Terms = {}) =>
  call<unknown>("POST", `${jobPath(name)}/run`, { body: pause, ...terms });
export const switchJob = (name: JobName, to: Switch, pause: Pause, terms: Terms = {}) =>
  call<unknown>("POST", `${jobPath(name)}/${to}`, { body: pause, ...terms });
export const trySwitch = (name: JobName, to: Switch, pause: Pause) =>
  call<Trial>("POST", `${jobPath(name)}/${to}`, { body: pause, query: tried });

export const listHistory = (name: JobName, top: number, skip: number, status?: string) =>
  call<Page<HistoryEntry>>("GET", `${jobPath(name)}/history`, {
    query: { $top: `${top}`, $skip: `${skip}`, $filter: status ? `status eq '${status}'` : undefined },
  });
export const listOccurrences = (name: JobName, from: string, to: string) =>
  callPages<Occurrence>(`${jobPath(name)}/occurrences`, { query: { from, to } });
export const askWhy = async (name: JobName, at: string) =>
  (await call<{ properties: Asked }>("GET", `${jobPath(name)}/occurrences`, { query: { at } })).properties;
export const upcomingOf = (name: JobName, top: number) =>
  call<Runs>("GET", `${jobPath(name)}/upcomingRuns`, { query: { $top: `${top}` } });
export const previewRuns = (subscription: string, body: JsonObject, abort?: AbortSignal) =>
  call<Runs>("POST", `${subscriptionPath(subscription)}/previewRuns`, { body, ...(abort ? { abort } : {}) });

export const listSummaries = (subscription: string, seen: (some: Summary[]) => void, abort?: AbortSignal) =>
  callPages<Summary>(`${subscriptionPath(subscription)}/jobs`, abort ? { abort } : {}, seen);

/** One page of a list over all jobs; a `nextLink` leads to the next page. */
const firstPage =
  <Value>(name: string) =>
  (subscription: string, query: Record<string, string | undefined> = {}) =>
    call<Page<Value>>("GET", `${subscriptionPath(subscription)}/${name}`, { query });
export const nextPage = <Value>(link: string) => call<Page<Value>>("GET", withinApp(link));

export const listFailures = firstPage<HistoryEntry>("failures");
export const listUpcoming = firstPage<ComingRun>("upcomingRuns");
export const listRunning = firstPage<RunUnderWay>("running");
export const listExpiring = firstPage<Credential>("expiring");
export const listClockChanges = firstPage<ClockChange>("clockChanges");
export const listAudit = firstPage<Change>("audit");
export const countUpcoming = async (subscription: string, until: string, bucket: string) =>
  (
    await call<{ properties: Crowds }>("GET", `${subscriptionPath(subscription)}/upcomingRuns`, {
      query: { until, bucket },
    })
  ).properties;
