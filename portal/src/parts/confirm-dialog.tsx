// A dialog before something that cannot be undone: a word must be typed.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { wordsOf } from "../api/call";
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
  const [error, setError] = useState<unknown>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (typed === word) send().catch(setError);
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        <p>{children}</p>
        <TextField label={`Type “${word}”`} value={typed} change={setTyped} input={{ autoComplete: "off", spellcheck: false }} />
        {error != null && <p class="fault" role="alert">{wordsOf(error)}</p>}
        <footer>
          <button type="button" onClick={close}>Cancel</button>
          <button class="danger" disabled={typed !== word}>{action}</button>
        </footer>
      </form>
    </Dialog>
  );
}
