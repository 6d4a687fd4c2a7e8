// What a page and a dialog say when an answer is long in coming. They say it once, whatever waits for it.
import { isSlow } from "../api/patience";

export function SlowNote({ as = "hint" }: { as?: "hint" | "toast slow" }) {
  return <div role="status">{isSlow.value && <p class={as}>The app is slow to answer.</p>}</div>;
}
