// A dialog over the page. The browser keeps the focus inside, closes it on Escape, and brings the focus back.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SlowNote } from "./slow-note";

interface DialogProps {
  title: string;
  close: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, close, wide, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = element.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    close();
  };
  return (
    <dialog ref={element} class={wide ? "wide" : ""} aria-label={title} onCancel={cancel}>
      <header>
        <h2>{title}</h2>
        <button class="plain" aria-label="Close" onClick={close}>
          ✕
        </button>
      </header>
      <SlowNote />
      {children}
    </dialog>
  );
}
