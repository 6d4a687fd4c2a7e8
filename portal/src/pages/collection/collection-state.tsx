import type { Collection } from "../../api/types";
import { Badge } from "../../parts/badge";
import { Instant } from "../../parts/instant";

/** Whether its jobs run, and if not, why and until when. */
export function CollectionState({ collection }: { collection: Collection }) {
  const { state, disabled } = collection.properties;
  if (state === "Enabled") return <Badge tone="good" label="enabled" />;
  return (
    <span class="state">
      <Badge tone="idle" label={state.toLowerCase()} />
      {disabled?.note && <span>“{disabled.note}”</span>}
      <small class="muted">
        {disabled?.by && `by ${disabled.by} `}
        {disabled?.until && (
          <>
            until <Instant at={disabled.until} />
          </>
        )}
      </small>
    </span>
  );
}
