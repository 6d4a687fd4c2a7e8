"""What becomes of a collection and its jobs, decided before anything is done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from migrate.found import Defaults, FoundJob, Json, Origin
from migrate.gather import GatheredCollection
from migrate.ids import job_name_in
from migrate.pauses import said
from migrate.planning.described import (
    Described,
    beside_as_written,
    describe,
    existing_collection,
    keys_of_form,
)
from migrate.planning.differences import Difference, differences, without_certificates
from migrate.planning.job import Outcome, PlannedJob, Wishes, cannot, plan_job
from migrate.reading import read_stored
from migrate.spelling import told_in_words_of
from migrate.versions import version_of
from shared.api.keys.known import without_unknown
from shared.api.render import render_collection
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.collection import PLANS, CollectionState, JobCollection, refuse_beyond_plan
from shared.domain.collection_jobs import refuse_defaults, refuse_job
from shared.domain.errors import Conflict, Invalid, SchedulerError
from shared.domain.keys import CollectionKey, JobKey

_TOLD_ONLY: Final = ("location", "properties.state")
"""These differences are only told. Nobody can move a collection, and `enable` and `disable` switch it.

In files that count as they are written, they are differences as all others.
"""

NOWHERE: Final = Origin(file="")
"""The origin of what is in no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What exists in the app: collections by their keys, and their jobs by lower-case names."""

    collections: Mapping[CollectionKey, Json]
    jobs: Mapping[CollectionKey, Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCollection:
    """A collection as it will be; None if it cannot be. `dropped` says which of its keys are unknown here.

    `version` is the api-version under which it is sent, `found_state` its state in the files.
    Secrets of its defaults that nobody gave are `missing`; they are `kept` if the app has them.
    """

    key: CollectionKey
    outcome: Outcome
    collection: JobCollection | None = None
    version: str = ORIGINAL
    found_state: CollectionState = CollectionState.ENABLED
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    missing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    jobs: tuple[PlannedJob, ...] = ()


def lacks(gathered: GatheredCollection, defaults: Defaults, target: Target) -> list[str]:
    """Return the missing options that creating the collection needs; none if it exists."""
    if gathered.key in target.collections or (gathered.collection and gathered.collection.faults):
        return []
    body = gathered.collection.body if gathered.collection else {}
    known = {
        "--location": body.get("location") or defaults.location,
        "--sku": "properties" in body or defaults.sku,  # properties without a SKU mean Standard
    }
    return [option for option, value in known.items() if not value]


def plan_collection(
    gathered: GatheredCollection,
    defaults: Defaults,
    target: Target,
    others: Sequence[JobCollection],
    wishes: Wishes,
) -> PlannedCollection:
    """Decide what becomes of a collection and its jobs; `others` share its subscription."""
    existing, there = target.collections.get(gathered.key), target.jobs.get(gathered.key, {})
    try:
        if existing is None:
            planned = _created(gathered, defaults, others, wishes)
        else:
            planned = _beside_existing(gathered, existing, there, others, wishes)
    except Invalid as exc:
        keys = gathered.collection.keys if gathered.collection else {}
        return _refused(gathered, *told_in_words_of(keys, exc))
    except SchedulerError as exc:
        return _refused(gathered, str(exc))
    given, jobs = gathered.collection, _plan_jobs(gathered, planned, there, wishes)
    dropped = without_unknown(given.body, keys_of_form(given))[1] if given else ()
    removed = _removed(gathered, there) if wishes.prune else ()
    whole = replace(planned, jobs=(*removed, *jobs), dropped=dropped)
    if _is_written(gathered, wishes):
        whole = _unless_surprising(whole)
    return _within_quota(whole, len(there) - len(removed), described=given is not None)


def _is_written(gathered: GatheredCollection, wishes: Wishes) -> bool:
    """Say whether the collection is to be as its files write it; of what they only name, nothing is said."""
    return wishes.as_written and not (gathered.collection and gathered.collection.foreign)


def _unless_surprising(planned: PlannedCollection) -> PlannedCollection:
    """Return the plan for a collection that counts as it is written, unless that cannot be done."""
    lacking = planned.missing if planned.found_state is CollectionState.ENABLED else ()
    moved = [f"it cannot be moved: {one}" for one in planned.differences if one.field == "location"]
    reasons = (*planned.dropped, *(f"{field}: a secret is missing" for field in lacking), *moved)
    if planned.outcome is Outcome.SAME or not reasons:
        return planned
    return replace(planned, outcome=Outcome.CANNOT, reasons=(*planned.reasons, *reasons))


def _removed(gathered: GatheredCollection, there: Mapping[str, Json]) -> tuple[PlannedJob, ...]:
    """Return the plan for the jobs that are there and in no file. They go first: that makes room."""
    kept = {key.name.lower() for key, _ in gathered.jobs}
    names = [job_name_in(body) for name, body in there.items() if name not in kept]
    return tuple(PlannedJob(name=name, origin=NOWHERE, outcome=Outcome.REMOVE) for name in names)


def _created(
    gathered: GatheredCollection, defaults: Defaults, others: Sequence[JobCollection], wishes: Wishes
) -> PlannedCollection:
    found = describe(gathered, wishes, location=defaults.location, sku=defaults.sku)
    arriving = found if _is_written(gathered, wishes) else _arriving(found, wishes)
    refuse_beyond_plan(arriving.collection, others)
    refuse_defaults(arriving.collection)
    planned = _planned(gathered, arriving)
    return replace(planned, outcome=Outcome.CREATE, found_state=found.collection.state)


def _arriving(found: Described, wishes: Wishes) -> Described:
    """Return a new collection disabled if that is wished, or if its defaults lack a secret."""
    collection, changes = found.collection, found.changes
    enabled = collection.state is CollectionState.ENABLED
    if wishes.disabled and collection.until is not None:
        note = collection.disabled.note if collection.disabled else None
        collection = replace(collection, disabled=said(note, None))
        changes = (*changes, "disabled.until is left out: --disabled is to last until somebody enables it")
    if found.missing and enabled and not wishes.disabled:
        changes = (*changes, "it arrives disabled: a secret of its defaults is missing")
    if enabled and (wishes.disabled or found.missing):
        collection = replace(collection, state=CollectionState.DISABLED)
    return replace(found, collection=collection, changes=changes)


def _planned(gathered: GatheredCollection, found: Described) -> PlannedCollection:
    return PlannedCollection(
        key=gathered.key,
        outcome=Outcome.SAME,
        collection=found.collection,
        version=_version(gathered),
        found_state=found.collection.state,
        secrets=found.secrets,
        missing=found.missing,
        changes=found.changes,
        notes=found.notes,
    )


def _beside_existing(
    gathered: GatheredCollection,
    existing: Json,
    jobs: Mapping[str, Json],
    others: Sequence[JobCollection],
    wishes: Wishes,
) -> PlannedCollection:
    """Plan for a collection that exists. It keeps its state and location; the rest changes only if wished."""
    there = existing_collection(gathered.key, existing)
    found = Described(collection=there)
    if gathered.collection:
        found = describe(gathered, wishes, location=there.location, sku=there.sku)
    planned = _with_kept_secrets(_planned(gathered, found), there)
    written = _is_written(gathered, wishes)
    if written:
        wanted = beside_as_written(gathered, found.collection, there, wishes)
    else:
        wanted = _beside(found.collection, there, planned.version)
    named = tuple(_differences(there, wanted, found))
    if all(one.field in _TOLD_ONLY and not written for one in named):
        outcome = Outcome.ADD_SECRETS if wishes.sends_again and found.secrets else Outcome.SAME
        same = replace(planned, outcome=outcome, changes=(), notes=())
        return replace(same, collection=there, differences=named)
    differing = replace(planned, collection=there, differences=named)
    if not wishes.replace:
        return replace(differing, outcome=Outcome.DIFFERS)
    state = wanted.state if written else there.state
    changed = replace(wanted, location=there.location, state=state)
    try:
        refuse_beyond_plan(changed, others)
        refuse_defaults(changed)
        _refuse_existing_jobs(changed, jobs, wishes)
    except Conflict as exc:
        return replace(differing, outcome=Outcome.CANNOT, reasons=(f"{exc} Change that there first.",))
    return replace(differing, outcome=Outcome.REPLACE, collection=changed)


def _with_kept_secrets(planned: PlannedCollection, there: JobCollection) -> PlannedCollection:
    """Return the plan for a collection that exists. One that is enabled has its secrets."""
    if there.state is not CollectionState.ENABLED:
        return planned
    return replace(planned, missing=(), kept=planned.missing)


def _beside(wanted: JobCollection, there: JobCollection, version: str) -> JobCollection:
    """Return the collection as it would be in the place of the one that is there."""
    if version < EXTENDED:  # its file cannot say these, so that they stay
        wanted = replace(wanted, defaults=there.defaults, calendars=there.calendars, disabled=there.disabled)
    if CollectionState.ENABLED in (wanted.state, there.state):  # a pause belongs to what is disabled
        wanted = replace(wanted, disabled=there.disabled)
    if there.state is not CollectionState.ENABLED:  # imported jobs do not run there, so they surprise nobody
        wanted = replace(wanted, state=there.state)
    return wanted


def _differences(there: JobCollection, wanted: JobCollection, found: Described) -> Iterator[Difference]:
    named = differences(render_collection(there, EXTENDED), render_collection(wanted, EXTENDED))
    for one in without_certificates(named, found.secrets):
        if one.field not in ("id", "name"):
            yield one


def _version(gathered: GatheredCollection) -> str:
    return version_of(gathered.collection) if gathered.collection else ORIGINAL


def _refuse_existing_jobs(changed: JobCollection, jobs: Mapping[str, Json], wishes: Wishes) -> None:
    """Raise Conflict, as the app would, if an existing job does not fit into the changed collection."""
    if len(jobs) > changed.most_jobs:
        raise Conflict(f"There are {len(jobs)} jobs in it, more than {changed.most_jobs}.")
    for name, body in jobs.items():
        key = JobKey(collection=changed.key, name=name)
        refuse_job(key, read_stored(body, now=wishes.now).definition, changed, now=wishes.now)


def _plan_jobs(
    gathered: GatheredCollection, planned: PlannedCollection, there: Mapping[str, Json], wishes: Wishes
) -> tuple[PlannedJob, ...]:
    if planned.collection is None:
        return ()
    return tuple(
        plan_job(_in_form_of(job, gathered), key, planned.collection, there.get(key.name.lower()), wishes)
        for key, job in gathered.jobs
    )


def _in_form_of(job: FoundJob, gathered: GatheredCollection) -> FoundJob:
    """Return the job in the form of its collection, if the same file has both and the job says nothing else.

    So a job that names no zone gets that of its collection, as the one who wrote the file meant it.
    """
    beside = gathered.collection
    if job.version or beside is None or beside.origin.file != job.origin.file:
        return job
    return replace(job, version=EXTENDED) if version_of(beside) == EXTENDED else job


def _within_quota(planned: PlannedCollection, there: int, *, described: bool) -> PlannedCollection:
    """Let no job in unless there is room for all. Half a collection is worse than none."""
    new = sum(job.outcome is Outcome.CREATE for job in planned.jobs)
    if planned.collection is None or there + new <= planned.collection.most_jobs:
        return planned
    where = "there first" if planned.outcome is not Outcome.CREATE else "in the file" if described else ""
    way_out = _way_to_room(planned.collection, there + new, where)
    reason = (
        f"{new} jobs would come to the {there} that are there, and this {planned.collection.sku} collection "
        f"has room for {planned.collection.most_jobs}: {way_out}"
    )
    jobs = tuple(
        cannot(job.name, job.origin, "its collection has no room for all of its jobs")
        if job.outcome is Outcome.CREATE
        else job
        for job in planned.jobs
    )
    return replace(planned, outcome=Outcome.CANNOT, reasons=(reason,), jobs=jobs)


def _way_to_room(collection: JobCollection, jobs: int, where: str) -> str:
    """Say which plan and which quota have room for so many jobs; without a place, --sku chooses the plan."""
    if jobs <= collection.plan.most_jobs:
        return f"raise its quota.maxJobCount {where}".strip()
    sku = next((sku for sku, plan in PLANS.items() if jobs <= plan.most_jobs), None)
    if sku is None:
        most = max(plan.most_jobs for plan in PLANS.values())
        return f"no plan has room for more than {most}, so spread the jobs over several collections"
    plan = f"the plan {sku} has room for {PLANS[sku].most_jobs}; "
    if not where:
        return f"{plan}give --sku {sku}"
    limited = collection.quota is not None and collection.quota.max_job_count is not None
    return f"{plan}give it that{' and a larger quota.maxJobCount' if limited else ''} {where}"


def _refused(gathered: GatheredCollection, *reasons: str) -> PlannedCollection:
    jobs = tuple(
        cannot(key.name, job.origin, "its collection cannot be imported") for key, job in gathered.jobs
    )
    return PlannedCollection(key=gathered.key, outcome=Outcome.CANNOT, reasons=reasons, jobs=jobs)
