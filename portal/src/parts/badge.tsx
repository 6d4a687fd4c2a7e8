// A word in a coloured pill. The colour never says anything that the word does not.
import type { Summary } from "../api/types";
import { LETTERS, STATES, type Tone } from "../words/outcomes";

export function Badge({ tone, label, title }: { tone: Tone; label: string; title?: string | undefined }) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {label}
    </span>
  );
}

/** The state of a job; one that is enabled in a disabled collection does not run either. */
export function StateBadge({ facts }: { facts: Pick<Summary["properties"], "state" | "collectionState"> }) {
  if (facts.state === "enabled" && facts.collectionState !== "Enabled")
    return <Badge tone="idle" label="collection disabled" />;
  return <Badge {...STATES[facts.state]} />;
}

/** The last 20 occurrences, the newest at the right, as people read time. */
export function Strip({ recent }: { recent?: string | undefined }) {
  if (!recent) return <span class="muted">–</span>;
  const letters = [...recent].reverse();
  const failed = letters.filter((letter) => letter === "f").length;
  return (
    <span class="strip" role="img" aria-label={`${failed} of the last ${letters.length} failed`}>
      {letters.map((letter, place) => (
        <i key={place} class={LETTERS[letter]?.tone ?? "idle"} title={LETTERS[letter]?.label} />
      ))}
    </span>
  );
}
