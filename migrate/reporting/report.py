"""What people and programs are told about a plan, or about what was done of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from migrate.gather import Kind
from migrate.pauses import told
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.recognise import FileSummary
from migrate.reporting.times import runs_to_come, when_it_runs
from shared.api.instants import write_instant, write_local
from shared.api.parse import BARE
from shared.api.render import collection_id
from shared.domain.in_force import zone_name
from shared.domain.local_time.zones import UTC_ZONE, zone_named

_GOOD: Final = (
    *(Outcome.CREATE, Outcome.CREATED, Outcome.SAME),
    *(Outcome.REPLACE, Outcome.REPLACED, Outcome.SKIP),
    *(Outcome.ADD_SECRETS, Outcome.SECRETS_ADDED),
)
_NOT_THERE: Final = (Outcome.CANNOT, Outcome.FAILED, Outcome.NOT_DONE)
"""Nothing is said of when such a job runs: it would read as if it did."""
_LEFT_ALONE: Final = (Outcome.SAME, Outcome.DIFFERS, Outcome.ADD_SECRETS, Outcome.SECRETS_ADDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobReport:
    """A job: what becomes of it, when it runs, and everything that should be said about it."""

    id: str
    name: str
    outcome: str
    origin: str
    state: str = ""
    sentence: str = ""
    runs: tuple[str, ...] = ()
    local_runs: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    missing_secrets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionReport:
    id: str
    name: str
    outcome: str
    location: str = ""
    plan: str = ""
    state: str = ""
    until: str = ""
    """When it is enabled again, if that is known."""
    reasons: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    missing_secrets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    jobs: tuple[JobReport, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    at: str
    to: str
    dry_run: bool
    jobs: dict[str, int]
    """How many jobs there are with each outcome; those without a usable name count too."""
    collection_outcomes: dict[str, int]
    files: tuple[FileSummary, ...]
    collections: tuple[CollectionReport, ...]
    nameless: tuple[dict[str, Any], ...]
    unused_secrets: tuple[str, ...] = ()
    unsent_secrets: int = 0
    unsent_defaults: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def complete(self) -> bool:
        """Say whether everything in the files is there now, or would be, or was left out on request."""
        outcomes = [*self.jobs, *self.collection_outcomes]
        return not self.nameless and not self.stopped and all(outcome in _GOOD for outcome in outcomes)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "complete": self.complete}


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """When, where to and how an import was made, and facts that are not in the plan."""

    now: datetime
    to: str
    dry_run: bool
    unused_secrets: Sequence[str] = ()
    unsent_secrets: int = 0
    """The number of existing jobs whose given secrets are not sent, because nobody asked for it."""
    unsent_defaults: tuple[str, ...] = ()
    """The names of existing collections of which the same holds."""
    stopped: str = ""


def make_report(plan: ImportPlan, files: Sequence[FileSummary], occasion: Occasion) -> Report:
    collections = [_collection_report(collection, occasion.now) for collection in plan.collections]
    jobs = [job.outcome for collection in collections for job in collection.jobs]
    return Report(
        at=write_instant(occasion.now.replace(microsecond=0)),
        to=occasion.to,
        dry_run=occasion.dry_run,
        jobs=_tally([*jobs, *_cannot(plan, Kind.JOB)]),
        collection_outcomes=_tally([*(one.outcome for one in collections), *_cannot(plan, Kind.COLLECTION)]),
        files=tuple(files),
        collections=tuple(collections),
        nameless=tuple(
            {
                "origin": str(one.origin),
                "kind": one.kind or "",
                "reasons": tuple(str(fault) for fault in one.faults),
            }
            for one in plan.nameless
        ),
        unused_secrets=tuple(occasion.unused_secrets),
        unsent_secrets=occasion.unsent_secrets,
        unsent_defaults=occasion.unsent_defaults,
        stopped=occasion.stopped,
    )


def _cannot(plan: ImportPlan, kind: Kind) -> list[str]:
    return [Outcome.CANNOT for one in plan.nameless if one.kind is kind]


def _tally(outcomes: Sequence[str]) -> dict[str, int]:
    counted = Counter(outcomes)
    return {str(outcome): counted[outcome] for outcome in Outcome if counted[outcome]}


def _collection_report(planned: PlannedCollection, now: datetime) -> CollectionReport:
    collection = planned.collection
    return CollectionReport(
        id=collection_id(planned.key),
        name=planned.key.name,
        outcome=planned.outcome,
        location=collection.location if collection else "",
        plan=collection.sku if collection else "",
        state=collection.state if collection else "",
        until=write_instant(collection.until) if collection and collection.until else "",
        reasons=planned.reasons,
        differences=tuple(str(difference) for difference in planned.differences),
        changes=planned.changes,
        lost=_dropped(planned.dropped),
        missing_secrets=planned.missing,
        notes=(*planned.notes, *told(collection.disabled if collection else None)),
        jobs=tuple(_job_report(job, planned, now) for job in planned.jobs),
    )


def _job_report(job: PlannedJob, planned: PlannedCollection, now: datetime) -> JobReport:
    prepared = job.prepared
    bare = JobReport(
        id=f"{collection_id(planned.key)}/jobs/{job.name}",
        name=job.name,
        outcome=job.outcome,
        origin=str(job.origin),
        reasons=job.reasons,
    )
    if prepared is None or job.outcome is Outcome.SKIP:
        return replace(bare, missing_secrets=prepared.missing if prepared else ())
    bare = replace(
        bare,
        differences=tuple(str(difference) for difference in job.differences),
        lost=(*prepared.lost, *_dropped(prepared.dropped)),
        missing_secrets=prepared.missing,
        notes=prepared.notes,
    )
    if job.outcome in _NOT_THERE:
        return bare
    collection = planned.collection or BARE
    zone = zone_named(zone_name(prepared.definition, collection))
    next_runs = (
        [] if prepared.state.final else runs_to_come(prepared.key, prepared.definition, collection, now)
    )
    return replace(
        bare,
        state=job.state if job.state and job.outcome in _LEFT_ALONE else prepared.state,
        sentence=when_it_runs(prepared.definition, collection, now),
        runs=tuple(write_instant(run) for run in next_runs),
        local_runs=tuple(write_local(run, zone) for run in next_runs) if zone is not UTC_ZONE else (),
        changes=prepared.changes,
        notes=(*prepared.notes, *told(prepared.disabled)),
    )


def _dropped(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{key} (dropped)" for key in keys)
