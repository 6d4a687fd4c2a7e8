// All jobs: found as fast as one types, sorted, filtered, chosen and changed by the many.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Failed } from "../../parts/notices";
import { AsOf } from "../../parts/counts";
import { Page } from "../../parts/page";
import { SkipLink } from "../../parts/skip-link";
import { loadJobs, loadingError, rows, stillLoading, useJobs } from "../../state/jobs";
import { hashOfPage } from "../../state/links";
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

export function JobsPage() {
  useJobs(subscription.value);
  const empty = rows.value.length === 0;
  return (
    <Page title="Jobs" actions={mayChange() && <NewJob />}>
      {loadingError.value !== null && <Failed error={loadingError.value} again={reload} />}
      {empty && !stillLoading.value && loadingError.value === null && <NoJobs />}
      {empty && stillLoading.value && loadingError.value === null && <p class="loading">Loading …</p>}
      {!empty && (
        <>
          <SkipLink to="jobs">Skip to the list</SkipLink>
          <FilterBar />
          <div class="list-head">
            <Matches />
            <AsOf />
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
    <a class="button primary" href={hashOfPage("new")}>
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
      {shown.length === 0 && !stillLoading.value ? (
        <NoMatch />
      ) : (
        <JobTable rows={shown} selection={selection} select={mayChange() ? setSelection : undefined} />
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
