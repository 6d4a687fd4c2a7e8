// A dialog that asks why, and until when, something is disabled.
import { useState } from "preact/hooks";
import { wordsOf } from "../api/call";
import type { Pause } from "../api/operations";
import { Dialog } from "./dialog";
import { NO_PAUSE, PauseForm, pauseOf, zoneForPeople } from "./pause-form";

interface PauseDialogProps {
  title: string;
  /** The zone by whose clocks the end is typed; without one, or with one the browser does not know, the reader's. */
  zone: string | undefined;
  close: () => void;
  send: (pause: Pause) => Promise<void>;
}

export function PauseDialog({ title, zone, close, send }: PauseDialogProps) {
  const [typed, setTyped] = useState(NO_PAUSE);
  const [error, setError] = useState<unknown>(null);
  const clocks = zoneForPeople(zone);
  const submit = (event: Event) => {
    event.preventDefault();
    send(pauseOf(typed, clocks)).catch(setError);
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        <PauseForm typed={typed} change={setTyped} zone={clocks} />
        {error != null && <p class="fault" role="alert">{wordsOf(error)}</p>}
        <footer>
          <button type="button" onClick={close}>Cancel</button>
          <button class="primary">Disable</button>
        </footer>
      </form>
    </Dialog>
  );
}
