// Before saving: what would change, field by field, and the next runs before and after.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../../api/call";
import type { Collection } from "../../../api/types";
import { Dialog } from "../../../parts/dialog";
import { Failed } from "../../../parts/notices";
import { hashOfCollection, hashOfJob } from "../../../state/address";
import { toast } from "../../../state/toasts";
import { focusFirstFault, type EditorState, type Intent } from "../editor-state";
import { isOver } from "../definition/beginnings";
import { collectionOf, jobOf } from "../where";
import { Anew } from "./anew";
import { ChangeList } from "./change-list";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { RunsSideBySide } from "./runs-side-by-side";
import { isOverQuota, meanwhile, runOnce, save, sentFor, tryOut, type Reviewed, type Wanted } from "./saving";

const UNTIL_SHOWN = 800; // milliseconds in which the fields have learned of their faults

interface ReviewProps {
  state: EditorState;
  intent: Intent;
  reload: () => void;
}

export function ReviewDialog({ state, intent, reload }: ReviewProps) {
  const { wanted, change, reviewed, error, busy, look, confirm } = useReview(state, intent);
  const what = meanwhile(error, wanted.seen);
  const saveAsNew = () => {
    state.saveAsNew();
    change({ seen: null, anew: false });
  };
  return (
    <Dialog title={TITLES[intent]} close={state.endReview} wide>
      {intent === "try" && <TryWords />}
      {what ? (
        <ChangedMeanwhile
          what={what}
          state={state}
          overwrite={(seen) => change({ seen })}
          saveAsNew={saveAsNew}
          reload={reload}
        />
      ) : (
        <>
          {error != null && <Failed error={error} again={reviewed ? undefined : look} />}
          {isOverQuota(error) && <QuotaWay state={state} />}
          {reviewed && <Changes state={state} reviewed={reviewed} />}
          {!reviewed && error == null && <p class="loading">Looking at what would change …</p>}
          {wanted.seen && <Anew wanted={wanted} change={(anew) => change({ anew })} />}
          {reviewed && <RunsSideBySide reviewed={reviewed} editing={state.editing} sent={sentFor(wanted)} />}
          <footer class="decide">
            <button onClick={state.endReview}>Back to the form</button>
            <button class="primary" disabled={busy || !reviewed} onClick={confirm}>
              {intent === "try" ? TITLES.try : "Save"}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

const TITLES: Record<Intent, string> = { save: "Review and save", try: "Save disabled and run once" };

/** Try out what is wanted, again for each change of it; what is refused as faulty goes back to the fields. */
function useReview(state: EditorState, intent: Intent) {
  const { where, editing } = state;
  const [given, setGiven] = useState(() => ({
    seen: state.seen,
    anew: state.seen !== null && isOver(state.seen.definition),
  }));
  const [looks, setLooks] = useState(0);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const wanted: Wanted = { where, definition: editing.definition, intent, ...given };
  const refuse = (refused: unknown) => {
    setBusy(false);
    if (!isFault(refused)) return setError(refused);
    state.endReview(); // the fields show it
    setTimeout(focusFirstFault, UNTIL_SHOWN);
  };
  useEffect(() => {
    let isNewest = true;
    setError(null);
    setReviewed(null);
    tryOut(wanted).then(
      (answer) => isNewest && setReviewed(answer),
      (refused: unknown) => isNewest && refuse(refused),
    );
    return () => void (isNewest = false);
  }, [given, looks]);
  const confirm = () => {
    setBusy(true);
    setError(null);
    save(wanted, (chosen: Collection) => state.setWhere({ ...where, chosen })).then(
      () => done(state, intent),
      refuse,
    );
  };
  const change = (next: Partial<typeof given>) => setGiven({ ...given, ...next });
  return { wanted, change, reviewed, error, busy, look: () => setLooks(looks + 1), confirm };
}

function TryWords() {
  return (
    <p>
      The job is saved as disabled and makes one run now, so that you see what it does. Its schedule does not
      count yet. If you like what you see, enable it on its page with one click.
    </p>
  );
}

function QuotaWay({ state }: { state: EditorState }) {
  const collection = collectionOf(state.where);
  return (
    <p>
      Choose another collection in the form, or raise the quota on the page of{" "}
      <a href={hashOfCollection(collection)} target="_blank" rel="noreferrer">
        {collection.collection}
      </a>{" "}
      (in a new tab; your form stays here).
    </p>
  );
}

function Changes({ state, reviewed }: { state: EditorState; reviewed: Reviewed }) {
  const { where, editing } = state;
  return (
    <>
      {!where.chosen && (
        <p class="notice">
          The collection “{collectionOf(where).collection}” is made too, on the Standard plan.
        </p>
      )}
      <ChangeList reviewed={reviewed} isNew={!editing.stored} />
    </>
  );
}

const isFault = (error: unknown) => error instanceof ApiError && error.status === 400;

async function done(state: EditorState, intent: Intent): Promise<void> {
  const { where } = state;
  const refusal = intent === "try" ? await runOnce(where) : null;
  if (refusal) toast(`${where.job} is saved as disabled. Its run: ${refusal}`, "failed");
  else
    toast(
      intent === "try"
        ? `${where.job} is saved as disabled, and runs once. If you like what you see here, enable it.`
        : `${where.job} is saved.`,
    );
  state.leave(hashOfJob(jobOf(where), intent === "try" && !refusal ? "history" : undefined));
}
