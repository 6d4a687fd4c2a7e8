// The whole page: sign-in, or the frame with the page that the address names.
import { useEffect, useState } from "preact/hooks";
import { Failed } from "../parts/notices";
import { SlowNote } from "../parts/slow-note";
import { place } from "../state/address";
import { caller, refusal } from "../state/session";
import { dismiss, toasts } from "../state/toasts";
import { Frame } from "./frame";
import { openAtStart } from "./opening";
import { PAGES } from "./pages";
import { NotFound } from "../pages/not-found";
import { SignIn, SignInAgain } from "./sign-in";

export function App() {
  const [error, setError] = useState<unknown>(null);
  const begin = () => {
    setError(null);
    openAtStart().catch(setError);
  };
  useEffect(begin, []);
  if (refusal.value !== null && caller.value === null) return <SignIn />;
  if (caller.value === null) return <Opening error={error} again={begin} />;
  const { page, names } = place.value;
  const Shown = PAGES[page] ?? NotFound;
  return (
    <Frame>
      <Shown key={[page, ...names].join("/")} names={names} />
      <SignInAgain />
      <Toasts />
    </Frame>
  );
}

function Opening({ error, again }: { error: unknown; again: () => void }) {
  return (
    <main class="sign-in">
      {error == null ? <p class="loading">Opening …</p> : <Failed error={error} again={again} />}
      <SlowNote />
    </main>
  );
}

function Toasts() {
  return (
    <div class="toasts">
      <SlowNote as="toast slow" />
      <div role="status">
        {toasts.value.map(({ id, text, kind }) => (
          <p key={id} class={`toast ${kind}`}>
            {text}
            <button class="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
              ✕
            </button>
          </p>
        ))}
      </div>
    </div>
  );
}
