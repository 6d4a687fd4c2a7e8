// What is asked before a collection is enabled, disabled or deleted: with the jobs that it concerns.
import { useState } from "preact/hooks";
import { deleteCollection, switchCollection, tryCollectionSwitch } from "../../api/operations";
import type { CollectionName } from "../../api/ids";
import type { Collection, Trial } from "../../api/types";
import { ConfirmDialog } from "../../parts/confirm-dialog";
import { Confirmed } from "../../parts/confirmed";
import { Dialog } from "../../parts/dialog";
import { Instant } from "../../parts/instant";
import { JobLink } from "../../parts/links";
import { Shown } from "../../parts/notices";
import { faultOfUntil, NO_PAUSE, PauseForm, pauseOf, zoneForPeople } from "../../parts/pause-form";
import { go } from "../../state/address";
import { now } from "../../state/clock";
import { completeAt, forgetJobs, jobsIn } from "../../state/jobs";
import { hashOfPage } from "../../state/links";
import { useLoaded } from "../../state/loading";
import { loadSubscriptions } from "../../state/subscription";
import { toast } from "../../state/toasts";
import { counted } from "../../words/outcomes";

export type Asking = "enable" | "disable" | "delete" | null;

export interface QuestionProps {
  name: CollectionName;
  collection: Collection;
  close: () => void;
  done: (words: string) => void;
}

export function Questions({ asking, ...props }: QuestionProps & { asking: Asking }) {
  if (asking === "enable") return <EnableDialog {...props} />;
  if (asking === "disable") return <DisableDialog {...props} />;
  if (asking === "delete") return <DeleteDialog {...props} />;
  return null;
}

function EnableDialog({ name, collection, close, done }: QuestionProps) {
  const trial = useLoaded(() => tryCollectionSwitch(name, "enable", {}), []);
  const enable = async () => {
    await switchCollection(name, "enable", {}, termsOf(trial.value));
    done("Its jobs run again.");
  };
  return (
    <Dialog title={`Enable ${name.collection}`} close={close} wide>
      <Confirmed label="Enable" ready={trial.value !== null} work={enable} close={close}>
        <Shown of={trial}>
          {({ jobs }) => <WillRun jobs={movedIn(jobs)} all={jobs?.moved ?? 0} zone={clocksOf(collection)} />}
        </Shown>
      </Confirmed>
    </Dialog>
  );
}

function WillRun({ jobs, all, zone }: { jobs: Moved[]; all: number; zone: string }) {
  if (!all) return <p>No job of it would run: none is enabled, or has a run to come.</p>;
  return (
    <>
      <p>
        <strong>{counted(all, "job")}</strong> will run again. What came due meanwhile is not made up for. The
        next run of each, by the clocks of {zone}:
      </p>
      <Runs jobs={jobs.map(({ id, after }) => ({ id, at: after }))} all={all} zone={zone} label="Next runs" />
    </>
  );
}

function DisableDialog({ name, collection, close, done }: QuestionProps) {
  const [typed, setTyped] = useState(NO_PAUSE);
  const trial = useLoaded(() => tryCollectionSwitch(name, "disable", {}), []);
  const clocks = clocksOf(collection);
  const pause = pauseOf(typed, clocks);
  const disable = async () => {
    await switchCollection(name, "disable", pause, termsOf(trial.value));
    done("None of its jobs runs.");
  };
  return (
    <Dialog title={`Disable ${name.collection}`} close={close} wide>
      <Confirmed label="Disable" ready={trial.value !== null} work={disable} close={close}>
        <PauseForm typed={typed} change={setTyped} zone={clocks} />
        <Shown of={trial}>
          {({ jobs }) =>
            faultOfUntil(typed, clocks, now.value) ? null : (
              <WillNotRun jobs={movedIn(jobs)} all={jobs?.moved ?? 0} until={pause.until} zone={clocks} />
            )
          }
        </Shown>
      </Confirmed>
    </Dialog>
  );
}

interface WillNotRunProps {
  jobs: Moved[];
  all: number;
  until: string | undefined;
  zone: string;
}

/** Of a pause with an end, only the runs before it are lost. */
function WillNotRun({ jobs, all, until, zone }: WillNotRunProps) {
  const lost = jobs.filter(({ before }) => before && (!until || Date.parse(before) < Date.parse(until)));
  const count = all - (jobs.length - lost.length);
  if (!count) return <p>No run of its jobs would be left out.</p>;
  return (
    <>
      <p>
        <strong>{counted(count, "job")}</strong> would not run. The first run of each that is left out, by the
        clocks of {zone}:
      </p>
      <Runs
        jobs={lost.map(({ id, before }) => ({ id, at: before }))}
        all={count}
        zone={zone}
        label="Runs left out"
      />
    </>
  );
}

interface RunsProps {
  jobs: { id: string; at: string | null }[];
  all: number;
  zone: string;
  label: string;
}

function Runs({ jobs, all, zone, label }: RunsProps) {
  const ordered = jobs.toSorted((one, other) => Date.parse(one.at ?? "") - Date.parse(other.at ?? ""));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <ul class="lines">
        {ordered.map(({ id, at }) => (
          <li key={id}>
            <span class="line-head">
              <JobLink id={id} bare /> <Instant at={at} zone={zone} />
            </span>
          </li>
        ))}
      </ul>
      {all > ordered.length && <p class="muted small">and {counted(all - ordered.length, "other")}</p>}
    </div>
  );
}

function DeleteDialog({ name, collection, close }: QuestionProps) {
  const remove = async () => {
    await deleteCollection(name, collection.etag ? { ifMatch: collection.etag } : {});
    forgetJobs();
    await loadSubscriptions();
    toast(`Collection ${name.collection} was deleted.`);
    go(hashOfPage("collections"));
  };
  const count = completeAt.value === null ? null : jobsIn(collection.id).length;
  return (
    <ConfirmDialog
      title={`Delete ${name.collection}`}
      word={name.collection}
      action="Delete"
      close={close}
      send={remove}
    >
      {deletedWith(count)} This cannot be undone.
    </ConfirmDialog>
  );
}

/** Return what is deleted with a collection of so many jobs. */
export function deletedWith(jobs: number | null): string {
  if (jobs === null)
    return "All its jobs (they are still being counted) and their histories are deleted too.";
  if (jobs === 0) return "It has no jobs.";
  if (jobs === 1) return "Its 1 job and the job's history are deleted too.";
  return `Its ${counted(jobs, "job")} and their histories are deleted too.`;
}

/** Return the zone by whose clocks people plan in a collection. */
const clocksOf = (collection: Collection) => zoneForPeople(collection.properties.defaults?.timeZone);

type Moved = NonNullable<Trial["jobs"]>["shown"][number];

const movedIn = (jobs: Trial["jobs"]): Moved[] => jobs?.shown ?? [];

/** Return terms that refuse the change if somebody else has changed the collection since it was tried. */
const termsOf = (trial: Trial | null) => (trial?.etag ? { ifMatch: trial.etag } : {});
