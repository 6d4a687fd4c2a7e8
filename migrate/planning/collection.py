"""What becomes of a collection and its jobs, decided before anything is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from migrate.found import Defaults, FoundCollection, FoundJob, Json
from migrate.gather import GatheredCollection
from migrate.planning.differences import Difference, differences
from migrate.planning.job import Outcome, PlannedJob, Wishes, cannot, plan_job
from migrate.reading import read_collection, read_stored
from migrate.versions import version_of
from shared.api.keys.known import COLLECTION, keys_for, without_unknown
from shared.api.keys.tree import KeyTree
from shared.api.merge import merge
from shared.api.render import render_collection
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.collection import CollectionState, JobCollection, refuse_beyond_plan
from shared.domain.collection_jobs import refuse_job
from shared.domain.errors import Conflict, Invalid, SchedulerError
from shared.domain.keys import CollectionKey, JobKey

_TOLD_ONLY: Final = ("location", "properties.state")
"""These differences are only told. Nobody can move a collection, and `enable` and `disable` switch it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What exists in the app: collections by their keys, and their jobs by lower-case names."""

    collections: Mapping[CollectionKey, Json]
    jobs: Mapping[CollectionKey, Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCollection:
    """A collection as it will be; None if it cannot be. `dropped` says which of its keys are unknown here.

    `version` is the api-version under which it is sent.
    """

    key: CollectionKey
    outcome: Outcome
    collection: JobCollection | None = None
    version: str = ORIGINAL
    differences: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()
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
        return _refused(gathered, *exc.told)
    except SchedulerError as exc:
        return _refused(gathered, str(exc))
    given, jobs = gathered.collection, _plan_jobs(gathered, planned, there, wishes)
    dropped = without_unknown(given.body, _keys(given))[1] if given else ()
    whole = replace(planned, jobs=jobs, dropped=dropped)
    return _within_quota(whole, len(there), described=given is not None)


def existing_collection(key: CollectionKey, existing: Json) -> JobCollection:
    """Return the collection that the app answered. A newer app may answer keys that are unknown here."""
    known, _ = without_unknown(existing, COLLECTION)
    return read_collection(known).created(key)


def _created(
    gathered: GatheredCollection, defaults: Defaults, others: Sequence[JobCollection], wishes: Wishes
) -> PlannedCollection:
    wanted = _wanted(gathered, location=defaults.location, sku=defaults.sku)
    if wishes.disabled and wanted.state is CollectionState.ENABLED:
        wanted = replace(wanted, state=CollectionState.DISABLED)
    refuse_beyond_plan(wanted, others)
    return PlannedCollection(
        key=gathered.key, outcome=Outcome.CREATE, collection=wanted, version=_version(gathered)
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
    wanted = _wanted(gathered, location=there.location, sku=there.sku) if gathered.collection else there
    version = _version(gathered)
    if version < EXTENDED:  # its file cannot say these, so that they stay
        wanted = replace(wanted, defaults=there.defaults, calendars=there.calendars)
    if there.state is not CollectionState.ENABLED:  # imported jobs do not run there, so they surprise nobody
        wanted = replace(wanted, state=there.state)
    named = tuple(
        one
        for one in differences(render_collection(there, EXTENDED), render_collection(wanted, EXTENDED))
        if one.field not in ("id", "name")
    )
    same = PlannedCollection(
        key=gathered.key, outcome=Outcome.SAME, collection=there, version=version, differences=named
    )
    if all(one.field in _TOLD_ONLY for one in named):
        return same
    if not wishes.replace:
        return replace(same, outcome=Outcome.DIFFERS)
    changed = replace(wanted, location=there.location, state=there.state)
    try:
        refuse_beyond_plan(changed, others)
        _refuse_existing_jobs(changed, jobs, wishes)
    except Conflict as exc:
        return replace(same, outcome=Outcome.CANNOT, reasons=(f"{exc} Change that there first.",))
    return replace(same, outcome=Outcome.REPLACE, collection=changed)


def _wanted(gathered: GatheredCollection, *, location: str | None, sku: str | None) -> JobCollection:
    """Return the collection that the file describes. What the file leaves out is filled in."""
    given = gathered.collection
    if given is not None and given.faults:
        raise Invalid(given.faults)
    body = {key: value for key, value in given.body.items() if value not in (None, "")} if given else {}
    open_to_options = {"location": location, "properties": {"sku": {"name": sku}}}
    known, _ = without_unknown(merge(open_to_options, body), _keys(given))
    return read_collection(known).created(gathered.key)


def _keys(given: FoundCollection | None) -> KeyTree:
    """Return the keys that a file may use: those of the api-version that it names, or else all."""
    return keys_for(given.version).collection if given and given.version else COLLECTION


def _version(gathered: GatheredCollection) -> str:
    return version_of(gathered.collection) if gathered.collection else ORIGINAL


def _refuse_existing_jobs(changed: JobCollection, jobs: Mapping[str, Json], wishes: Wishes) -> None:
    """Raise Conflict, as the app would, if an existing job does not fit into the changed collection."""
    if len(jobs) > changed.most_jobs:
        raise Conflict(f"There are {len(jobs)} jobs in it, more than {changed.most_jobs}.")
    for name, body in jobs.items():
        key = JobKey(collection=changed.key, name=name)
        refuse_job(key, read_stored(body, now=wishes.now), changed, now=wishes.now)


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
    if planned.outcome is not Outcome.CREATE:
        way_out = "raise its plan or quota there first"
    else:
        way_out = "raise its plan or quota in the file" if described else "choose a larger plan with --sku"
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


def _refused(gathered: GatheredCollection, *reasons: str) -> PlannedCollection:
    jobs = tuple(
        cannot(key.name, job.origin, "its collection cannot be imported") for key, job in gathered.jobs
    )
    return PlannedCollection(key=gathered.key, outcome=Outcome.CANNOT, reasons=reasons, jobs=jobs)
