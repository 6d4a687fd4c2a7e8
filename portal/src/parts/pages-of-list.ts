// A list that comes in pages: the first at once, the others when somebody asks for more.
import { useEffect, useRef, useState } from "preact/hooks";
import { nextPage, type Page } from "../api/operations";
import { kept, keep } from "../state/history";
import { useLoaded, type Loaded } from "../state/loading";

export interface Listed<Value> {
  values: Value[];
  /** Load the next page, and with `all` those behind it too; null if all is there. */
  more: ((all?: boolean) => Promise<void>) | null;
}

/**
 * Load the first page, and again whenever `on` changes or so many seconds have passed: not if somebody has asked
 * for more, which must not go again. Whoever comes back finds the pages that he had.
 */
export function useList<Value>(
  load: () => Promise<Page<Value>>,
  on: unknown[],
  every?: number,
): Loaded<Listed<Value>> {
  const name = JSON.stringify(on);
  const [added, setAdded] = useState<{ to: Page<Value>; page: Page<Value> } | null>(null);
  const [found] = useState(() => kept<Page<Value>>(name));
  const untaken = useRef(found);
  const loadOnce = () => {
    const before = untaken.current;
    untaken.current = undefined;
    return before ? Promise.resolve(before) : load();
  };
  const grown = useRef(found !== undefined);
  const first = useLoaded(loadOnce, on, grown.current ? undefined : every);
  const page = first.value && added?.to === first.value ? added.page : first.value;
  grown.current = page !== first.value || (page !== null && page === found);
  useEffect(() => {
    if (grown.current && page) keep(name, page);
  }, [page]);
  if (first.value === null || page === null) return { ...first, value: null };
  const more = async (all = false) => {
    let reached = page;
    do {
      const next = await nextPage<Value>(reached.nextLink!);
      reached = { value: [...reached.value, ...next.value], nextLink: next.nextLink };
      setAdded({ to: first.value!, page: reached });
    } while (all && reached.nextLink);
  };
  return { ...first, value: { values: page.value, more: page.nextLink ? more : null } };
}
