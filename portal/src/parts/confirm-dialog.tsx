// A dialog before something that cannot be undone: a name must be typed.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Confirmed } from "./confirmed";
import { Dialog } from "./dialog";
import { TextField } from "./fields";

interface ConfirmProps {
  title: string;
  /** What must be typed. */
  word: string;
  action: string;
  close: () => void;
  send: () => Promise<void>;
  children: ComponentChildren;
}

export function ConfirmDialog({ title, word, action, close, send, children }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={title} close={close}>
      <Confirmed label={action} danger ready={typed === word} work={send} close={close}>
        <p>{children}</p>
        <TextField
          label={`To be sure, type the name: ${word}`}
          value={typed}
          change={setTyped}
          input={{ autoComplete: "off", spellcheck: false, autoFocus: true }}
        />
      </Confirmed>
    </Dialog>
  );
}
