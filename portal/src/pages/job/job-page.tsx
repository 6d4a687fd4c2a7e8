// A job: what it is, what comes next, what happened, and what can be done with it.
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "../../api/call";
import type { JobName } from "../../api/ids";
import { StateBadge } from "../../parts/badge";
import { Failed } from "../../parts/notices";
import { Page } from "../../parts/page";
import type { PageProps } from "../../shell/pages";
import { hashOfCollection, hashOfJob, namesAll, place } from "../../state/address";
import { now } from "../../state/clock";
import { useLoaded, useRepeated } from "../../state/loading";
import { mayChange } from "../../state/session";
import { NoName } from "../not-found";
import { Actions } from "./actions";
import { ChangesTab } from "./changes-tab";
import { DefinitionTab } from "./definition-tab";
import { Glance } from "./glance";
import { Gone } from "./gone";
import { HistoryTab } from "./history-tab";
import { loadFacts, paceOf, type JobFacts } from "./job-facts";
import { OccurrencesTab } from "./occurrences-tab";
import { RunWatch, useRunWatch } from "./run-watch";
import { Standing } from "./standing";
import { UpcomingTab } from "./upcoming-tab";

const TABS = [
  ["occurrences", "Occurrences", OccurrencesTab],
  ["history", "History", HistoryTab],
  ["changes", "Changes", ChangesTab],
  ["upcoming", "Upcoming", UpcomingTab],
  ["definition", "Definition", DefinitionTab],
] as const;

const BESIDE = 60; // pixels of the next tab that are seen beside the open one, so that one knows of it

export function JobPage({ names }: PageProps) {
  return namesAll(names, 4) ? <NamedJob names={names} /> : <NoName title="No such job" what="job" />;
}

function NamedJob({ names }: PageProps) {
  const [subscription = "", group = "", collection = "", job = ""] = names;
  const name = { subscription, group, collection, job };
  const loaded = useLoaded(() => loadFacts(name), names);
  useRepeated(loaded.repeat, paceOf(loaded.value, now.value));
  const above = <Above name={name} />;
  if (loaded.error instanceof ApiError && loaded.error.status === 404)
    return (
      <Page title={job} above={above}>
        <Gone name={name} why={loaded.error.message} />
      </Page>
    );
  if (!loaded.value)
    return (
      <Page title={job} above={above}>
        {loaded.error ? (
          <Failed error={loaded.error} again={loaded.reload} />
        ) : (
          <p class="loading">Loading …</p>
        )}
      </Page>
    );
  return <KnownJob facts={loaded.value} error={loaded.error} reload={loaded.reload} />;
}

function KnownJob({ facts, error, reload }: { facts: JobFacts; error: unknown; reload: () => void }) {
  const { name } = facts;
  const watch = useRunWatch(name, reload);
  return (
    <Page
      title={name.job}
      above={<Above name={name} />}
      beside={
        <StateBadge
          facts={{ state: facts.job.properties.state, collectionState: facts.collection.properties.state }}
        />
      }
      actions={mayChange() && <Actions facts={facts} changed={reload} ran={watch.begin} />}
    >
      {error != null && <Failed error={error} again={reload} />}
      <Standing facts={facts} />
      <RunWatch name={name} watch={watch} />
      <Glance facts={facts} />
      <Tabs facts={facts} />
    </Page>
  );
}

function Above({ name }: { name: JobName }) {
  return (
    <>
      {name.group} / <a href={hashOfCollection(name)}>{name.collection}</a>
    </>
  );
}

function Tabs({ facts }: { facts: JobFacts }) {
  const asked = place.value.query["tab"];
  const [here, label, Tab] = TABS.find(([tab]) => tab === asked) ?? TABS[0];
  const bar = useSeenTab(here);
  return (
    <>
      <nav ref={bar} class="tabs" aria-label="About this job">
        {TABS.map(([tab, words]) => (
          <a key={tab} href={hashOfJob(facts.name, tab)} aria-current={tab === here ? "page" : undefined}>
            {words}
          </a>
        ))}
      </nav>
      <section class="card job-tab" aria-label={label}>
        <Tab facts={facts} />
      </section>
    </>
  );
}

/** On a phone the tabs are wider than the page: bring the one that is open into view. */
function useSeenTab(here: string) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && open)
      bar.current.scrollLeft =
        open.offsetLeft + open.offsetWidth - bar.current.offsetLeft - bar.current.clientWidth + BESIDE;
  }, [here]);
  return bar;
}
