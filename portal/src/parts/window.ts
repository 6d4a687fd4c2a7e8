// Rows drawn by window: of a long list, only what is seen is in the page.
import { useEffect, useRef, useState } from "preact/hooks";

export interface Window {
  first: number;
  last: number;
}

const BEYOND = 12; // rows drawn beyond either edge, so that slow scrolling shows no gaps

/** Return which rows are seen, if the list begins at `top` of the view and every row has the same height. */
export function windowOf(count: number, rowHeight: number, top: number, viewHeight: number): Window {
  const first = Math.max(0, Math.floor(-top / rowHeight) - BEYOND);
  const last = Math.min(count, Math.ceil((viewHeight - top) / rowHeight) + BEYOND);
  return { first: Math.min(first, count), last: Math.max(last, 0) };
}

/** Follow the scrolling of the page; return which rows to draw, and a reference for the list's element. */
export function useWindow(count: number, rowHeight: number) {
  const list = useRef<HTMLTableSectionElement>(null);
  const [seen, setSeen] = useState<Window>({ first: 0, last: Math.min(count, 40) });
  useEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = windowOf(count, rowHeight, top, innerHeight);
      setSeen((before) => (before.first === next.first && before.last === next.last ? before : next));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [count, rowHeight]);
  return { list, first: Math.min(seen.first, count), last: Math.min(seen.last, count) };
}
