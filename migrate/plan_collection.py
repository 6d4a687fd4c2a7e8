"""What becomes of a collection and its jobs, decided before anything is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from migrate.differences import Difference, differences
from migrate.found import Defaults, FoundCollection, Json
from migrate.gather import GatheredCollection
from migrate.plan import Outcome, PlannedJob, Wishes, cannot, plan_job
from shared.api.merge import merge
from shared.api.parse import parse_collection
from shared.api.render import render_collection
from shared.domain.collection import CollectionState, JobCollection, refuse_beyond_plan
from shared.domain.errors import Invalid, SchedulerError
from shared.domain.keys import CollectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is there already: collections by their keys, and their jobs by lower-case names."""

    collections: Mapping[CollectionKey, Json]
    jobs: Mapping[CollectionKey, Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCollection:
    """A collection as it will be; None if it cannot be."""

    key: CollectionKey
    outcome: Outcome
    collection: JobCollection | None = None
    differences: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()
    jobs: tuple[PlannedJob, ...] = ()


def lacks(gathered: GatheredCollection, defaults: Defaults, target: Target) -> list[str]:
    """Return the options without which a collection that is not there yet cannot be created."""
    if gathered.key in target.collections or (gathered.collection and gathered.collection.faults):
        return []
    body = gathered.collection.body if gathered.collection else {}
    location = body.get("location") or defaults.location
    sku = "properties" in body or defaults.sku  # within properties, none means Standard
    return [
        *([] if location else ["--location"]),
        *([] if sku else ["--sku"]),
    ]


def plan_collection(
    gathered: GatheredCollection,
    defaults: Defaults,
    target: Target,
    others: Sequence[JobCollection],
    wishes: Wishes,
) -> PlannedCollection:
    """Decide what becomes of a collection and its jobs; `others` share its subscription."""
    key, existing = gathered.key, target.collections.get(gathered.key)
    try:
        planned = _planned(gathered, defaults, existing, wishes)
        if planned.collection is not None and planned.outcome in (Outcome.CREATE, Outcome.REPLACE):
            refuse_beyond_plan(planned.collection, others)
    except Invalid as exc:
        return _refused(gathered, *(str(fault) for fault in exc.faults))
    except SchedulerError as exc:
        return _refused(gathered, str(exc))
    there = target.jobs.get(key, {})
    jobs = _plan_jobs(gathered, planned, there, wishes)
    return _within_quota(replace(planned, jobs=jobs), len(there), described=gathered.collection is not None)


def existing_collection(key: CollectionKey, existing: Json) -> JobCollection:
    return parse_collection(existing).created(key)


def _planned(
    gathered: GatheredCollection, defaults: Defaults, existing: Json | None, wishes: Wishes
) -> PlannedCollection:
    key, found = gathered.key, gathered.collection
    if found is not None and found.faults:
        raise Invalid(found.faults)
    if existing is not None:
        return _beside_existing(key, found, existing, wishes)
    wanted = parse_collection(_filled(found, defaults)).created(key)
    if wishes.disabled:
        wanted = replace(wanted, state=CollectionState.DISABLED)
    return PlannedCollection(key=key, outcome=Outcome.CREATE, collection=wanted)


def _beside_existing(
    key: CollectionKey, found: FoundCollection | None, existing: Json, wishes: Wishes
) -> PlannedCollection:
    """One that is there keeps its state and its place; the rest is changed only if that is wished."""
    there = existing_collection(key, existing)
    same = PlannedCollection(key=key, outcome=Outcome.SAME, collection=there)
    if found is None:
        return same
    body = {"location": there.location, **found.body}
    wanted = replace(parse_collection(body).created(key), state=there.state)
    found_differences = tuple(differences(render_collection(there), render_collection(wanted)))
    named = tuple(one for one in found_differences if one.field not in ("id", "name"))
    if all(one.field == "location" for one in named):  # told, but nobody can move a collection
        return replace(same, differences=named)
    if not wishes.replace:
        return replace(same, outcome=Outcome.DIFFERS, differences=named)
    changed = replace(wanted, location=there.location, job_count=there.job_count)
    return replace(same, outcome=Outcome.REPLACE, collection=changed, differences=named)


def _filled(found: FoundCollection | None, defaults: Defaults) -> Json:
    body = {key: value for key, value in found.body.items() if value} if found else {}
    bare = {"location": defaults.location, "properties": {"sku": {"name": defaults.sku}}}
    return merge({"location": defaults.location} if "properties" in body else bare, body)


def _plan_jobs(
    gathered: GatheredCollection, planned: PlannedCollection, there: Mapping[str, Json], wishes: Wishes
) -> tuple[PlannedJob, ...]:
    if planned.collection is None:
        return ()
    return tuple(
        plan_job(found, key, planned.collection, there.get(key.name.lower()), wishes)
        for key, found in gathered.jobs
    )


def _within_quota(planned: PlannedCollection, there: int, *, described: bool) -> PlannedCollection:
    """Let none in if not all of them have room: half a collection is worse than none."""
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
        cannot(key.name, found.origin, "its collection cannot be imported") for key, found in gathered.jobs
    )
    return PlannedCollection(key=gathered.key, outcome=Outcome.CANNOT, reasons=reasons, jobs=jobs)
