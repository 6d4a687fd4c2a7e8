// What the page says when there is no job to show.
import { Empty } from "../../parts/notices";
import { hashOfPage } from "../../state/links";
import { mayChange } from "../../state/session";
import { counted } from "../../words/outcomes";
import { remove, removeAll } from "./filter-bar";
import { activeFilters } from "./filter-words";
import { find, without } from "./filters";
import { asked, everything } from "./view";

/** An app without jobs: how to begin. */
export function NoJobs() {
  if (!mayChange()) return <Empty>There are no jobs yet.</Empty>;
  return (
    <Empty>
      <p>There are no jobs yet.</p>
      <p class="begin">
        <a class="button primary" href={hashOfPage("new")}>
          Create the first job
        </a>
        <a class="button" href={hashOfPage("moving-in")}>
          Move in from Azure Scheduler
        </a>
      </p>
    </Empty>
  );
}

/** Filters that no job passes: which of them to take away, and what that would show. */
export function NoMatch() {
  const active = activeFilters(asked.value);
  const ways = active
    .map((one) => ({ one, count: find(everything.value, without(asked.value, one.group)).rows.length }))
    .filter(({ count }) => count > 0);
  return (
    <Empty>
      <p>No job matches all of this.</p>
      <p class="begin">
        {ways.map(({ one, count }) => (
          <button key={`${one.group}:${one.value}`} onClick={() => remove(one)}>
            Without {one.label}: {counted(count, "job")}
          </button>
        ))}
        {active.length > 1 && (
          <button onClick={removeAll}>Without all of it: {counted(everything.value.length, "job")}</button>
        )}
      </p>
    </Empty>
  );
}
