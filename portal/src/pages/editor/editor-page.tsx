// The editor at its addresses: a new job, a copy of one, or one that is there.
import { useRef } from "preact/hooks";
import { ApiError } from "../../api/error";
import { namesIn, type CollectionName, type JobName } from "../../api/ids";
import { readCollection, readJob } from "../../api/operations";
import type { Collection, Job } from "../../api/types";
import { Shown } from "../../parts/notices";
import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";
import { place } from "../../state/address";
import { now } from "../../state/clock";
import { useLoaded, type Loaded } from "../../state/loading";
import { mayChange, scopeNames } from "../../state/session";
import { subscription } from "../../state/subscription";
import { HERE } from "../../times/wall";
import { Gone } from "../job/gone";
import { NoName } from "../not-found";
import { copyOf, definitionOf, definitionToEdit, hasSecrets, newDefinition } from "./definition/beginnings";
import { Editor } from "./editor";
import type { Beginning } from "./editor-state";
import { allCollections, freshNames, sameCollection } from "./where";

export function EditorPage({ names }: PageProps) {
  const { page, query } = place.value;
  const title = page === "edit" ? `Edit ${names[3] ?? ""}` : query["from"] ? "Copy a job" : "New job";
  const address = JSON.stringify([page, names, query["from"], query["collection"]]);
  const loaded = useLoaded(() => begin(address, page, names, query), [address]);
  const beginning = loaded.value?.address === address ? loaded.value : null; // not that of the page before
  const couldChange = useRef(false); // with another key: what is typed stays, whatever that key may do
  couldChange.current ||= mayChange();
  if (!couldChange.current) return <ReadOnly title={title} />;
  const source = page === "edit" ? names : (query["from"]?.split("/") ?? []);
  if (beginning === null) return <NoBeginning title={title} source={source} loaded={loaded} />;
  const key = `${address} ${beginning.seen?.etag}`;
  return <Editor key={key} title={title} beginning={beginning} reload={loaded.reload} />;
}

/** While it loads, or if that fails: what was typed into a form that has begun is never taken away. */
function NoBeginning({ title, source, loaded }: NoBeginningProps) {
  const { error } = loaded;
  if (error instanceof NamesNoJob) return <NoName title={title} what="job" />;
  const missing = source.length > 0 && error instanceof ApiError && error.status === 404;
  return (
    <Page title={title}>
      {missing ? (
        <Gone name={{ ...collectionNamed(source), job: source[3] ?? "" }} why={error.message} />
      ) : (
        <Shown of={{ ...loaded, value: null }}>{() => null}</Shown>
      )}
    </Page>
  );
}

interface NoBeginningProps {
  title: string;
  /** The names of the job that is edited or copied; none for a new one. */
  source: string[];
  loaded: Loaded<Beginning>;
}

function ReadOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <p class="notice warn">
        Your key may only read. Ask for one that may change jobs, leave this page, and come back with it.
      </p>
    </Page>
  );
}

async function begin(
  address: string,
  page: string,
  names: string[],
  query: Record<string, string>,
): Promise<Beginning> {
  if (page === "edit") return { address, ...(await beginEdit(jobNamed(names))) };
  const from = query["from"] ? jobNamed(query["from"].split("/")) : null;
  const [collections, source] = await Promise.all([allCollections(), from ? readJob(from) : null]);
  const wanted = from ?? collectionNamed(query["collection"]?.split("/") ?? []);
  const chosen = collections.find(({ id }) => sameCollection(namesIn(id)!, wanted)) ?? collections[0] ?? null;
  return {
    address,
    seen: null,
    collections,
    where: {
      chosen,
      fresh: freshNames(collections, subscription.peek(), scopeNames()),
      job: from ? `${from.job}-copy` : "",
    },
    ...definitionToBegin(source, chosen),
  };
}

function definitionToBegin(source: Job | null, chosen: Collection | null) {
  const asker = { now: now.peek(), zone: HERE, zoneOfCollection: chosen?.properties.defaults?.timeZone };
  const definition = source ? copyOf(source) : newDefinition(asker);
  return { definition, secretsMissing: source !== null && hasSecrets(definition) };
}

async function beginEdit(name: JobName): Promise<Omit<Beginning, "address">> {
  const [job, collection] = await Promise.all([readJob(name), readCollection(name)]);
  const definition = definitionOf(job);
  return {
    definition: definitionToEdit(definition),
    seen: { definition, etag: job.etag ?? "" },
    collections: [collection],
    where: { chosen: collection, fresh: name, job: name.job },
    secretsMissing: false,
  };
}

function collectionNamed([subscription = "", group = "", collection = ""]: string[]): CollectionName {
  return { subscription, group, collection };
}

/** Return the job of an address; raise an Error if it names none. */
function jobNamed(names: string[]): JobName {
  const name = { ...collectionNamed(names), job: names[3] ?? "" };
  if (names.length !== 4 || Object.values(name).some((part) => NO_NAME.test(part))) throw new NamesNoJob();
  return name;
}

class NamesNoJob extends Error {}

/** These lead to other places in a path. */
const NO_NAME = /^\.{0,2}$/;
