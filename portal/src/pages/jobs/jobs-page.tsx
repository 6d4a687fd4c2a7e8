// All jobs: found as fast as one types, sorted, filtered, chosen and changed by the many.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Failed } from "../../parts/notices";
import { Page } from "../../parts/page";
import { queryOfNavigation } from "../../shell/frame";
import { hashOf } from "../../state/address";
import { loadJobs, loadingError, rows, stillLoading } from "../../state/jobs";
import { useRepeated } from "../../state/loading";
import { mayChange } from "../../state/session";
import { subscription } from "../../state/subscription";
import { FilterBar, Matches } from "./filter-bar";
import { JobTable, SortChoice } from "./job-table";
import type { Operation } from "./mass-change/change";
import { MassChange } from "./mass-change/mass-change";
import { NoJobs, NoMatch } from "./nothing";
import { NOBODY, allClicked, chosenOf, withoutJobs } from "./selection";
import { SelectionBar } from "./selection-bar";
import { asked, everything, found, order } from "./view";

/** So many jobs come in one call, and may be loaded often. */
const FEW = 1_000;
const SECONDS_FOR_FEW = 30;
const SECONDS_FOR_MANY = 300;

export function JobsPage() {
  const first = useFirstLoad();
  const empty = rows.value.length === 0;
  return (
    <Page title="Jobs" actions={mayChange() && <NewJob />}>
      {loadingError.value !== null && <Failed error={loadingError.value} again={reload} />}
      {empty && !stillLoading.value && loadingError.value === null && <NoJobs />}
      {empty && stillLoading.value && <p class="loading">Loading …</p>}
      {!empty && (
        <>
          <FilterBar />
          <div class="list-head">
            <Matches />
            {first && (
              <span class="small muted">Loading … {rows.value.length.toLocaleString("en")} so far</span>
            )}
            <SortChoice />
          </div>
          <Jobs />
        </>
      )}
    </Page>
  );
}

function NewJob() {
  return (
    <a class="button primary" href={hashOf("new", [], queryOfNavigation())}>
      New job
    </a>
  );
}

/** The list, and what can be done with those that are chosen. */
function Jobs() {
  const [selection, setSelection] = useState(NOBODY);
  const [operation, setOperation] = useState<Operation | null>(null);
  const shown = found.value.rows;
  const chosen = useMemo(() => chosenOf(everything.value, selection), [everything.value, selection]);
  const hidden = useMemo(
    () => chosen.length - shown.filter(({ id }) => selection.ids.has(id)).length,
    [shown, chosen],
  );
  useBackToTop();
  return (
    <>
      {shown.length === 0 && !stillLoading.value ? (
        <NoMatch />
      ) : (
        <JobTable rows={shown} selection={selection} select={mayChange() ? setSelection : undefined} />
      )}
      {mayChange() && chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          hidden={hidden}
          matching={shown.length}
          chooseAll={() => setSelection(allClicked(selection, shown))}
          clear={() => setSelection(NOBODY)}
          begin={setOperation}
        />
      )}
      {operation && (
        <MassChange
          jobs={chosen}
          operation={operation}
          close={() => setOperation(null)}
          done={(changed) => setSelection((before) => withoutJobs(before, changed))}
        />
      )}
    </>
  );
}

/** Load the jobs and keep them fresh; say whether they are loaded for the first time, so that more are to come. */
function useFirstLoad(): boolean {
  const complete = useRef("");
  const shown = subscription.value;
  useLayoutEffect(() => void loadJobs(shown, rows.value.length <= FEW), [shown]);
  useLayoutEffect(() => {
    if (!stillLoading.value) complete.current = shown;
  });
  useRepeated(reload, rows.value.length <= FEW ? SECONDS_FOR_FEW : SECONDS_FOR_MANY);
  return stillLoading.value && complete.current !== shown;
}

function reload(): void {
  if (!stillLoading.value) void loadJobs(subscription.value, true);
}

/** Another search, filter or order begins at its first job. */
function useBackToTop(): void {
  const before = useRef<unknown[] | null>(null);
  const key = [
    JSON.stringify([
      asked.value.words,
      [...asked.value.groups].map(([group, values]) => [group, [...values]]),
    ]),
    order.value,
  ];
  useLayoutEffect(() => {
    if (before.current !== null) scrollTo(0, 0);
    before.current = key;
  }, key);
}
