"""What people and programs are told about a plan, or about what was done of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from migrate.pauses import told
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.prepare import PreparedJob
from migrate.recognise import FileSummary
from shared.api.instants import write_instant, write_local
from shared.api.parse import BARE
from shared.api.render import collection_id
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import local_of, zone_name
from shared.domain.local_time.zones import UTC_ZONE, instant_of, zone_named
from shared.domain.policies import delay_of
from shared.domain.runs import runs
from shared.domain.shown_runs import sentence_of

RUNS_SHOWN: Final = 3
_GOOD: Final = (
    *(Outcome.CREATE, Outcome.CREATED, Outcome.SAME),
    *(Outcome.REPLACE, Outcome.REPLACED, Outcome.SKIP),
    *(Outcome.ADD_SECRETS, Outcome.SECRETS_ADDED),
)
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
        outcomes = [*self.jobs, *(collection.outcome for collection in self.collections)]
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
    counted = Counter(job.outcome for collection in collections for job in collection.jobs)
    return Report(
        at=write_instant(occasion.now.replace(microsecond=0)),
        to=occasion.to,
        dry_run=occasion.dry_run,
        jobs={str(outcome): counted[outcome] for outcome in Outcome if counted[outcome]},
        files=tuple(files),
        collections=tuple(collections),
        nameless=tuple(
            {"origin": str(one.origin), "reasons": tuple(str(fault) for fault in one.faults)}
            for one in plan.nameless
        ),
        unused_secrets=tuple(occasion.unused_secrets),
        unsent_secrets=occasion.unsent_secrets,
        unsent_defaults=occasion.unsent_defaults,
        stopped=occasion.stopped,
    )


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
    collection = planned.collection or BARE
    zone = zone_named(zone_name(prepared.definition, collection))
    next_runs = _next_runs(prepared, collection, now)
    return replace(
        bare,
        state=job.state if job.state and job.outcome in _LEFT_ALONE else prepared.state,
        sentence=_sentence(prepared.definition, collection, now),
        runs=tuple(write_instant(run) for run in next_runs),
        local_runs=tuple(write_local(run, zone) for run in next_runs) if zone is not UTC_ZONE else (),
        differences=tuple(str(difference) for difference in job.differences),
        changes=prepared.changes,
        lost=(*prepared.lost, *_dropped(prepared.dropped)),
        missing_secrets=prepared.missing,
        notes=(*prepared.notes, *told(prepared.disabled)),
    )


def _dropped(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{key} (dropped)" for key in keys)


def _sentence(definition: Definition, collection: JobCollection, now: datetime) -> str:
    """Say when the job runs. If it runs once and its time is over, say when that was."""
    start = definition.start_time
    if definition.recurrence is not None:
        return sentence_of(definition, collection, start=start, now=now)
    if start is None:
        return "Once"
    before = instant_of(start, definition.own_zone) - datetime.resolution
    return sentence_of(definition, collection, start=start, now=before)


def _next_runs(job: PreparedJob, collection: JobCollection, now: datetime) -> list[datetime]:
    """Return the next runs. If the job is disabled: the runs it would have if it were enabled now."""
    definition, start = job.definition, job.definition.start_time
    over = start is None or instant_of(start, definition.own_zone) <= now
    if job.state.final or (definition.recurrence is None and over):
        return []
    local = local_of(definition, collection)
    times = islice(runs(definition.recurrence, start=start, now=now, local=local), RUNS_SHOWN)
    spread = definition.spread if definition.recurrence else None
    delay = delay_of(job.key, spread) if spread else timedelta()
    return [at if start is None and at == now else at + delay for at in times]
