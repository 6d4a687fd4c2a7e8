"""What becomes of a job, decided before anything is done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from migrate.arrival import read_past
from migrate.found import FoundJob, Json, Origin
from migrate.planning.as_written import refusals, with_kept_secrets, without_made_up_start
from migrate.planning.differences import Difference, differences, without_certificates
from migrate.prepare import Place, PreparedJob, arrive_disabled, prepare, stay_disabled
from migrate.reading import read_stored, without_effectless
from migrate.spelling import told_in_words_of
from shared.api.fields import Fields
from shared.api.parse import BARE
from shared.api.render import render_definition, render_disabled, render_tags
from shared.api.shapes.objects import EXTENSION_PATHS
from shared.domain.about import EXTENDED
from shared.domain.asked_job import AskedJob
from shared.domain.collection import JobCollection
from shared.domain.collection_jobs import refuse_job
from shared.domain.definition import Definition
from shared.domain.errors import Conflict, Faults, Invalid
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey


class Outcome(StrEnum):
    """What becomes of a collection or a job, as planned and as done."""

    CREATE = "will be created"
    CREATED = "created"
    SAME = "exists and is the same"
    DIFFERS = "exists and differs"
    REPLACE = "will be replaced"
    REPLACED = "replaced"
    ADD_SECRETS = "will get its secrets"
    SECRETS_ADDED = "got its secrets"
    REMOVE = "will be removed"
    REMOVED = "removed"
    SKIP = "is left out"
    CANNOT = "cannot be imported"
    FAILED = "failed"
    NOT_DONE = "was not reached"


class WithoutSecrets(StrEnum):
    """What becomes of a job whose secret is missing."""

    DISABLED = "disabled"
    SKIP = "skip"
    FAIL = "fail"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the user asked for. `secrets` are those of the secrets file, by job or collection and by field.

    If everything counts `as_written`, nothing arrives from elsewhere: the files say how it is to be.
    With `prune`, jobs that are in no file are removed. `send_secrets` sends those of unchanged jobs too.
    """

    now: datetime
    secrets: Mapping[JobKey | CollectionKey, Mapping[str, str]] = field(repr=False)
    accept_loss: bool = False
    disabled: bool = False
    replace: bool = False
    without_secrets: WithoutSecrets = WithoutSecrets.DISABLED
    as_written: bool = False
    prune: bool = False
    send_secrets: bool = False

    @property
    def sends_again(self) -> bool:
        """Say whether secrets are sent to what does not differ otherwise: nobody can see stored ones."""
        return self.send_secrets if self.as_written else self.replace


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedJob:
    """What becomes of a job. If it exists in the app, `state` is its state there."""

    name: str
    origin: Origin
    outcome: Outcome
    prepared: PreparedJob | None = None
    state: JobState | None = None
    differences: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()


def plan_job(
    found_job: FoundJob, key: JobKey, collection: JobCollection, existing: Json | None, wishes: Wishes
) -> PlannedJob:
    """Decide what becomes of a job; `collection` is the collection that would hold it."""
    given, there = wishes.secrets.get(key, {}), None if existing is None else _state(existing)
    try:
        stored = None if existing is None else read_stored(existing, now=wishes.now)
        before, written = stored.definition if stored else None, wishes.as_written and not found_job.foreign
        place = Place(collection=collection, stored=before, as_written=written)
        job = prepare(found_job, key, given, now=wishes.now, place=place)
        job = with_kept_secrets(job, place, there) if written else _as_wished(job, wishes, there)
        refuse_job(key, job.definition, collection, now=wishes.now)
    except Invalid as exc:
        return cannot(key.name, found_job.origin, *told_in_words_of(found_job.keys, exc))
    except Conflict as exc:
        return cannot(key.name, found_job.origin, str(exc))
    if existing is not None and stored is not None:
        planned = _compared(job, existing, stored, place, wishes)
    else:
        outcome = Outcome.SKIP if _is_left_out(job, wishes) else Outcome.CREATE
        planned = PlannedJob(name=key.name, origin=job.origin, outcome=outcome, prepared=job)
    return _unless_surprising(planned, place, wishes) if written else planned


def _unless_surprising(planned: PlannedJob, place: Place, wishes: Wishes) -> PlannedJob:
    """Return the plan for a job that counts as it is written, unless it would surprise somebody."""
    if planned.prepared is None or planned.outcome not in (Outcome.CREATE, Outcome.REPLACE):
        return planned
    reasons = tuple(refusals(planned.prepared, place, now=wishes.now))
    return replace(planned, outcome=Outcome.CANNOT, reasons=reasons) if reasons else planned


def cannot(name: str, origin: Origin, *reasons: str) -> PlannedJob:
    return PlannedJob(name=name, origin=origin, outcome=Outcome.CANNOT, reasons=reasons)


def _state(existing: Json) -> JobState:
    return Fields(existing, Faults()).object("properties").member("state", JobState) or JobState.ENABLED


