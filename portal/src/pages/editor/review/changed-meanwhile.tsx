// Somebody else was faster: what they changed, and what can be done about it.
import { useState } from "preact/hooks";
import { hashOfJob } from "../../../state/address";
import { useLoaded } from "../../../state/loading";
import { ChangesTable } from "../../../parts/changes-table";
import { Shown } from "../../../parts/notices";
import type { EditorState } from "../editor-state";
import type { Seen } from "../sending";
import { jobOf } from "../where";
import { changedMeanwhile, meanwhile as whatHappened, type Meanwhile } from "./saving";

interface MeanwhileProps {
  state: EditorState;
  overwrite: (theirs: Seen) => void;
  saveAsNew: () => void;
  reload: () => void;
}

export function ChangedMeanwhile({ what, ...props }: MeanwhileProps & { what: Meanwhile }) {
  if (what === "taken") return <NameTaken state={props.state} />;
  if (what === "deleted") return <Deleted {...props} />;
  return <Theirs {...props} />;
}

function Deleted({ state, saveAsNew }: Pick<MeanwhileProps, "state" | "saveAsNew">) {
  return (
    <>
      <p class="notice warn">
        <span>
          It was deleted meanwhile. Nothing was saved. What you have typed is still in the form, but not its
          passwords and keys: nobody can read them.{" "}
          <a href={hashOfJob(jobOf(state.where))} target="_blank" rel="noreferrer">
            Its changes
          </a>{" "}
          say who deleted it (in a new tab; your form stays here).
        </span>
      </p>
      <footer>
        <button onClick={state.endReview}>Back to the form</button>
        <button class="primary" onClick={saveAsNew}>
          Save it as a new job
        </button>
      </footer>
    </>
  );
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

function Theirs({ state, overwrite, saveAsNew, reload }: MeanwhileProps) {
  const { seen } = state;
  const meanwhile = useLoaded(() => changedMeanwhile(state.where, seen!.definition), []);
  const [shown, setShown] = useState(false);
  if (whatHappened(meanwhile.error, seen) === "deleted")
    return <Deleted state={state} saveAsNew={saveAsNew} />;
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
