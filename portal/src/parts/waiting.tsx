// What is said while an answer is waited for.
import type { ComponentChildren } from "preact";
import { isSlow } from "../api/patience";

/** Say what is waited for; after some seconds, that the app is slow. */
export function Waiting({ children = "Loading …" }: { children?: ComponentChildren }) {
  return <p class="loading">{isSlow.value ? <Slow /> : children}</p>;
}

/** Beside what is there already, or beside a button that works: nothing, unless the app is slow. */
export function SlowNote() {
  return isSlow.value ? (
    <p class="loading small">
      <Slow />
    </p>
  ) : null;
}

const Slow = () => <span role="status">The app is slow to answer.</span>;