def _as_wished(job: PreparedJob, wishes: Wishes, there: JobState | None) -> PreparedJob:
    """Return the job disabled if it lacks something, unless the user accepts that.

    A job that is enabled in the app has its secrets there.
    """
    if job.lost and not wishes.accept_loss:
        job = stay_disabled(job, "its form has lost part of it; --accept-loss brings it over as it is")
    if job.dropped and not wishes.accept_loss:
        job = stay_disabled(job, "keys of it are not known here; --accept-loss brings it over without them")
    if job.missing and there is JobState.ENABLED:
        return replace(job, missing=(), kept=job.missing)
    if job.missing and not (there is None and _is_left_out(job, wishes)):
        return arrive_disabled(job, "a secret is missing")
    return job


def _is_left_out(job: PreparedJob, wishes: Wishes) -> bool:
    skips = wishes.without_secrets is WithoutSecrets.SKIP
    return skips and bool(job.missing) and job.found_state is JobState.ENABLED


def _compared(job: PreparedJob, existing: Json, stored: AskedJob, place: Place, wishes: Wishes) -> PlannedJob:
    """Decide about a job that exists. If it has been completed in the app since, it is still the same."""
    state = _state(existing)
    if place.as_written:
        job = without_made_up_start(job, stored.definition, now=wishes.now)
    else:
        job = _as_it_began(job, existing, stored.definition)
    differing = (
        *differences_of_definition(shown_definition(existing, stored.definition), job),
        *_differences_of_state(state, job),
        *_differences_of_pause(state, stored, job),
    )
    planned = PlannedJob(
        name=job.key.name,
        origin=job.origin,
        outcome=Outcome.SAME,
        prepared=job,
        state=state,
        differences=differing,
    )
    if not differing:
        return _without_differences(planned, job, wishes)
    if not wishes.replace:
        return replace(planned, outcome=Outcome.DIFFERS)
    if job.state.final:
        reason = f"it would arrive {job.state}, and that cannot be set on a job that exists: delete it there"
        return replace(planned, outcome=Outcome.CANNOT, reasons=(reason,))
    return replace(planned, outcome=Outcome.REPLACE)


def shown_definition(existing: Json, stored: Definition) -> Json:
    """Return what the app answered of a job's definition, but for what has no effect there."""
    effective, _ = without_effectless(existing.get("properties", {}))
    properties, extensions = Fields(effective, Faults()), render_definition(stored, EXTENDED)
    shown = {key: properties.raw(key) for key in ("startTime", "action", "recurrence")}
    shown = {key: value for key, value in shown.items() if value is not None}
    shown |= {key: value for key, value in extensions.items() if key in EXTENSION_PATHS}
    return {**render_tags(stored), **shown}


def _as_it_began(job: PreparedJob, existing: Json, stored: Definition) -> PreparedJob:
    """Return the job with the start and the count of the existing one, if they mean the same.

    A start that was made up differs with every import. If a job comes back from its own export, its start may
    have been taken from a run, and its count may be what is left.
    """
    definition, past = job.definition, read_past(existing.get("properties", {}), job.key, Faults())
    start, recurrence = stored.start_time, definition.recurrence
    if (job.start_made_up and start) or (start is None and definition.start_time in (past.next, past.last)):
        definition = replace(definition, start_time=start)
        job = replace(job, changes=tuple(change for change in job.changes if change != job.start_told))
    count = stored.recurrence.count if stored.recurrence else None
    if recurrence is not None and count is not None and recurrence.count == count - (past.executions or 0):
        definition = replace(definition, recurrence=replace(recurrence, count=count))
    return replace(job, definition=definition)


def _without_differences(planned: PlannedJob, job: PreparedJob, wishes: Wishes) -> PlannedJob:
    """Plan for a job without differences. Stored secrets cannot be seen, so replacing sends them again."""
    lives = planned.state is not None and not planned.state.final
    outcome = Outcome.ADD_SECRETS if wishes.sends_again and job.secrets and lives else Outcome.SAME
    return replace(planned, outcome=outcome, prepared=replace(job, changes=(), notes=()))


def differences_of_definition(there: Json, job: PreparedJob) -> Iterator[Difference]:
    yield from without_certificates(differences(there, wanted_definition(job)), job.secrets)


def wanted_definition(job: PreparedJob) -> Json:
    """Return what the app would answer of the job's definition, once it is there."""
    return {**render_tags(job.definition), **render_definition(job.definition, EXTENDED)}


def _differences_of_pause(state: JobState, stored: AskedJob, job: PreparedJob) -> Iterator[Difference]:
    """Yield what is said otherwise of a job that is disabled here and there, if its file can say it."""
    both_off = state is JobState.DISABLED and job.found_state is JobState.DISABLED
    if both_off and job.version >= EXTENDED:
        there, here = (render_disabled(one) or {} for one in (stored.pause(BARE), job.disabled))
        yield from differences(there, here, "disabled")


def _differences_of_state(state: JobState, job: PreparedJob) -> Iterator[Difference]:
    """Yield the state if it differs. It does not count if the job finished there since, or if its time has
    passed while it waited there, disabled.
    """
    finished_there = state.final and not job.found_state.final
    passed_since = state is JobState.DISABLED and job.state.final and not job.found_state.final
    if state not in (job.state, job.found_state) and not finished_there and not passed_since:
        yield Difference(field="state", there=f'"{state}"', here=f'"{job.state}"')
