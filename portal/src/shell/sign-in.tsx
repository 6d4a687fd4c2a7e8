// The form that asks for a key, or to sign in. What opens stays in this tab, and goes to the app in a header only.
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../api/call";
import { Check, TextField } from "../parts/fields";
import { beginSignIn } from "../sign-in/identity";
import { offer, refusal } from "../state/session";
import { loadOffer, open } from "./opening";

export function SignIn() {
  const [typed, setTyped] = useState("");
  const [keep, setKeep] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadOffer(), []);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    await open(typed.trim(), keep).catch((error: unknown) => setFault(wordsOf(error)));
    setBusy(false);
  };
  return (
    <main class="sign-in" id="content">
      <form class="card" onSubmit={(event) => void send(event)}>
        <h1>
          <span aria-hidden="true" class="dot" /> Scheduler
        </h1>
        {refusal.value && <p class="muted">{refusal.value}</p>}
        <WithMicrosoft />
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
    </main>
  );
}

function WithMicrosoft() {
  const where = offer.value;
  if (!where) return null;
  return (
    <>
      <button type="button" onClick={() => void beginSignIn(where)}>
        Sign in with Microsoft
      </button>
      <p class="muted">or give a key:</p>
    </>
  );
}
