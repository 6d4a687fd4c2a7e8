// One collection: its jobs, its quota, what it gives to its jobs, and its calendars.
import { useState } from "preact/hooks";
import { ApiError } from "../../api/call";
import { readCollection } from "../../api/operations";
import type { CollectionName } from "../../api/ids";
import type { Collection } from "../../api/types";
import { Shown } from "../../parts/notices";
import { Page } from "../../parts/page";
import { hashOf, namesAll } from "../../state/address";
import { forgetJobs, loadJobs, useJobs } from "../../state/jobs";
import { hashOfChangesIn, hashOfPage } from "../../state/links";
import { useLoaded } from "../../state/loading";
import { mayChange } from "../../state/session";
import { toast } from "../../state/toasts";
import type { PageProps } from "../../shell/pages";
import { NoName } from "../not-found";
import { CalendarsCard } from "./calendars-card";
import { CollectionState } from "./collection-state";
import { DefaultsCard } from "./defaults-card";
import { Questions, type Asking } from "./questions";
import { QuotaCard } from "./quota-card";

export function CollectionPage({ names }: PageProps) {
  if (!namesAll(names, 3)) return <NoName title="No such collection" what="collection" />;
  return <NamedCollection names={names} />;
}

function NamedCollection({ names }: PageProps) {
  const name = { subscription: names[0] ?? "", group: names[1] ?? "", collection: names[2] ?? "" };
  const collection = useLoaded(() => readCollection(name), [names.join("/")], 30);
  const [asking, setAsking] = useState<Asking>(null);
  useJobs(name.subscription);
  const done = (words: string) => {
    setAsking(null);
    forgetJobs();
    void loadJobs(name.subscription, true);
    collection.reload();
    toast(words);
  };
  const above = (
    <>
      <a href={hashOfPage("collections")}>Collections</a> / {name.group}
    </>
  );
  if (collection.error instanceof ApiError && collection.error.status === 404)
    return (
      <Page title={name.collection} above={above}>
        <NoCollection name={name} />
      </Page>
    );
  return (
    <Page
      title={name.collection}
      above={above}
      beside={collection.value && <CollectionState collection={collection.value} />}
      actions={
        mayChange() &&
        collection.value && <Actions name={name} collection={collection.value} ask={setAsking} />
      }
    >
      <Shown of={collection}>
        {(value) => (
          <div class="columns">
            <div class="stack">
              <QuotaCard collection={value} name={name} saved={done} />
              <CalendarsCard collection={value} name={name} saved={done} />
            </div>
            <DefaultsCard collection={value} name={name} saved={done} />
          </div>
        )}
      </Shown>
      {asking && collection.value && (
        <Questions
          asking={asking}
          name={name}
          collection={collection.value}
          close={() => setAsking(null)}
          done={done}
        />
      )}
    </Page>
  );
}

function NoCollection({ name }: { name: CollectionName }) {
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>There is no such collection.</strong> Nothing is called “{name.collection}” in the group “
        {name.group}” of the subscription “{name.subscription}”.
      </p>
      <p>
        It may have been deleted. Go to <a href={hashOfPage("collections")}>all collections</a>, or to{" "}
        <a href={hashOfChangesIn(name)}>the changes of this one</a>.
      </p>
    </div>
  );
}

interface ActionsProps {
  name: CollectionName;
  collection: Collection;
  ask: (asking: Asking) => void;
}

function Actions({ name, collection, ask }: ActionsProps) {
  return (
    <>
      <a
        class="button primary"
        href={hashOf("new", [], { collection: [name.subscription, name.group, name.collection].join("/") })}
      >
        New job
      </a>
      {collection.properties.state === "Enabled" ? (
        <button onClick={() => ask("disable")}>Disable …</button>
      ) : (
        <button onClick={() => ask("enable")}>Enable …</button>
      )}
      <button class="danger" onClick={() => ask("delete")}>
        Delete …
      </button>
    </>
  );
}
