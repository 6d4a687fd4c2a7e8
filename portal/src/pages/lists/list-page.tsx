// What the pages with one long table have in common: filters above, the table, and a button for more.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { wordsOf } from "../../api/call";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import type { Listed } from "../../parts/pages-of-list";
import { Table, type Column } from "../../parts/table";
import type { Loaded } from "../../state/loading";
import { toast } from "../../state/toasts";

interface ListPageProps<Value> {
  title: string;
  about: ComponentChildren;
  filters?: ComponentChildren;
  /** What stands between the filters and the table. */
  above?: ComponentChildren;
  list: Loaded<Listed<Value>>;
  columns: Column<Value>[];
  keyOf: (value: Value) => string;
  /** Which of the loaded values are shown. */
  wanted?: (value: Value) => boolean;
  empty: ComponentChildren;
}

export function ListPage<Value>(props: ListPageProps<Value>) {
  const { title, about, filters, above, list } = props;
  return (
    <Page title={title} actions={<button onClick={list.reload}>Refresh</button>}>
      <p class="muted">{about}</p>
      {filters && <div class="filters">{filters}</div>}
      {above}
      <Shown of={list}>{(listed) => <Rows {...props} listed={listed} />}</Shown>
    </Page>
  );
}

function Rows<Value>({
  title,
  listed,
  columns,
  keyOf,
  wanted,
  empty,
}: ListPageProps<Value> & { listed: Listed<Value> }) {
  const values = wanted ? listed.values.filter(wanted) : listed.values;
  return (
    <Card>
      {values.length ? (
        <Table label={title} columns={columns} values={values} keyOf={keyOf} />
      ) : (
        <Empty>{empty}</Empty>
      )}
      {listed.more && <More more={listed.more} />}
    </Card>
  );
}

function More({ more }: { more: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    await more().catch((error: unknown) => toast(wordsOf(error), "failed"));
    setBusy(false);
  };
  return (
    <p class="form-end">
      <button disabled={busy} onClick={() => void load()}>
        {busy ? "Loading …" : "Show more"}
      </button>
    </p>
  );
}
