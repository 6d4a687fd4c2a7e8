// A change of many jobs in a dialog: what would change, then call by call, with a stop, then what became of it.
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog";
import { TextField } from "../../../parts/fields";
import type { Row } from "../../../state/jobs";
import { counted } from "../../../words/outcomes";
import { NAMES, type Change, type Operation } from "./change";
import { toChange, type Judged } from "./judgement";
import { Outcome } from "./outcome";
import { SETTINGS } from "./settings";
import { Trials } from "./trials";
import { useMassChange, type MassChangeState, type Progress } from "./use-mass-change";

interface MassChangeProps {
  jobs: Row[];
  operation: Operation;
  close: () => void;
  /** What is to be known of the choice of jobs. */
  about?: string | undefined;
  /** Told which jobs were changed. */
  done?: (jobs: Row[]) => void;
}

/** Change many jobs; other pages may open it too. */
export function MassChange({ jobs, operation, close, about, done = () => {} }: MassChangeProps) {
  const [chosen] = useState(jobs); // the list behind the dialog goes on changing
  const state = useMassChange(operation, chosen, done);
  const underWay = state.stage.name === "making";
  const title = `${NAMES[operation].title} ${counted(chosen.length, "job")}`;
  return (
    <Dialog title={title} close={underWay ? state.stop : close} wide>
      {about && <p class="muted">{about}</p>}
      <StageShown jobs={chosen} operation={operation} state={state} close={close} />
    </Dialog>
  );
}

interface StageProps {
  jobs: Row[];
  operation: Operation;
  state: MassChangeState;
  close: () => void;
}

function StageShown({ jobs, operation, state, close }: StageProps) {
  const { stage, tryAll, makeAll, stop } = state;
  const Settings = SETTINGS[operation];
  switch (stage.name) {
    case "settings":
      return Settings ? <Settings jobs={jobs} ready={(change) => void tryAll(change, jobs)} /> : null;
    case "trying":
      return <UnderWay doing="Looking what would change" progress={stage.progress} stop={stop} />;
    case "look":
      return <Look {...stage} make={(some) => void makeAll(stage.change, some)} close={close} />;
    case "making":
      return <UnderWay doing={NAMES[operation].doing} progress={stage.progress} stop={stop} />;
    case "done":
      return (
        <Outcome
          {...stage}
          correlation={state.correlation}
          again={(some) => void tryAll(stage.change, some)}
          close={close}
        />
      );
  }
}

function UnderWay({ doing, progress, stop }: { doing: string; progress: Progress; stop: () => void }) {
  const [stopping, setStopping] = useState(false);
  const { ended, failed, of } = progress;
  return (
    <>
      <p role="status">
        {doing}: {ended.toLocaleString("en")} of {of.toLocaleString("en")}
        {failed > 0 && <span class="mass-failed"> · {counted(failed, "refusal")}</span>}
        {stopping && " · finishing what is under way …"}
      </p>
      <progress value={ended} max={of} aria-label={doing} />
      <footer>
        <button
          disabled={stopping}
          onClick={() => {
            setStopping(true);
            stop();
          }}
        >
          Stop
        </button>
      </footer>
    </>
  );
}

interface LookProps {
  change: Change;
  all: Judged[];
  left: Row[];
  make: (jobs: Judged[]) => void;
  close: () => void;
}

function Look({ change, all, left, make, close }: LookProps) {
  const [typed, setTyped] = useState("");
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const some = toChange(all).filter(({ row }) => !without.has(row.id));
  const leave = (id: string) => setWithout(toggledIn(without, id));
  const deletes = change.operation === "delete";
  const unsure = deletes && ![String(some.length), "delete"].includes(typed.trim().toLowerCase());
  return (
    <>
      <Trials change={change} all={all} left={left} without={without} leave={leave} />
      {deletes && some.length > 0 && (
        <TextField
          label={`Type ${some.length} or “delete” to delete ${counted(some.length, "job")}`}
          value={typed}
          change={setTyped}
          hint="Jobs and their history cannot be brought back."
          input={{ autoComplete: "off", spellcheck: false }}
        />
      )}
      <footer>
        <button onClick={close}>{some.length ? "Cancel" : "Close"}</button>
        {some.length > 0 && (
          <button class={deletes ? "danger" : "primary"} disabled={unsure} onClick={() => make(some)}>
            {NAMES[change.operation].verb} {counted(some.length, "job")}
          </button>
        )}
      </footer>
    </>
  );
}

function toggledIn(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const toggled = new Set(set);
  if (!toggled.delete(value)) toggled.add(value);
  return toggled;
}
