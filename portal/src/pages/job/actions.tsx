// What can be done with a job. Everything is done only to the job as it is shown.
import { useState } from "preact/hooks";
import { wordsOf } from "../../api/call";
import { deleteJob, switchJob, type Pause } from "../../api/operations";
import { ConfirmDialog } from "../../parts/confirm-dialog";
import { Confirmed } from "../../parts/confirmed";
import { Dialog } from "../../parts/dialog";
import { TextField } from "../../parts/fields";
import { PauseDialog } from "../../parts/pause-dialog";
import { NO_PAUSE, pauseOf } from "../../parts/pause-form";
import { go, hashOf, hashOfCollection } from "../../state/address";
import { forgetJobs } from "../../state/jobs";
import { toast } from "../../state/toasts";
import type { JobFacts } from "./job-facts";
import { runByHand } from "./run-by-hand";

interface ActionsProps {
  facts: JobFacts;
  /** To be called after a change. */
  changed: () => void;
  /** To be called before the job is run by hand: from now on its outcome is looked for. */
  ran: () => Promise<void>;
}

type Asking = "run" | "disable" | "delete" | null;

export function Actions({ facts, changed, ran }: ActionsProps) {
  const [asking, ask] = useState<Asking>(null);
  const { name, job } = facts;
  const { state } = job.properties;
  const path = [name.subscription, name.group, name.collection, name.job];
  const close = () => ask(null);
  const dialogs = { facts, changed, close };
  return (
    <>
      <button class="primary" onClick={() => ask("run")}>
        Run now …
      </button>
      {state === "enabled" && <button onClick={() => ask("disable")}>Disable …</button>}
      {state === "disabled" && <button onClick={() => void enable(facts, changed)}>Enable</button>}
      <a class="button" href={hashOf("edit", path)}>
        Edit
      </a>
      <a class="button" href={hashOf("new", [], { from: path.join("/") })}>
        Clone
      </a>
      <button class="danger" onClick={() => ask("delete")}>
        Delete …
      </button>
      {asking === "run" && <RunDialog {...dialogs} ran={ran} />}
      {asking === "disable" && <DisableDialog {...dialogs} />}
      {asking === "delete" && <DeleteDialog {...dialogs} />}
    </>
  );
}

interface DialogProps {
  facts: JobFacts;
  changed: () => void;
  close: () => void;
}

function RunDialog({ facts, changed, close, ran }: DialogProps & { ran: () => Promise<void> }) {
  const [typed, setTyped] = useState(NO_PAUSE);
  const run = async () => {
    await runByHand(facts.name, pauseOf(typed, ""), termsOf(facts), ran);
    forgetJobs();
    changed();
  };
  return (
    <Dialog title={`Run ${facts.name.job} now`} close={close}>
      <Confirmed label="Run now" work={run} close={close}>
        <p>It runs once, at once, beside its schedule.</p>
        <TextField
          label="Note"
          value={typed.note}
          change={(note) => setTyped({ ...typed, note })}
          hint="If you like: it is kept among the job's changes."
          input={{ maxLength: 1024, autoFocus: true }}
        />
      </Confirmed>
    </Dialog>
  );
}

function DisableDialog({ facts, changed, close }: DialogProps) {
  const disable = async (pause: Pause) => {
    await switchJob(facts.name, "disable", pause, termsOf(facts));
    forgetJobs();
    toast(`${facts.name.job} is disabled.`);
    changed();
  };
  return <PauseDialog title={`Disable ${facts.name.job}`} zone={facts.zone} close={close} send={disable} />;
}

function DeleteDialog({ facts, close }: DialogProps) {
  const { name } = facts;
  const remove = async () => {
    await deleteJob(name, termsOf(facts));
    forgetJobs();
    toast(`${name.job} is deleted.`);
    go(hashOfCollection(name));
  };
  return (
    <ConfirmDialog
      title={`Delete ${name.job}`}
      word={name.job}
      action="Delete for good"
      close={close}
      send={remove}
    >
      The job goes, and its history with it. Nothing brings them back. The records of its changes are kept for
      400 days.
    </ConfirmDialog>
  );
}

async function enable(facts: JobFacts, changed: () => void): Promise<void> {
  try {
    await switchJob(facts.name, "enable", {}, termsOf(facts));
    forgetJobs();
    toast(`${facts.name.job} is enabled.`);
  } catch (error) {
    toast(wordsOf(error), "failed");
  }
  changed();
}

/** Return terms that refuse a change if somebody else has changed the job meanwhile. */
function termsOf({ job }: JobFacts): { ifMatch?: string } {
  return job.etag ? { ifMatch: job.etag } : {};
}
