// A form that changes a part of a collection: the first press tries it and shows what moves, the second saves it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { wordsOf } from "../../api/call";
import { patchCollection, tryCollectionPatch } from "../../api/operations";
import type { CollectionName } from "../../api/ids";
import type { Collection, JsonObject, Trial } from "../../api/types";
import { ChangesTable } from "../../parts/changes-table";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { counted } from "../../words/outcomes";

export interface CardProps {
  collection: Collection;
  name: CollectionName;
  /** Told what was done, in words. */
  saved: (words: string) => void;
}

interface TrialFormProps extends CardProps {
  /** What was typed: a trial holds only for this. */
  typed: string;
  patch: () => JsonObject;
  close: () => void;
  children: ComponentChildren;
}

export function TrialForm({ collection, name, saved, typed, patch, close, children }: TrialFormProps) {
  const [tried, setTried] = useState<{ typed: string; trial: Trial } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const trial = tried?.typed === typed ? tried.trial : null;
  const send = async (event: Event) => {
    event.preventDefault();
    setError(null);
    try {
      if (trial === null) return setTried({ typed, trial: await tryCollectionPatch(name, patch()) });
      await patchCollection(name, patch(), collection.etag ? { ifMatch: collection.etag } : {});
      close();
      saved("Saved.");
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      {error != null && (
        <p class="fault" role="alert">
          {wordsOf(error)}
        </p>
      )}
      {trial && <Tried trial={trial} />}
      <footer>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button class="primary" disabled={trial?.changes.length === 0}>
          {trial ? "Save" : "Try it"}
        </button>
      </footer>
    </form>
  );
}

/** What would change, and which jobs would run at other times. */
function Tried({ trial }: { trial: Trial }) {
  const moved = trial.jobs;
  return (
    <div class="scroll" role="status">
      <ChangesTable changes={trial.changes} />
      {moved && moved.moved > 0 && (
        <>
          <p>{counted(moved.moved, "job")} would run next at another time:</p>
          <ul>
            {moved.shown.map((one) => (
              <li key={one.id}>
                <JobLink id={one.id} /> <Instant at={one.before} show="time" /> →{" "}
                <Instant at={one.after} show="time" />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
