// What the pages with one long table have in common: filters above, the table, and a button for more.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../../api/call";
import { Empty, Shown } from "../../parts/notices";
import { Card, Page } from "../../parts/page";
import type { Listed } from "../../parts/pages-of-list";
import { Table, type Column } from "../../parts/table";
import { changeQuery, place } from "../../state/address";
import type { Loaded } from "../../state/loading";
import { toast } from "../../state/toasts";
import { counted } from "../../words/outcomes";

interface ListPageProps<Value> {
  title: string;
  about: ComponentChildren;
  filters?: ComponentChildren;
  /** What stands between the filters and the table. */
  above?: ComponentChildren;
  list: Loaded<Listed<Value>>;
  columns: Column<Value>[];
  keyOf: (value: Value) => string;
  /** Which of the loaded values match what is to be found. */
  wanted?: (value: Value) => boolean;
  /** What one of the values is called. */
  noun: string;
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

function Rows<Value>(props: ListPageProps<Value> & { listed: Listed<Value> }) {
  const { title, listed, columns, keyOf, wanted, empty } = props;
  const typed = wanted ? (place.value.query["find"] ?? "") : "";
  const values = wanted && typed ? listed.values.filter(wanted) : listed.values;
  return (
    <Card>
      {values.length > 0 && <Table label={title} columns={columns} values={values} keyOf={keyOf} />}
      {typed ? (
        <Searched {...props} typed={typed} found={values.length} />
      ) : (
        values.length === 0 && <Empty>{empty}</Empty>
      )}
      {listed.more && !typed && <More label="Show more" more={listed.more} />}
    </Card>
  );
}

interface SearchedProps<Value> extends ListPageProps<Value> {
  listed: Listed<Value>;
  typed: string;
  found: number;
}

/** What was searched, and what was not: further pages are loaded if somebody wants all of them. */
function Searched<Value>({ listed, noun, typed, found }: SearchedProps<Value>) {
  const all = place.value.query["all"] !== undefined;
  const { more } = listed;
  const load = useLoading(() => more?.(true));
  useEffect(() => {
    if (all && more) void load.start();
  }, [all, more === null, typed]);
  return (
    <div class={found ? "muted small" : "empty"} role="status">
      <p>
        {searchInWords(found, counted(listed.values.length, noun), more !== null)} “{typed}”.
        {load.busy && " Loading the others …"}
      </p>
      <p class="begin">
        {more && !load.busy && <button onClick={() => changeQuery({ all: "1" })}>Load all</button>}
        {!found && <button onClick={() => changeQuery({ find: undefined, all: undefined })}>Clear</button>}
      </p>
    </div>
  );
}

/** Say how many of those that were looked through match what is typed. */
export function searchInWords(found: number, all: string, more: boolean): string {
  const count = found ? found.toLocaleString("en") : "None";
  return `${count} of ${more ? `the ${all} loaded` : all} ${found > 1 ? "match" : "matches"}`;
}

function More({ label, more }: { label: string; more: () => Promise<void> }) {
  const load = useLoading(more);
  return (
    <p class="form-end">
      <button disabled={load.busy} onClick={() => void load.start()}>
        {load.busy ? "Loading …" : label}
      </button>
    </p>
  );
}

function useLoading(work: () => Promise<void> | undefined) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    if (busy) return;
    setBusy(true);
    await work()?.catch((error: unknown) => toast(wordsOf(error), "failed"));
    setBusy(false);
  };
  return { busy, start };
}
