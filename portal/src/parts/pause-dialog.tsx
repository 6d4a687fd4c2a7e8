// A dialog that asks why, and until when, something is disabled.
import { useState } from "preact/hooks";
import type { Pause } from "../api/operations";
import { Confirmed } from "./confirmed";
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
  const clocks = zoneForPeople(zone);
  return (
    <Dialog title={title} close={close}>
      <Confirmed label="Disable" work={() => send(pauseOf(typed, clocks))} close={close}>
        <PauseForm typed={typed} change={setTyped} zone={clocks} />
      </Confirmed>
    </Dialog>
  );
}
