import { readStatus } from "../../api/operations";
import type { Status } from "../../api/types";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import { Table, type Column } from "../../parts/table";
import { useLoaded } from "../../state/loading";
import { counted } from "../../words/outcomes";

type AllAside = NonNullable<Status["setAside"]>;
type Aside = AllAside["shown"][number];

const COLUMNS: Column<Aside>[] = [
  { name: "When", show: (one) => <Instant at={one.at} /> },
  { name: "Job", show: (one) => (one.job ? <JobLink id={one.job} tab="definition" /> : "not known") },
  { name: "Why", wide: true, show: (one) => one.reason },
  { name: "Row", wide: true, show: (one) => <code>{one.row}</code> },
];

export function SetAsidePage() {
  const status = useLoaded(() => readStatus(), [], 30);
  return (
    <Page title="Set aside">
      <p class="muted">
        Tickets that the app could not use. Their jobs stand still, and everything else goes on.
      </p>
      <Shown of={status}>
        {({ setAside, queue }) =>
          setAside ? (
            <Found setAside={setAside} poison={queue?.poison ?? 0} />
          ) : (
            <Empty>A key for a part of the jobs is not told what was set aside.</Empty>
          )
        }
      </Shown>
    </Page>
  );
}

function Found({ setAside, poison }: { setAside: AllAside; poison: number }) {
  const unseen = setAside.count - setAside.shown.length;
  return (
    <>
      <Card>
        {setAside.count ? (
          <Table label="Set aside" columns={COLUMNS} values={setAside.shown} keyOf={(one) => one.row} />
        ) : (
          <Empty>Nothing was set aside.</Empty>
        )}
        {unseen > 0 && <p class="muted small">and {unseen} more</p>}
      </Card>
      {setAside.count > 0 && <WhatToDo />}
      {poison > 0 && <Poison count={poison} />}
    </>
  );
}

function WhatToDo() {
  return (
    <Card title="What to do">
      <ol>
        <li>
          Read why. Most often somebody wrote into the table by hand, or the row comes from a newer version of
          the app.
        </li>
        <li>
          Open the job, edit it and save it: that removes what was set aside, and schedules the job anew.
        </li>
        <li>If the job cannot be read any more, save it whole under the same name, or delete it.</li>
      </ol>
    </Card>
  );
}

function Poison({ count }: { count: number }) {
  return (
    <Card title="Given up">
      <p>
        {counted(count, "message")} of the dispatch queue {count === 1 ? "was" : "were"} given up after five
        tries. They are hints only: the scan sends again what they named, so nothing is lost. Look at the log
        of the function <code>dispatch</code>, then empty the queue <code>scheduler-dispatch-poison</code>.
      </p>
    </Card>
  );
}
