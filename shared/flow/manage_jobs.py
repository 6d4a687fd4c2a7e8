"""What the API asks for jobs: they come and go, each with its ticket in one transaction."""

from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.errors import CollectionNotFound, Conflict, JobNotFound, ParentNotFound
from shared.domain.gaps import shortest_gap
from shared.domain.history import HistoryEntry
from shared.domain.job import Definition, Job, JobState
from shared.domain.keys import JobKey
from shared.domain.lifecycle import create, put, schedule
from shared.flow.hints import marked_if_near, send_if_marked
from shared.flow.ports import Ports, Store
from shared.flow.races import MOST_RACES, too_busy

_HISTORY_SLICE = 100  # a transaction takes no more rows


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedJob:
    """What a PUT of a job asks for."""

    key: JobKey
    definition: Definition
    state: JobState


def put_job(ports: Ports, wanted: WantedJob) -> tuple[Job, bool]:
    """Create or replace a job; return it, and whether it is new.

    It is taken for new at first, and read only if it turns out to be there: most jobs are created once.
    """
    revision, existing = ports.new_id(), None
    for _ in range(MOST_RACES):
        collection = _parent(ports.store, wanted.key)
        _refuse_if_too_often(wanted, collection, now=ports.clock())
        if existing is None and collection.job_count >= collection.plan.most_jobs:
            existing = _existing_in_full(ports.store, wanted.key, collection)
        job = _try_put(ports, wanted, (existing, collection), revision)
        if job is not None:
            return job, existing is None
        existing = ports.store.job(wanted.key)
        if existing is not None and existing.revision == revision:  # our own commit, whose answer was lost
            return existing, existing.incarnation == revision
    raise too_busy(wanted.key)


def get_job(store: Store, key: JobKey) -> Job:
    job = store.job(key)
    collection = store.collection(key.collection)
    if collection is None or collection.state is CollectionState.DELETED:
        raise CollectionNotFound(key.collection.name, key.collection.resource_group)
    if job is None:
        raise JobNotFound(key.name)
    return job


def delete_job(store: Store, key: JobKey) -> None:
    remove_job(store, get_job(store, key))


def job_history(store: Store, key: JobKey) -> tuple[Job, list[HistoryEntry]]:
    """Return the job and its latest history entries, newest first."""
    job = get_job(store, key)
    return job, store.history(job)


def remove_job(store: Store, job: Job) -> None:
    """Delete a job with its ticket and its place in the collection, then its history.

    Attempts that are under way find the job gone when they end, and leave nothing.
    """
    present: Job | None = job
    for _ in range(MOST_RACES):
        if present is None or present.incarnation != job.incarnation:
            break  # someone else, or our own commit whose answer was lost
        collection = store.collection(job.key.collection)
        if collection is None:
            break
        fewer = replace(collection, job_count=collection.job_count - 1)
        removal = [Delete(present), Update(collection, fewer), *_without_next_ticket(store, present)]
        if store.commit(removal) is not None:
            break
        present = store.job(job.key)
    else:
        raise too_busy(job.key)
    _forget_history(store, job)


def _try_put(
    ports: Ports, wanted: WantedJob, found: tuple[Job | None, JobCollection], revision: str
) -> Job | None:
    """Commit the job as wanted and return it, or None if a race was lost."""
    (existing, collection), now = found, ports.clock()
    job, ticket = schedule(_draft(wanted, existing, now=now, revision=revision), now=now)
    changes = _job_changes(ports.store, existing, job, collection)
    if ticket is not None:
        ticket = marked_if_near(ticket, ports, now=now)
        changes.append(Insert(ticket))
    if ports.store.commit(changes) is None:
        return None
    if ticket is not None:
        send_if_marked(ticket, ports, now=now)
    return job


def _draft(wanted: WantedJob, existing: Job | None, *, now: datetime, revision: str) -> Job:
    if existing is None:
        return create(wanted.key, wanted.definition, wanted.state, now=now, id=revision)
    return put(existing, wanted.definition, wanted.state, now=now, id=revision)


def _job_changes(store: Store, existing: Job | None, job: Job, collection: JobCollection) -> list[Change]:
    if existing is None:
        return [Insert(job), Update(collection, replace(collection, job_count=collection.job_count + 1))]
    return [Update(existing, job), *_without_next_ticket(store, existing)]


def _without_next_ticket(store: Store, job: Job) -> list[Change]:
    """Return the deletion of the next ticket; if it went after the job was read, the job changed too."""
    ticket = store.ticket(job.next_ticket) if job.next_ticket else None
    return [Delete(ticket)] if ticket else []


def _parent(store: Store, key: JobKey) -> JobCollection:
    collection = store.collection(key.collection)
    if collection is None or collection.state is CollectionState.DELETED:
        raise ParentNotFound(key.collection.name, key.collection.resource_group)
    return collection


def _refuse_if_too_often(wanted: WantedJob, collection: JobCollection, *, now: datetime) -> None:
    recurrence, shortest = wanted.definition.recurrence, collection.plan.shortest_period
    if recurrence is None:
        return
    gap = shortest_gap(recurrence, anchor=wanted.definition.start_time or now, now=now)
    if gap < shortest:
        raise Conflict(
            f"Job '{wanted.key.name}' would run again after {gap}; "
            f"the shortest time between two runs in a {collection.sku} collection is {shortest}."
        )


def _existing_in_full(store: Store, key: JobKey, collection: JobCollection) -> Job:
    """Return the job that is to be replaced; a new one finds no place."""
    existing = store.job(key)
    if existing is None:
        raise Conflict(
            f"Job collection '{collection.key.name}' has reached its quota "
            f"of {collection.plan.most_jobs} jobs."
        )
    return existing


def _forget_history(store: Store, job: Job) -> None:
    while entries := store.history(job, limit=_HISTORY_SLICE):
        store.commit([Delete(entry) for entry in entries])
