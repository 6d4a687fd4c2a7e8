// What the editor knows: what is typed, what the app says about it, and what is to be done with it.
import { useMemo, useState } from "preact/hooks";
import type { Collection, JsonObject } from "../../api/types";
import { now } from "../../state/clock";
import { HERE } from "../../times/wall";
import { useChecked, type Checked } from "./checking";
import { noFields, type Editing } from "./editing";
import { useLeaveGuard } from "./leaving";
import type { Seen } from "./sending";
import { whereFaults, type Where, type WhereFaults } from "./where";

/** What the editor begins with. */
export interface Beginning {
  /** The address that it is for. */
  address: string;
  definition: JsonObject;
  /** The job, if it is there already. */
  seen: Seen | null;
  collections: Collection[];
  where: Where;
  /** Whether it is a copy of a job with secrets. */
  secretsMissing: boolean;
}

/** JSON that cannot be read, as it was typed. */
export interface JsonDraft {
  text: string;
  fault: string;
}

/** What is to be done: save, or save disabled and make one run. */
export type Intent = "save" | "try";

export interface EditorState {
  beginning: Beginning;
  /** The job, if it is there; null for a new one, also for one that was deleted meanwhile. */
  seen: Seen | null;
  /** Go on with it as a new job, because it was deleted meanwhile. */
  saveAsNew: () => void;
  editing: Editing;
  where: Where;
  setWhere: (where: Where) => void;
  whereFaults: WhereFaults;
  draft: JsonDraft | null;
  setDraft: (draft: JsonDraft | null) => void;
  checked: Checked;
  intent: Intent | null;
  /** Look at what would change; the first fault is shown instead, if there is one. */
  review: (intent: Intent) => void;
  endReview: () => void;
  dirty: boolean;
  /** Leave without being asked: everything is saved. */
  leave: (hash: string) => void;
}

export function useEditor(beginning: Beginning): EditorState {
  const [where, setWhere] = useState(beginning.where);
  const [seen, setSeen] = useState(beginning.seen);
  const [definition, setDefinition] = useState(beginning.definition);
  const [draft, setDraft] = useState<JsonDraft | null>(null);
  const [intent, setIntent] = useState<Intent | null>(null);
  const [tried, setTried] = useState(false);
  const checked = useChecked(where, definition, seen, tried && intent === null);
  const fields = useMemo(noFields, []);
  const dirty =
    draft !== null || written(where, definition) !== written(beginning.where, beginning.definition);
  const leave = useLeaveGuard(dirty);
  const review = (next: Intent) => {
    setTried(true);
    const named = Object.values(whereFaults(where, true)).every((fault) => !fault);
    if (named && !draft) setIntent(next);
    else setTimeout(focusFirstFault);
  };
  return {
    beginning,
    seen,
    saveAsNew: () => setSeen(null),
    editing: {
      definition,
      change: setDefinition,
      stored: seen?.definition ?? null,
      collection: where.chosen,
      asker: askerIn(where),
      faults: checked.faults,
      fields,
    },
    where,
    setWhere,
    whereFaults: whereFaults(where, tried),
    draft,
    setDraft,
    checked,
    intent,
    review,
    endReview: () => setIntent(null),
    dirty,
    leave,
  };
}

/** Bring the reader to what is wrong. */
export function focusFirstFault(): void {
  document
    .querySelector<HTMLElement>(".faulty input, .faulty select, .faulty textarea, .fault-list")
    ?.focus();
}

const written = ({ chosen, fresh, job }: Where, definition: JsonObject) =>
  JSON.stringify([chosen?.id, fresh, job, definition]);

const askerIn = ({ chosen }: Where) => ({
  now: now.peek(),
  zone: HERE,
  zoneOfCollection: chosen?.properties.defaults?.timeZone,
});
