// The table of jobs. Only the rows that are seen are in the page; the others are two empty rows of the right height.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useWindow } from "../../parts/window";
import { changeQuery } from "../../state/address";
import type { Row } from "../../state/jobs";
import { JobRow } from "./job-row";
import { allClicked, clicked, type Selection } from "./selection";
import { COLUMNS, turned, type ColumnName } from "./sorting";
import { order } from "./view";

/** The same as in jobs.css. */
const ROW_HEIGHT = 56;
const CARD_HEIGHT = 104;
const CARDS = "(max-width: 52rem)";

const HEADINGS: Record<ColumnName, string> = {
  name: "Name",
  collection: "Collection",
  state: "State",
  schedule: "Schedule",
  next: "Next run",
  last: "Last run",
  recent: "Last 20",
};

interface JobTableProps {
  rows: Row[];
  selection: Selection;
  /** Without it, nothing can be chosen. */
  select?: ((selection: Selection) => void) | undefined;
}

export function JobTable({ rows, selection, select }: JobTableProps) {
  const height = useMatching(CARDS) ? CARD_HEIGHT : ROW_HEIGHT;
  const { list, first, last } = useWindow(rows.length, height);
  const choose = select && ((id: string, range: boolean) => select(clicked(selection, rows, id, range)));
  return (
    <table
      id="jobs"
      tabIndex={-1}
      role="table"
      class={select ? "jobs choosing" : "jobs"}
      aria-label="Jobs"
      aria-rowcount={rows.length + 1}
    >
      <Head rows={rows} selection={selection} select={select} />
      <tbody role="rowgroup" ref={list}>
        <Spacer height={first * height} />
        {rows.slice(first, last).map((row, place) => (
          <JobRow
            key={row.id}
            row={row}
            place={first + place}
            chosen={selection.ids.has(row.id)}
            choose={choose}
          />
        ))}
        <Spacer height={(rows.length - last) * height} />
      </tbody>
    </table>
  );
}

/** On a phone, where there is no heading to click. */
export function SortChoice() {
  const { column, falling } = order.value;
  return (
    <label class="filters sort-choice">
      <span class="small muted">Sort</span>
      <select value={column} onChange={(event) => changeQuery({ sort: event.currentTarget.value })}>
        {COLUMNS.map((name) => (
          <option key={name} value={name}>
            {HEADINGS[name]}
          </option>
        ))}
      </select>
      <button
        class="plain"
        aria-label="Turn the order"
        onClick={() => changeQuery({ sort: turned(order.value, column) })}
      >
        {falling ? "↓" : "↑"}
      </button>
    </label>
  );
}

function Head({ rows, selection, select }: JobTableProps) {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {select && (
          <th role="columnheader" scope="col" class="pick">
            <ChooseAll rows={rows} selection={selection} select={select} />
          </th>
        )}
        {COLUMNS.map((column) => (
          <Heading key={column} column={column} />
        ))}
      </tr>
    </thead>
  );
}

function Heading({ column }: { column: ColumnName }) {
  const { column: by, falling } = order.value;
  const here = by === column;
  return (
    <th
      role="columnheader"
      scope="col"
      class={`of-${column}`}
      aria-sort={here ? (falling ? "descending" : "ascending") : "none"}
    >
      <button class="plain" onClick={() => changeQuery({ sort: turned(order.value, column) })}>
        {HEADINGS[column]} <span aria-hidden="true">{here ? (falling ? "↓" : "↑") : ""}</span>
      </button>
    </th>
  );
}

function ChooseAll({ rows, selection, select }: Required<JobTableProps>) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = rows.reduce((count, row) => count + (selection.ids.has(row.id) ? 1 : 0), 0);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < rows.length;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={`Choose all ${rows.length} that match`}
      checked={chosen > 0 && chosen === rows.length}
      onClick={() => select!(allClicked(selection, rows))}
    />
  );
}

function Spacer({ height }: { height: number }) {
  return <tr aria-hidden="true" class="spacer" style={{ height: `${height}px` }} />;
}

function useMatching(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const look = () => setMatches(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, [query]);
  return matches;
}
