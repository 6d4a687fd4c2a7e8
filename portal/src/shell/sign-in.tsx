// The form that asks for a key, or to sign in. What opens stays in this tab, and goes to the app in a header only.
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../api/call";
import { Dialog } from "../parts/dialog";
import { Check, TextField } from "../parts/fields";
import { SlowNote } from "../parts/slow-note";
import { beginSignIn } from "../sign-in/identity";
import { asking, isKept, offer, refusal, stopAsking } from "../state/session";
import { loadOffer, open, openBeside } from "./opening";

export function SignIn() {
  const enter = () => beginSignIn(offer.peek()!);
  return (
    <main class="sign-in" id="content">
      <div class="card">
        <h1>
          <span aria-hidden="true" class="dot" /> Scheduler
        </h1>
        {refusal.value && <p class="muted">{refusal.value}</p>}
        <WaysIn withMicrosoft={enter} />
        <SlowNote />
      </div>
    </main>
  );
}

/** The same over the page, which stays as it is: what was asked of the app goes on afterwards. */
export function SignInAgain() {
  if (asking.value === null) return null;
  return (
    <Dialog title="Sign in again" close={stopAsking}>
      <p>{asking.value.message}</p>
      <p class="muted">The page behind this stays as it is, with all that is typed there.</p>
      <WaysIn withMicrosoft={openBeside} />
    </Dialog>
  );
}

function WaysIn({ withMicrosoft }: { withMicrosoft: () => Promise<void> }) {
  const [typed, setTyped] = useState("");
  const [keep, setKeep] = useState(isKept);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadOffer(), []);
  const enter = async (way: () => Promise<void>) => {
    setFault(undefined);
    await way().catch((error: unknown) => setFault(wordsOf(error)));
    setBusy(false);
  };
  const send = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    void enter(() => open(typed.trim(), keep));
  };
  return (
    <form class="ways-in" onSubmit={send}>
      {offer.value && (
        <>
          <button type="button" onClick={() => void enter(withMicrosoft)}>
            Sign in with Microsoft
          </button>
          <p class="muted">or give a key:</p>
        </>
      )}
      <TextField
        label="Key"
        value={typed}
        change={setTyped}
        fault={fault}
        hint="One of the keys in the app's setting SCHEDULER_KEYS or SCHEDULER_READ_KEYS."
        input={{
          type: "password",
          autoComplete: "off",
          spellcheck: false,
          required: true,
          autoFocus: true,
        }}
      />
      <Check label="Keep it for this tab" checked={keep} change={setKeep} hint="until the tab is closed" />
      <button class="primary" disabled={busy || !typed.trim()}>
        Open
      </button>
    </form>
  );
}
