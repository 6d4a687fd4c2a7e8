// What every page has: a heading, and what can be done there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { scrollBack } from "../state/history";

interface PageProps {
  title: string;
  /** What stands above the title: where this page belongs. */
  above?: ComponentChildren;
  beside?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, above, beside, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Scheduler`;
  }, [title]);
  const main = useRef<HTMLElement>(null);
  useEffect(() => beginAt(main.current), []);
  return (
    <main id="content" ref={main} tabIndex={-1}>
      <header class="page-head">
        <div>
          {above && <p class="above">{above}</p>}
          <h1>
            {title} {beside}
          </h1>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** A new page begins at its top, one come back to where it was; whoever types into the search goes on typing. */
function beginAt(main: HTMLElement | null): (() => void) | undefined {
  if (document.activeElement instanceof HTMLInputElement) return undefined;
  main?.focus({ preventScroll: true });
  return scrollBack();
}

export function Card({
  title,
  label = title,
  aside,
  children,
}: {
  title?: string;
  /** What tells it apart from others of the same title. */
  label?: string | undefined;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={label}>
      {title && (
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
