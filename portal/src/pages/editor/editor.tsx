// The editor: a form and JSON of one definition, beside what the app says about it.
import { useState } from "preact/hooks";
import { CollectionLink } from "../../parts/links";
import { Page } from "../../parts/page";
import { hashOfJob } from "../../state/address";
import { hashOfPage } from "../../state/links";
import { Chips } from "../../parts/chips";
import { askAgain, mayChange } from "../../state/session";
import { counted } from "../../words/outcomes";
import { ActionCard } from "./action/action-card";
import { isOver } from "./definition/beginnings";
import { useEditor, type Beginning, type EditorState } from "./editor-state";
import { EditingProvider } from "./editing";
import { FaultList } from "./fault-list";
import { JsonCard } from "./json-card";
import { AboutCard } from "./policies-card";
import { PreviewCard } from "./preview-card";
import { overInWords } from "./review/record-words";
import { ReviewDialog } from "./review/review-dialog";
import { ScheduleCard } from "./schedule/schedule-card";
import { jobOf } from "./where";
import { WhereCard } from "./where-card";

interface EditorProps {
  title: string;
  beginning: Beginning;
  reload: () => void;
}

export function Editor({ title, beginning, reload }: EditorProps) {
  const state = useEditor(beginning);
  return (
    <EditingProvider value={state.editing}>
      <Page title={title} above={<Above state={state} />}>
        {beginning.secretsMissing && (
          <p class="notice warn">
            Secrets are not copied, because nobody can read them. Type the passwords and keys of this job
            again.
          </p>
        )}
        {state.seen && isOver(state.seen.definition) && (
          <p class="notice">{overInWords(state.editing.definition)}</p>
        )}
        <FaultList />
        <Content state={state} />
        <Bar state={state} />
        {state.intent && <ReviewDialog state={state} intent={state.intent} reload={reload} />}
      </Page>
    </EditingProvider>
  );
}

/** The reader came back with another key, and what was typed is still there. */
function MayOnlyRead() {
  const again = () => void askAgain(new Error("Give a key that may change jobs.")).catch(() => undefined);
  return (
    <>
      <span class="warned" role="status">
        Your key may only read, so this cannot be saved with it. What you have typed stays.
      </span>
      <button type="button" onClick={again}>
        Use another key
      </button>
    </>
  );
}

function Above({ state: { where, seen } }: { state: EditorState }) {
  if (!seen || !where.chosen) return <a href={hashOfPage("jobs")}>Jobs</a>;
  return (
    <>
      <a href={hashOfPage("jobs")}>Jobs</a> / <CollectionLink id={where.chosen.id} /> /{" "}
      <a href={hashOfJob(jobOf(where))}>{where.job}</a>
    </>
  );
}

const VIEWS = [
  ["form", "Form"],
  ["json", "JSON"],
] as const;

function Content({ state }: { state: EditorState }) {
  const [view, setView] = useState<"form" | "json">("form");
  return (
    <>
      <Chips label="How to edit" options={VIEWS} value={view} choose={setView} />
      <div class="editor" style={{ "--rows": rowsOf(state, view) }}>
        {!state.seen && <WhereCard state={state} />}
        {view === "json" ? <Json state={state} /> : <Form state={state} back={() => setView("json")} />}
      </div>
    </>
  );
}

/** The preview stands beside all of them, so it must know how many there are. */
function rowsOf({ seen, draft }: EditorState, view: "form" | "json"): number {
  const cards = view === "json" ? 1 : draft ? 4 : 3;
  return cards + (seen ? 0 : 1);
}

function Json({ state }: { state: EditorState }) {
  return (
    <>
      <JsonCard state={state} />
      <PreviewCard checked={state.checked} />
    </>
  );
}

/** While the JSON is wrong, the form waits: a change of it would throw away what was typed there. */
function Form({ state, back }: { state: EditorState; back: () => void }) {
  const { draft, setDraft, checked } = state;
  return (
    <>
      {draft && (
        <div class="notice bad">
          <p>The JSON cannot be read. {draft.fault} The form shows what it last said.</p>
          <div class="choices">
            <button onClick={back}>Back to the JSON</button>
            <button onClick={() => setDraft(null)}>Forget what was typed there</button>
          </div>
        </div>
      )}
      <fieldset class="form" disabled={draft !== null}>
        <ScheduleCard />
        <PreviewCard checked={checked} />
        <ActionCard />
        <AboutCard />
      </fieldset>
    </>
  );
}

function Bar({ state }: { state: EditorState }) {
  const { seen, where, review } = state;
  const wrong = state.editing.faults.length + Object.values(state.whereFaults).filter(Boolean).length;
  const back = seen ? hashOfJob(jobOf(where)) : hashOfPage("jobs");
  return (
    <div class="editor-bar">
      {mayChange() ? <Saving review={review} /> : <MayOnlyRead />}
      <a class="button" href={back}>
        Cancel
      </a>
      <span class="fault" role="status">
        {wrong > 0 && `${counted(wrong, "thing")} to mend`}
      </span>
    </div>
  );
}

function Saving({ review }: Pick<EditorState, "review">) {
  return (
    <>
      <button type="button" class="primary" onClick={() => review("save")}>
        Review and save
      </button>
      <button
        type="button"

        onClick={() => review("try")}
        title="The job is saved as disabled, so that its schedule does not count yet, and makes one run now."
      >
        Save disabled and run once
      </button>
    </>
  );
}
