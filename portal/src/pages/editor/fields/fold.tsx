// A part of the form that most people never need. It opens by itself if something in it is wrong.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { valueAt } from "../definition/paths";
import { useEditing } from "../editing";
import { covers } from "../faults";

interface FoldProps {
  title: string;
  /** What it holds in short, beside the title. */
  brief?: string | undefined;
  /** The paths that it is about. */
  about: string[];
  children: ComponentChildren;
}

export function Fold({ title, brief, about, children }: FoldProps) {
  const { definition, faults } = useEditing();
  const [opened, setOpened] = useState(() => about.some((path) => valueAt(definition, path) !== undefined));
  const wrong = faults.some(({ target }) => about.some((path) => covers(`${path}.*`, target)));
  return (
    <details class="fold" open={opened || wrong} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {title} {brief && <span class="muted small">{brief}</span>}
      </summary>
      <div class="fold-content">{children}</div>
    </details>
  );
}
