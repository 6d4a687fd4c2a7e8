// Before saving: what would change, field by field, and the next runs before and after.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../../api/call";
import type { Collection } from "../../../api/types";
import { Dialog } from "../../../parts/dialog";
import { Failed } from "../../../parts/notices";
import { hashOfJob } from "../../../state/address";
import { toast } from "../../../state/toasts";
import { focusFirstFault, type EditorState, type Intent } from "../editor-state";
import { collectionOf, jobOf } from "../where";
import { ChangeList } from "./change-list";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { RunsSideBySide } from "./runs-side-by-side";
import { isConflict, save, tryOut, type Reviewed, type Wanted } from "./saving";

interface ReviewProps {
  state: EditorState;
  intent: Intent;
  reload: () => void;
}

export function ReviewDialog({ state, intent, reload }: ReviewProps) {
  const [etag, setEtag] = useState(state.beginning.etag);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const wanted: Wanted = { where: state.where, definition: state.editing.definition, etag, intent };
  const refuse = (refused: unknown) => {
    setBusy(false);
    if (!isFault(refused)) return setError(refused);
    state.endReview(); // the fields show it
    setTimeout(focusFirstFault, 800);
  };
  useEffect(() => {
    setError(null);
    tryOut(wanted, state.checked.runs.filter(({ mark }) => mark !== "excluded")).then(setReviewed, refuse);
  }, [etag]);
  const made = (chosen: Collection) => state.setWhere({ ...state.where, chosen });
  const confirm = () => {
    setBusy(true);
    save(wanted, made).then(() => done(state, intent), refuse);
  };
  return (
    <Dialog title={intent === "try" ? "Save disabled and run once" : "Review and save"} close={state.endReview} wide>
      {intent === "try" && <TryWords />}
      {isConflict(error) ? (
        <ChangedMeanwhile state={state} overwrite={setEtag} reload={reload} />
      ) : (
        <>
          {error != null && <Failed error={error} />}
          {reviewed ? <Review state={state} reviewed={reviewed} /> : error == null && <p class="loading">Looking at what would change …</p>}
          <footer class="decide">
            <button onClick={state.endReview}>Back to the form</button>
            <button class="primary" disabled={busy || !reviewed} onClick={confirm}>
              {intent === "try" ? "Save disabled and run once" : "Save"}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

function TryWords() {
  return (
    <p>
      The job is saved as disabled and makes one run now, so that you see what it does. Its schedule does not count yet. If you like what
      you see, enable it on its page with one click.
    </p>
  );
}

function Review({ state, reviewed }: { state: EditorState; reviewed: Reviewed }) {
  const { where, editing } = state;
  return (
    <>
      {!where.chosen && <p class="notice">The collection “{collectionOf(where).collection}” is made too, on the Standard plan.</p>}
      <ChangeList reviewed={reviewed} isNew={!editing.stored} />
      <RunsSideBySide reviewed={reviewed} isNew={!editing.stored} definition={editing.definition} />
    </>
  );
}

const isFault = (error: unknown) => error instanceof ApiError && error.status === 400;

function done(state: EditorState, intent: Intent): void {
  const { where } = state;
  toast(intent === "try" ? `${where.job} is saved as disabled, and one run was asked for. It appears here in a moment.` : `${where.job} is saved.`);
  state.leave(hashOfJob(jobOf(where), intent === "try" ? "history" : undefined));
}
