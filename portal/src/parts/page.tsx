// What every page has: a heading, and what can be done there.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

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
  return (
    <main id="content" tabIndex={-1}>
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

export function Card({ title, aside, children }: { title?: string; aside?: ComponentChildren; children: ComponentChildren }) {
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
