"""What people and programs are told of a plan: field by field, with the next runs before and after."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from migrate.arrival import read_past
from migrate.code.bodies import starts_afresh
from migrate.code.plan import CodePlan
from migrate.found import Json
from migrate.planning.collection import PlannedCollection
from migrate.planning.described import existing_collection
from migrate.planning.differences import Difference
from migrate.planning.job import Outcome, PlannedJob
from migrate.reading import read_stored
from migrate.reporting.times import runs_to_come, when_it_runs
from shared.api.fields import Fields
from shared.api.instants import write_instant, write_local
from shared.api.parse import BARE
from shared.api.render import collection_id
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.errors import Faults
from shared.domain.in_force import zone_name
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import UTC_ZONE, zone_named


class Kind(StrEnum):
    """What becomes of a job or a collection. A job moves if its collection's change moves its runs."""

    CREATE = "create"
    CHANGE = "change"
    SECRETS = "secrets"
    MOVE = "move"
    REMOVE = "remove"
    CANNOT = "cannot"
    UNCHANGED = "unchanged"


_KINDS: Final = {
    Outcome.CREATE: Kind.CREATE,
    Outcome.REPLACE: Kind.CHANGE,
    Outcome.ADD_SECRETS: Kind.SECRETS,
    Outcome.REMOVE: Kind.REMOVE,
    Outcome.SAME: Kind.UNCHANGED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobChange:
    """What becomes of a job. `before` and `after` are its next runs; a new one has none before."""

    name: str
    kind: Kind
    origin: str = ""
    sentence: str = ""
    fields: tuple[Difference, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionChange:
    id: str
    name: str
    kind: Kind
    fields: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    jobs: tuple[JobChange, ...] = ()
    """Those that are changed or cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanReport:
    at: str
    to: str
    jobs: dict[str, int]
    collections: tuple[CollectionChange, ...]
    nameless: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Say whether there is anything to do."""
        idle = (Kind.UNCHANGED, Kind.CANNOT, Kind.MOVE)
        kinds = [one.kind for one in self.collections]
        return any(kind not in idle for kind in (*kinds, *map(Kind, self.jobs)))

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "changes": self.changes}


def report_plan(plan: CodePlan, to: str) -> PlanReport:
    collections = tuple(_collection(plan, one) for one in plan.collections)
    counted = Counter(_kind(job.outcome) for one in plan.collections for job in one.jobs)
    return PlanReport(
        at=write_instant(plan.now.replace(microsecond=0)),
        to=to,
        jobs={str(kind): counted[kind] for kind in Kind if counted[kind]},
        collections=collections,
        nameless=tuple(f"{one.origin}: {'; '.join(map(str, one.faults))}" for one in plan.whole.nameless),
        warnings=plan.warnings,
    )


def _kind(outcome: Outcome) -> Kind:
    return _KINDS.get(outcome, Kind.CANNOT)


def _collection(plan: CodePlan, planned: PlannedCollection) -> CollectionChange:
    jobs = tuple(change for job in planned.jobs if (change := _job(plan, planned, job)) is not None)
    return CollectionChange(
        id=collection_id(planned.key),
        name=planned.key.name,
        kind=_kind(planned.outcome),
        fields=planned.differences,
        reasons=planned.reasons,
        notes=planned.notes,
        jobs=jobs,
    )


def _job(plan: CodePlan, planned: PlannedCollection, job: PlannedJob) -> JobChange | None:
    """Return what is to be said of a job; None if that is nothing."""
    existing, kind = plan.there(planned.key, job.name), _kind(job.outcome)
    if kind is Kind.UNCHANGED and planned.outcome is not Outcome.REPLACE:
        return None
    bare = JobChange(name=job.name, kind=kind, origin=str(job.origin), reasons=job.reasons)
    if kind is Kind.CANNOT:
        return replace(bare, notes=job.prepared.notes if job.prepared else ())
    key = JobKey(collection=planned.key, name=job.name)
    bare = replace(bare, before=_runs_before(plan, key, existing) if existing else ())
    if job.prepared is None:
        return bare
    after, told = _runs_after(plan, planned, job)
    if kind is Kind.UNCHANGED and bare.before == after:
        return None
    return replace(
        bare,
        kind=Kind.MOVE if kind is Kind.UNCHANGED else kind,
        sentence=when_it_runs(job.prepared.definition, planned.collection or BARE, plan.now),
        fields=tuple(_without_made_up(job)),
        after=after,
        notes=(*job.prepared.changes, *job.prepared.notes, *told, *_told(job, existing)),
    )


def _runs_before(plan: CodePlan, key: JobKey, existing: Json) -> tuple[str, ...]:
    """Return the next runs of a job as it is in the app, in its collection as it is there."""
    if _status(existing).text("nextExecutionTime") is None:
        return ()  # it is disabled, or has finished
    stored = read_stored(existing, now=plan.now).definition
    collection = existing_collection(key.collection, plan.whole.target.collections[key.collection])
    return _shown(key, _as_it_counts(stored, existing, key), collection, plan.now)


def _runs_after(
    plan: CodePlan, planned: PlannedCollection, job: PlannedJob
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the next runs of a job as it will be, and what is to be said of them."""
    prepared, existing = job.prepared, plan.there(planned.key, job.name)
    collection = planned.collection or BARE
    if prepared is None or prepared.state != "enabled":
        return (), ()
    definition = prepared.definition
    if existing is None or starts_afresh(job, existing):
        fresh = (
            ("it has finished there and starts afresh",)
            if existing and job.outcome is Outcome.REPLACE
            else ()
        )
        runs = (
            ()
            if existing and job.outcome is Outcome.SAME
            else _shown(prepared.key, definition, collection, plan.now)
        )
        return runs, fresh
    if definition.recurrence is not None and definition.start_time is None:
        stored = read_stored(existing, now=plan.now).definition
        if (stored.start_time, stored.recurrence) != (None, definition.recurrence):
            return (), (
                "it counts from its first run, so the app tells its next runs only when it is changed",
            )
        definition = _as_it_counts(definition, existing, prepared.key)
    return _shown(prepared.key, definition, collection, plan.now), ()


def _as_it_counts(definition: Definition, existing: Json, key: JobKey) -> Definition:
    """Return the definition with a time on its grid as its start, if it counts from its first run."""
    if definition.recurrence is None or definition.start_time is not None:
        return definition
    past = read_past(existing.get("properties", {}), key, Faults())
    return replace(definition, start_time=past.next or past.last)


def _shown(key: JobKey, definition: Definition, collection: JobCollection, now: datetime) -> tuple[str, ...]:
    zone = zone_named(zone_name(definition, collection))
    at_once = definition.start_time is None and definition.recurrence is not None
    shown = []
    for run in runs_to_come(key, definition, collection, now):
        whole = run.replace(microsecond=0)
        written = write_instant(whole) if zone is UTC_ZONE else write_local(whole, zone)
        shown.append("at once" if at_once and run == now else written)
    return tuple(shown)


def _without_made_up(job: PlannedJob) -> Iterator[Difference]:
    """Yield the differences; a start that is made up for cron is another with every plan."""
    made_up = job.prepared is not None and job.prepared.start_made_up
    for one in job.differences:
        yield replace(one, here="when it is changed") if made_up and one.field == "startTime" else one


def _told(job: PlannedJob, existing: Json | None) -> Iterator[str]:
    """Yield who disabled a job that will be enabled, and why."""
    if existing is None or not any(one.field == "state" for one in job.differences):
        return
    pause = Fields(existing, Faults()).object("properties").object("disabled")
    said = [text for key in ("by", "note") if (text := pause.text(key))]
    if said:
        yield f"it was disabled there: {': '.join(said)}"


def _status(existing: Json) -> Fields:
    return Fields(existing, Faults()).object("properties").object("status")
