// What can be done with a job. Everything is done only to the job as it is shown.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { wordsOf } from "../../api/call";
import { deleteJob, runJob, switchJob } from "../../api/operations";
import { Dialog } from "../../parts/dialog";
import { TextField } from "../../parts/fields";
import { Failed } from "../../parts/notices";
import { NO_PAUSE, PauseForm, pauseOf, zoneForPeople } from "../../parts/pause-form";
import { go, hashOf, hashOfCollection } from "../../state/address";
import { forgetJobs } from "../../state/jobs";
import { toast } from "../../state/toasts";
import type { JobFacts } from "./job-facts";

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
    await ran();
    await runJob(facts.name, pauseOf(typed, ""), termsOf(facts));
  };
  return (
    <Dialog title={`Run ${facts.name.job} now`} close={close}>
      <Confirmed label="Run now" work={run} changed={changed} close={close}>
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
  const [typed, setTyped] = useState(NO_PAUSE);
  const zone = zoneForPeople(facts.zone);
  const disable = async () => {
    await switchJob(facts.name, "disable", pauseOf(typed, zone), termsOf(facts));
    toast(`${facts.name.job} is disabled.`);
  };
  return (
    <Dialog title={`Disable ${facts.name.job}`} close={close}>
      <Confirmed label="Disable" work={disable} changed={changed} close={close}>
        <PauseForm typed={typed} change={setTyped} zone={zone} />
      </Confirmed>
    </Dialog>
  );
}

function DeleteDialog({ facts, close }: DialogProps) {
  const [typed, setTyped] = useState("");
  const { name } = facts;
  const remove = async () => {
    await deleteJob(name, termsOf(facts));
    toast(`${name.job} is deleted.`);
  };
  return (
    <Dialog title={`Delete ${name.job}`} close={close}>
      <Confirmed
        label="Delete for good"
        danger
        ready={typed === name.job}
        work={remove}
        changed={() => go(hashOfCollection(name))}
        close={close}
      >
        <p>The job goes, and its history with it. Nothing brings them back. The records of its changes are kept for 400 days.</p>
        <TextField
          label={`To be sure, type the job's name: ${name.job}`}
          value={typed}
          change={setTyped}
          input={{ autoComplete: "off", spellcheck: false, autoFocus: true }}
        />
      </Confirmed>
    </Dialog>
  );
}

interface ConfirmedProps {
  label: string;
  danger?: boolean;
  ready?: boolean;
  work: () => Promise<void>;
  changed: () => void;
  close: () => void;
  children: ComponentChildren;
}

/** A form whose button does the work. What goes wrong is said in it, and the job is read again. */
function Confirmed({ label, danger, ready = true, work, changed, close, children }: ConfirmedProps) {
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    try {
      await work();
      forgetJobs();
      close();
      changed();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      {error != null && <Failed error={error} />}
      <footer>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button class={danger ? "danger" : "primary"} disabled={!ready || busy}>
          {label}
        </button>
      </footer>
    </form>
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
