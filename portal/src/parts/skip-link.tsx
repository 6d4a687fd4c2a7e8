import type { ComponentChildren } from "preact";

/** A link that only the keyboard finds: it brings the focus to an element, and leaves the address as it is. */
export function SkipLink({ to, children }: { to: string; children: ComponentChildren }) {
  const skip = (event: Event) => {
    event.preventDefault(); // the hash belongs to the view
    document.getElementById(to)?.focus();
  };
  return (
    <a class="skip" href={`#${to}`} onClick={skip}>
      {children}
    </a>
  );
}
