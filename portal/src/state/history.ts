// Coming back: each entry of the browser's history knows how far it was scrolled, and what its lists had loaded.
import { place } from "./address";

interface Entry {
  /** How far the page was scrolled. */
  scrolled?: number;
  /** The name of what is kept of it. */
  visit?: string;
}

const MOST_KEPT = 20; // visits whose lists are kept: who goes further back loads them again
const WRITTEN_EVERY = 150; // milliseconds: browsers refuse to note it at each pixel
const PATIENCE = 10_000; // milliseconds until what is far down must be there

const lists = new Map<string, Map<string, unknown>>();
let returning = false;
let visit = "";

/** Note how far each entry is scrolled, and whether the reader comes to it anew or comes back. */
export function followScrolling(): void {
  history.scrollRestoration = "manual";
  begin(entry().visit);
  addEventListener("popstate", () => begin(entry().visit));
  let written = 0;
  let late: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(late);
    written = Date.now();
    history.replaceState({ ...history.state, visit, scrolled: Math.round(scrollY) }, "");
  };
  addEventListener("popstate", () => clearTimeout(late));
  addEventListener("click", () => late !== undefined && write(), { capture: true });
  addEventListener(
    "scroll",
    () => {
      clearTimeout(late);
      if (Date.now() - written > WRITTEN_EVERY) write();
      else late = setTimeout(write, WRITTEN_EVERY);
    },
    { passive: true },
  );
}

/** Scroll to where the reader was on this entry, as soon as so much is there; a new one begins at its top. */
export function scrollBack(): () => void {
  const wanted = returning ? (entry().scrolled ?? 0) : 0;
  scrollTo(0, wanted);
  if (!wanted) return () => {};
  const watch = new ResizeObserver(() => {
    scrollTo(0, wanted);
    if (Math.abs(scrollY - wanted) < 2) stop();
  });
  const stop = () => {
    watch.disconnect();
    for (const kind of OWN_SCROLLING) removeEventListener(kind, stop);
  };
  for (const kind of OWN_SCROLLING) addEventListener(kind, stop, { passive: true });
  setTimeout(stop, PATIENCE);
  watch.observe(document.body);
  return stop;
}

const OWN_SCROLLING = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Return what was kept under a name when the reader was here before, if he comes back. */
export function kept<Value>(name: string): Value | undefined {
  return returning ? (lists.get(visit)?.get(nameHere(name)) as Value | undefined) : undefined;
}

export function keep(name: string, value: unknown): void {
  const mine = lists.get(visit) ?? new Map<string, unknown>();
  mine.set(nameHere(name), value);
  lists.delete(visit);
  lists.set(visit, mine);
  if (lists.size > MOST_KEPT) lists.delete(lists.keys().next().value!);
}

function begin(known: string | undefined): void {
  if (known !== undefined && known === visit) return;
  returning = known !== undefined;
  visit = known ?? crypto.randomUUID();
  if (!returning) history.replaceState({ ...history.state, visit }, "");
}

const entry = () => (history.state ?? {}) as Entry;
const nameHere = (name: string) => `${place.value.page} ${name}`;
