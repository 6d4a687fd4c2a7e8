// A list that comes in pages: the first at once, the others when somebody asks for more.
import { useState } from "preact/hooks";
import { nextPage, type Page } from "../api/operations";
import { useLoaded, type Loaded } from "../state/loading";

export interface Listed<Value> {
  values: Value[];
  more: (() => Promise<void>) | null;
}

/** Load the first page, and again whenever `on` changes or so many seconds have passed. */
export function useList<Value>(
  load: () => Promise<Page<Value>>,
  on: unknown[],
  every?: number,
): Loaded<Listed<Value>> {
  const [added, setAdded] = useState<{ to: Page<Value>; page: Page<Value> } | null>(null);
  const first = useLoaded(load, on, every);
  if (first.value === null) return { ...first, value: null };
  const page = added?.to === first.value ? added.page : first.value;
  const link = page.nextLink;
  const more = async () => {
    const next = await nextPage<Value>(link!);
    setAdded({ to: first.value!, page: { value: [...page.value, ...next.value], nextLink: next.nextLink } });
  };
  return { ...first, value: { values: page.value, more: link ? more : null } };
}
