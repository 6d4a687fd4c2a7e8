// All collections of the subscription.
import { useState } from "preact/hooks";
import { listCollections } from "../../api/operations";
import type { Collection } from "../../api/types";
import { CollectionLink } from "../../parts/links";
import { AsOf, QuotaUse } from "../../parts/counts";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import { Table, type Column } from "../../parts/table";
import { useJobs } from "../../state/jobs";
import { useLoaded } from "../../state/loading";
import { mayCreateCollections } from "../../state/session";
import { subscription } from "../../state/subscription";
import { namesIn } from "../../api/ids";
import { CollectionState } from "./collection-state";
import { NewCollection } from "./new-collection";

const COLUMNS: Column<Collection>[] = [
  { name: "Name", tight: true, show: (one) => <CollectionLink id={one.id} /> },
  { name: "Resource group", show: (one) => namesIn(one.id)?.group },
  { name: "State", show: (one) => <CollectionState collection={one} /> },
  { name: "Jobs", tight: true, show: (one) => <QuotaUse collection={one} /> },
  { name: "Zone", show: (one) => one.properties.defaults?.timeZone ?? "UTC" },
  { name: "Plan", show: (one) => one.properties.sku.name },
];

export function CollectionsPage() {
  const shown = subscription.value;
  const [adding, setAdding] = useState(false);
  const collections = useLoaded(() => listCollections(shown), [shown]);
  useJobs(shown);
  const actions = mayCreateCollections() && (
    <button class="primary" onClick={() => setAdding(true)}>
      New collection
    </button>
  );
  return (
    <Page title="Collections" actions={actions}>
      <p class="muted">
        A collection holds jobs that belong together: they share a quota, a time zone, calendars, and can be
        disabled together. <AsOf />
      </p>
      <Shown of={collections}>
        {(value) => (
          <Card>
            {value.length ? (
              <Table label="Collections" columns={COLUMNS} values={value} keyOf={(one) => one.id} />
            ) : (
              <Empty>There is no collection yet.</Empty>
            )}
          </Card>
        )}
      </Shown>
      {adding && <NewCollection close={() => setAdding(false)} />}
    </Page>
  );
}
