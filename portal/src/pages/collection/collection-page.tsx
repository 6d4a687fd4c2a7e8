// One collection: its jobs, its quota, what it gives to its jobs, and its calendars.
import { useEffect, useState } from "preact/hooks";
import {
  deleteCollection,
  disableCollection,
  enableCollection,
  readCollection,
  type Pause,
} from "../../api/operations";
import type { CollectionName } from "../../api/ids";
import type { Collection } from "../../api/types";
import { Shown } from "../../parts/notices";
import { Page } from "../../parts/page";
import { go, hashOf } from "../../state/address";
import { forgetJobs, loadJobs } from "../../state/jobs";
import { useLoaded } from "../../state/loading";
import { mayChange } from "../../state/session";
import { loadSubscriptions } from "../../state/subscription";
import { toast } from "../../state/toasts";
import type { PageProps } from "../../shell/pages";
import { ConfirmDialog } from "../../parts/confirm-dialog";
import { PauseDialog } from "../../parts/pause-dialog";
import { CalendarsCard } from "./calendars-card";
import { CollectionState } from "./collection-state";
import { DefaultsCard } from "./defaults-card";
import { QuotaCard } from "./quota-card";

type Asking = "disable" | "delete" | null;

export function CollectionPage({ names }: PageProps) {
  const name = { subscription: names[0] ?? "", group: names[1] ?? "", collection: names[2] ?? "" };
  const collection = useLoaded(() => readCollection(name), [names.join("/")], 30);
  const [asking, setAsking] = useState<Asking>(null);
  useEffect(() => void loadJobs(name.subscription), [name.subscription]);
  const done = (words: string) => {
    setAsking(null);
    forgetJobs();
    void loadJobs(name.subscription, true);
    collection.reload();
    toast(words);
  };
  return (
    <Page
      title={name.collection}
      above={
        <>
          <a href={hashOf("collections")}>Collections</a> / {name.group}
        </>
      }
      beside={collection.value && <CollectionState collection={collection.value} />}
      actions={
        mayChange() &&
        collection.value && <Actions name={name} collection={collection.value} ask={setAsking} done={done} />
      }
    >
      <Shown of={collection}>
        {(value) => (
          <div class="columns">
            <div class="stack">
              <QuotaCard collection={value} name={name} />
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

interface ActionsProps {
  name: CollectionName;
  collection: Collection;
  ask: (asking: Asking) => void;
  done: (words: string) => void;
}

function Actions({ name, collection, ask, done }: ActionsProps) {
  const enable = () =>
    void enableCollection(name, {}).then(
      () => done("Its jobs run again."),
      (error: Error) => toast(error.message, "failed"),
    );
  return (
    <>
      <a
        class="button primary"
        href={hashOf("new", [], { collection: [name.subscription, name.group, name.collection].join("/") })}
      >
        New job
      </a>
      {collection.properties.state === "Enabled" ? (
        <button onClick={() => ask("disable")}>Disable</button>
      ) : (
        <button onClick={enable}>Enable</button>
      )}
      <button class="danger" onClick={() => ask("delete")}>
        Delete
      </button>
    </>
  );
}

interface QuestionsProps {
  asking: Exclude<Asking, null>;
  name: CollectionName;
  collection: Collection;
  close: () => void;
  done: (words: string) => void;
}

function Questions({ asking, name, collection, close, done }: QuestionsProps) {
  const disable = async (pause: Pause) => {
    await disableCollection(name, pause);
    done("None of its jobs runs.");
  };
  const remove = async () => {
    await deleteCollection(name);
    forgetJobs();
    await loadSubscriptions();
    toast(`Collection ${name.collection} was deleted.`);
    go(hashOf("collections"));
  };
  if (asking === "disable")
    return (
      <PauseDialog
        title={`Disable ${name.collection}`}
        zone={collection.properties.defaults?.timeZone}
        close={close}
        send={disable}
      />
    );
  return (
    <ConfirmDialog
      title={`Delete ${name.collection}`}
      word={name.collection}
      action="Delete"
      close={close}
      send={remove}
    >
      All its jobs and their histories are deleted too. This cannot be undone.
    </ConfirmDialog>
  );
}
