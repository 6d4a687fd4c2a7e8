// The editor at its addresses: a new job, a copy of one, or one that is there.
import { namesIn, type CollectionName, type JobName } from "../../api/ids";
import { readCollection, readJob } from "../../api/operations";
import type { Collection, Job } from "../../api/types";
import { Shown } from "../../parts/notices";
import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";
import { place } from "../../state/address";
import { now } from "../../state/clock";
import { useLoaded } from "../../state/loading";
import { mayChange } from "../../state/session";
import { subscription } from "../../state/subscription";
import { HERE } from "../../times/wall";
import { copyOf, definitionOf, hasSecrets, newDefinition } from "./definition/beginnings";
import { Editor } from "./editor";
import type { Beginning } from "./editor-state";
import { allCollections, freshName, sameCollection } from "./where";

export function EditorPage({ names }: PageProps) {
  const { page, query } = place.value;
  const title = page === "edit" ? `Edit ${names[3] ?? ""}` : query["from"] ? "Copy a job" : "New job";
  const loaded = useLoaded(
    () => begin(page, names, query),
    [page, names.join("/"), query["from"], query["collection"]],
  );
  if (!mayChange()) return <ReadOnly title={title} />;
  if (loaded.value === null) return <Page title={title}>{<Shown of={loaded}>{() => null}</Shown>}</Page>;
  return (
    <Editor key={loaded.value.etag ?? "new"} title={title} beginning={loaded.value} reload={loaded.reload} />
  );
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

async function begin(page: string, names: string[], query: Record<string, string>): Promise<Beginning> {
  if (page === "edit") return beginEdit(jobNamed(names));
  const from = query["from"] ? jobNamed(query["from"].split("/")) : null;
  const [collections, source] = await Promise.all([allCollections(), from ? readJob(from) : null]);
  const wanted = from ?? collectionNamed(query["collection"]?.split("/") ?? []);
  const chosen = collections.find(({ id }) => sameCollection(namesIn(id)!, wanted)) ?? collections[0] ?? null;
  return {
    stored: null,
    etag: null,
    collections,
    where: {
      chosen,
      fresh: { subscription: subscription.peek(), group: "default", collection: freshName(collections) },
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

async function beginEdit(name: JobName): Promise<Beginning> {
  const [job, collection] = await Promise.all([readJob(name), readCollection(name)]);
  const definition = definitionOf(job);
  return {
    definition,
    stored: definition,
    etag: job.etag ?? null,
    collections: [collection],
    where: { chosen: collection, fresh: name, job: name.job },
    secretsMissing: false,
  };
}

function collectionNamed([subscription = "", group = "", collection = ""]: string[]): CollectionName {
  return { subscription, group, collection };
}

function jobNamed(names: string[]): JobName {
  return { ...collectionNamed(names), job: names[3] ?? "" };
}
