// Somebody else was faster: what they changed, and what can be done about it.
import { useState } from "preact/hooks";
import { hashOfJob } from "../../../state/address";
import { useLoaded } from "../../../state/loading";
import { ChangesTable } from "../../../parts/changes-table";
import { Shown } from "../../../parts/notices";
import type { EditorState } from "../editor-state";
import type { Seen } from "../sending";
import { jobOf } from "../where";
import { changedMeanwhile } from "./saving";

interface MeanwhileProps {
  state: EditorState;
  overwrite: (theirs: Seen) => void;
  reload: () => void;
}

export function ChangedMeanwhile({ state, overwrite, reload }: MeanwhileProps) {
  if (!state.beginning.seen) return <NameTaken state={state} />;
  return <Theirs state={state} overwrite={overwrite} reload={reload} />;
}

function NameTaken({ state }: { state: EditorState }) {
  return (
    <>
      <p class="notice warn">
        <span>
          A job of the name <a href={hashOfJob(jobOf(state.where))}>{state.where.job}</a> is already there.
          Nothing was changed. Give yours another name.
        </span>
      </p>
      <footer>
        <button class="primary" onClick={state.endReview}>
          Back to the form
        </button>
      </footer>
    </>
  );
}

function Theirs({ state, overwrite, reload }: MeanwhileProps) {
  const seen = state.beginning.seen!.definition;
  const meanwhile = useLoaded(() => changedMeanwhile(state.where, seen), []);
  const [shown, setShown] = useState(false);
  return (
    <>
      <p class="notice warn">Somebody has changed this job since you opened it. Nothing was saved.</p>
      <Shown of={meanwhile}>
        {({ changes, theirs }) => (
          <>
            {shown &&
              (changes.length ? (
                <ChangesTable changes={changes} />
              ) : (
                <p class="hint">The definition is the same again.</p>
              ))}
            <footer>
              <button onClick={() => setShown(!shown)}>
                {shown ? "Hide what they changed" : "Show what they changed"}
              </button>
              <button onClick={reload}>Begin again with theirs</button>
              <button class="danger" onClick={() => overwrite(theirs)}>
                Review mine over theirs
              </button>
            </footer>
          </>
        )}
      </Shown>
    </>
  );
}
