// The whole page: sign-in, or the frame with the page that the address names.
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import { Failed } from "../parts/notices";
import { SlowNote } from "../parts/slow-note";
import { place } from "../state/address";
import { caller, refusal } from "../state/session";
import { missingSubscription } from "../state/subscription";
import { dismiss, toasts } from "../state/toasts";
import { Frame } from "./frame";
import { openAtStart } from "./opening";
import { PAGES } from "./pages";
import { Broken, NoSubscription, NotFound } from "../pages/not-found";
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
  const missing = missingSubscription.value;
  return (
    <Frame>
      {missing === null ? (
        <Shown key={[page, ...names].join("/")} page={page} names={names} />
      ) : (
        <NoSubscription name={missing} />
      )}
      <SignInAgain />
      <Toasts />
    </Frame>
  );
}

/** A page that cannot be drawn says so; the next address begins anew. */
function Shown({ page, names }: { page: string; names: string[] }) {
  const [error, again] = useErrorBoundary();
  const Named = PAGES.get(page) ?? NotFound;
  return error === undefined ? <Named names={names} /> : <Broken error={error} again={again} />;
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
