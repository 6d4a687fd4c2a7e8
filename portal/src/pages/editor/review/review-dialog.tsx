// Before saving: what would change, field by field, and the next runs before and after.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../../api/call";
import type { Collection } from "../../../api/types";
import { Dialog } from "../../../parts/dialog";
import { Failed } from "../../../parts/notices";
import { hashOfJob } from "../../../state/address";
import { toast } from "../../../state/toasts";
import { valueAt } from "../definition/paths";
import { focusFirstFault, type EditorState, type Intent } from "../editor-state";
import { collectionOf, jobOf } from "../where";
import { ChangeList } from "./change-list";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { RunsSideBySide } from "./runs-side-by-side";
import { isConflict, runOnce, save, tryOut, type Reviewed, type Wanted } from "./saving";

const UNTIL_SHOWN = 800; // milliseconds in which the fields have learned of their faults

interface ReviewProps {
  state: EditorState;
  intent: Intent;
  reload: () => void;
}

export function ReviewDialog({ state, intent, reload }: ReviewProps) {
  const { reviewed, error, busy, confirm, setEtag } = useReview(state, intent);
  return (
    <Dialog title={TITLES[intent]} close={state.endReview} wide>
      {intent === "try" && <TryWords />}
      {isConflict(error) ? (
        <ChangedMeanwhile state={state} overwrite={setEtag} reload={reload} />
      ) : (
        <>
          {error != null && <Failed error={error} />}
          {reviewed && <Review state={state} reviewed={reviewed} />}
          {!reviewed && error == null && <p class="loading">Looking at what would change …</p>}
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

/** Try out what is wanted, again for each ETag; what is refused as faulty goes back to the fields. */
function useReview(state: EditorState, intent: Intent) {
  const [etag, setEtag] = useState(state.beginning.etag);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const wanted: Wanted = { where: state.where, definition: state.editing.definition, etag, intent };
  const refuse = (refused: unknown) => {
    setBusy(false);
    if (!isFault(refused)) return setError(refused);
    state.endReview(); // the fields show it
    setTimeout(focusFirstFault, UNTIL_SHOWN);
  };
  useEffect(() => {
    setError(null);
    tryOut(wanted).then(setReviewed, refuse);
  }, [etag]);
  const confirm = () => {
    setBusy(true);
    save(wanted, (chosen: Collection) => state.setWhere({ ...state.where, chosen })).then(
      () => done(state, intent),
      refuse,
    );
  };
  return { reviewed, error, busy, confirm, setEtag };
}

function TryWords() {
  return (
    <p>
      The job is saved as disabled and makes one run now, so that you see what it does. Its schedule does not
      count yet. If you like what you see, enable it on its page with one click.
    </p>
  );
}

function Review({ state, reviewed }: { state: EditorState; reviewed: Reviewed }) {
  const { where, editing } = state;
  return (
    <>
      {!where.chosen && (
        <p class="notice">
          The collection “{collectionOf(where).collection}” is made too, on the Standard plan.
        </p>
      )}
      {editing.stored && (
        <BeginsAgain counted={valueAt(editing.definition, "properties.recurrence.count") !== undefined} />
      )}
      <ChangeList reviewed={reviewed} isNew={!editing.stored} />
      <RunsSideBySide reviewed={reviewed} isNew={!editing.stored} definition={editing.definition} />
    </>
  );
}

/** A PUT makes the job anew, under its name and with its history. */
function BeginsAgain({ counted }: { counted: boolean }) {
  return (
    <p class="hint">
      Saving starts the job's counters at zero{counted && ", so that all its runs are to come again"}, and
      ends retries that are pending. Its history stays.
    </p>
  );
}

const isFault = (error: unknown) => error instanceof ApiError && error.status === 400;

async function done(state: EditorState, intent: Intent): Promise<void> {
  const { where } = state;
  const refusal = intent === "try" ? await runOnce(where) : null;
  if (refusal) toast(`${where.job} is saved as disabled, but did not run: ${refusal}`, "failed");
  else
    toast(
      intent === "try"
        ? `${where.job} is saved as disabled, and runs once. If you like what you see here, enable it.`
        : `${where.job} is saved.`,
    );
  state.leave(hashOfJob(jobOf(where), intent === "try" && !refusal ? "history" : undefined));
}
