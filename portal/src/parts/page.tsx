// What every page has: a heading, and what can be done there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

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

/** A new page begins at its top, for the eyes and for the keyboard; whoever types into the search goes on typing. */
function beginAt(main: HTMLElement | null): void {
  if (document.activeElement instanceof HTMLInputElement) return;
  scrollTo(0, 0);
  main?.focus({ preventScroll: true });
}

export function Card({
  title,
  aside,
  children,
}: {
  title?: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={title}>
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
