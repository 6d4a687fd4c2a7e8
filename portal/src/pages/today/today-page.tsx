// The first page: is all well, what failed, what comes, what changed.
import { useState } from "preact/hooks";
import { countUpcoming, readStatus } from "../../api/operations";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import { hashOfPage } from "../../state/links";
import { loadJobs, rows } from "../../state/jobs";
import { useLoaded } from "../../state/loading";
import { mayChange } from "../../state/session";
import { subscription, subscriptions } from "../../state/subscription";
import { isoOf } from "../../times/instants";
import { ChangesCard, CredentialsCard } from "./recent-cards";
import { MassChange } from "../jobs/mass-change/mass-change";
import { FailuresCard } from "./failures-card";
import { aboutHerd, herdOf, type Herd } from "./herd";
import { HealthLine } from "./health-line";
import { Herds, RunsPicture, type Peak } from "../../parts/runs-picture";

const A_DAY = 86_400_000;

export function TodayPage() {
  const status = useLoaded(() => readStatus(), [], 15);
  const shown = subscription.value;
  return (
    <Page
      title="Today"
      actions={
        mayChange() && (
          <a class="button primary" href={hashOfPage("new")}>
            New job
          </a>
        )
      }
    >
      <Shown of={status}>{(value) => <HealthLine status={value} />}</Shown>
      {subscriptions.value?.length === 0 ? <Welcome /> : <Cards key={shown} subscription={shown} />}
    </Page>
  );
}

function Cards({ subscription }: { subscription: string }) {
  return (
    <>
      <RunsCard subscription={subscription} />
      <div class="columns">
        <FailuresCard subscription={subscription} />
        <div class="stack">
          <CredentialsCard subscription={subscription} />
          <ChangesCard subscription={subscription} />
        </div>
      </div>
    </>
  );
}

function RunsCard({ subscription }: { subscription: string }) {
  const crowds = useLoaded(
    () => countUpcoming(subscription, isoOf(Date.now() + A_DAY), "00:01:00"),
    [subscription],
    60,
  );
  const [herd, setHerd] = useState<Herd | null>(null);
  const spread = async (peak: Peak) => {
    await loadJobs(subscription, true);
    setHerd(herdOf(peak, rows.value));
  };
  const close = () => {
    setHerd(null);
    crowds.reload();
  };
  return (
    <Card title="Runs of the next 24 hours" aside={<a href={hashOfPage("upcoming")}>All runs to come</a>}>
      <Shown of={crowds}>
        {(value) => (
          <>
            <RunsPicture crowds={value} />
            <Herds crowds={value} spread={mayChange() ? (peak) => void spread(peak) : null} />
          </>
        )}
      </Shown>
      {herd && <MassChange jobs={herd.jobs} operation="spread" close={close} about={aboutHerd(herd)} />}
    </Card>
  );
}

function Welcome() {
  return (
    <Card title="Nothing is scheduled yet">
      <Empty>
        <p>
          {mayChange() && (
            <>
              <a href={hashOfPage("new")}>Create the first job</a>, or{" "}
            </>
          )}
          <a href={hashOfPage("moving-in")}>move in with the jobs you have</a>.
        </p>
      </Empty>
    </Card>
  );
}
