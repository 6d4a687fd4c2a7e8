// Which jobs are chosen: by hand, in ranges, or all that match.
import type { Row } from "../../state/jobs";

export interface Selection {
  ids: ReadonlySet<string>;
  /** The job that was clicked last; a range begins there. */
  anchor: string | null;
}

export const NOBODY: Selection = { ids: new Set(), anchor: null };

/** Choose a job or leave it, and with `range` also all between it and the one before. */
export function clicked(before: Selection, shown: Row[], id: string, range: boolean): Selection {
  const choose = !before.ids.has(id);
  const ids = new Set(before.ids);
  for (const one of range ? between(shown, before.anchor, id) : [id]) {
    if (choose) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** Choose all jobs that are shown; if they all are chosen, leave them. */
export function allClicked(before: Selection, shown: Row[]): Selection {
  const ids = new Set(before.ids);
  const all = shown.every((row) => ids.has(row.id));
  for (const { id } of shown) {
    if (all) ids.delete(id);
    else ids.add(id);
  }
  return { ids, anchor: null };
}

export function withoutJobs(before: Selection, gone: Row[]): Selection {
  const ids = new Set(before.ids);
  for (const { id } of gone) ids.delete(id);
  return { ids, anchor: null };
}

/** Return the jobs that are chosen, in the order of the list; what is gone is chosen no longer. */
export function chosenOf(all: { row: Row }[], { ids }: Selection): Row[] {
  return ids.size ? all.map(({ row }) => row).filter(({ id }) => ids.has(id)) : [];
}

function between(shown: Row[], anchor: string | null, id: string): string[] {
  const [from, to] = [anchor ?? id, id].map((one) => shown.findIndex((row) => row.id === one)) as [
    number,
    number,
  ];
  if (from < 0) return [id];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
}
