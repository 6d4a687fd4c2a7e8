// A form in a dialog whose button does the work. What goes wrong is said in it, and nothing typed is lost.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Failed } from "./notices";

interface ConfirmedProps {
  label: string;
  danger?: boolean;
  ready?: boolean;
  work: () => Promise<void>;
  close: () => void;
  children: ComponentChildren;
}

export function Confirmed({ label, danger, ready = true, work, close, children }: ConfirmedProps) {
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      close();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      {error != null && <Failed error={error} />}
      <footer>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button class={danger ? "danger" : "primary"} disabled={!ready || busy}>
          {label}
        </button>
      </footer>
    </form>
  );
}
