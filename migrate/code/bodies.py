"""What is sent to the app for the jobs and collections of a plan, and whether it is there."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from migrate.carry_out import collection_body, job_body, prepared
from migrate.found import Json
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import (
    PlannedJob,
    differences_of_definition,
    shown_definition,
    wanted_definition,
)
from migrate.planning.lock_tag import LOCK_TAG, LockTag
from migrate.prepare import PreparedJob
from migrate.reading import read_stored
from migrate.secret_fields import nested
from shared.api.merge import merge
from shared.api.parse import BARE
from shared.api.render import render_disabled
from shared.domain.about import EXTENDED
from shared.domain.job import JobState


def starts_afresh(planned: PlannedJob, existing: Json | None) -> bool:
    """Say whether the whole job is sent: it is new, or has finished there."""
    return existing is None or planned.state is None or planned.state.final


def put_body(job: PreparedJob) -> Json:
    """Return the whole job. That is sent if it is new, or has finished there and starts afresh."""
    return job_body(replace(job, version=EXTENDED))


def patch_body(planned: PlannedJob, existing: Json, *, now: datetime) -> Json:
    """Return what changes of a job that lives. So it keeps its counters, and what it counts from."""
    job, stored = prepared(planned), read_stored(existing, now=now)
    there = {**shown_definition(existing, stored.definition), "state": planned.state}
    here = {**wanted_definition(job), "state": job.state}
    if job.state is JobState.DISABLED:
        was_off = planned.state is JobState.DISABLED
        there |= {"disabled": render_disabled(stored.pause(BARE)) if was_off else None}
        here |= {"disabled": render_disabled(job.disabled)}
    changes = _changes(there, here)
    tags = {"tags": changes.pop("tags")} if "tags" in changes else {}
    return {**tags, "properties": merge(changes, nested(job.secrets))}


def locked_collection_body(planned: PlannedCollection, lock: LockTag) -> Json:
    """Return the whole collection, with the tag of whoever is at work on it."""
    body = collection_body(replace(planned, version=EXTENDED))
    return {**body, "tags": {**body.get("tags", {}), LOCK_TAG: str(lock)}}


def is_as_wanted(existing: Json, job: PreparedJob, *, now: datetime) -> bool:
    """Say whether a job in the app is the one that was sent; nobody can see its secrets."""
    stored = read_stored(existing, now=now)
    others = differences_of_definition(shown_definition(existing, stored.definition), job)
    return not any(others) and existing.get("properties", {}).get("state") == job.state


def _changes(there: Json, here: Json) -> Json:
    """Return the merge patch that makes one of the other."""
    changes: Json = {}
    for key in dict.fromkeys([*there, *here]):
        before, after = there.get(key), here.get(key)
        if before == after:
            continue
        changes[key] = _change(before, after)
    return changes


def _change(before: Any, after: Any) -> Any:
    return _changes(before, after) if isinstance(before, dict) and isinstance(after, dict) else after
