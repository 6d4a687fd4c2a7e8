"""What the API asks for jobs: they come and go, each with its ticket in one transaction."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.collection_jobs import refuse_job
from shared.domain.errors import BadRequest, CollectionNotFound, Conflict, JobNotFound, ParentNotFound
from shared.domain.history import LONGEST_KEPT, HistoryEntry
from shared.domain.job import Definition, Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import create, patch, put, run_now, schedule
from shared.domain.secrecy import keep_secrets, missing_secrets
from shared.domain.ticket import Ticket
from shared.flow.hints import marked_if_near, send_if_marked
from shared.flow.ports import Ports, Store
from shared.flow.races import MOST_RACES, too_busy

_HISTORY_SLICE: Final = 100  # a transaction takes no more rows


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedJob:
    """What a PUT or PATCH of a job asks for."""

    key: JobKey
    definition: Definition
    state: JobState


def put_job(ports: Ports, wanted: WantedJob) -> tuple[Job, bool]:
    """Create or replace a job; return it, and whether it is new.

    It is taken for new at first, and read only if it turns out to be there: most jobs are created once.
    """
    revision, existing = ports.new_id(), None
    for _ in range(MOST_RACES):
        collection, now = _parent(ports.store, wanted.key), ports.clock()
        refuse_job(wanted.key, wanted.definition, collection, now=now)
        if existing is None and _may_exist(wanted, collection):
            existing = ports.store.job(wanted.key)
        job = _put(wanted, existing, collection, now=now, revision=revision)
        if (stored := _store(ports, existing, job, collection, now=now)) is not None:
            return stored, existing is None
        existing = ports.store.job(wanted.key)
        if existing is not None and existing.revision == revision:  # our own commit, whose answer was lost
            return existing, existing.incarnation == revision
    raise too_busy(wanted.key)


def patch_job(ports: Ports, key: JobKey, wanted: Callable[[Job], WantedJob]) -> Job:
    """Change a job; `wanted` says, of the one that is stored, what is to become of it."""
    revision = ports.new_id()
    for _ in range(MOST_RACES):
        (existing, collection), now = _job_and_collection(ports.store, key), ports.clock()
        if existing.revision == revision:  # our own commit, whose answer was lost
            return existing
        _refuse_if_finished(existing)
        asked = wanted(existing)
        refuse_job(key, asked.definition, collection, now=now)
        _refuse_state(asked)
        _refuse_if_secrets_missing(asked)
        job = patch(existing, asked.definition, asked.state, now=now, id=revision)
        if (stored := _store(ports, existing, job, collection, now=now)) is not None:
            return stored
    raise too_busy(key)


def get_job(store: Store, key: JobKey) -> Job:
    return _job_and_collection(store, key)[0]


def list_jobs(store: Store, key: CollectionKey) -> list[Job]:
    """Return the jobs of a collection, by name."""
    _existing_collection(store, key)
    return store.jobs(key)


def delete_job(store: Store, key: JobKey) -> None:
    remove_job(store, get_job(store, key))


def run_job(ports: Ports, key: JobKey) -> None:
    """Start the job's action at once, beside its schedule."""
    job, collection = _job_and_collection(ports.store, key)
    if collection.state is not CollectionState.ENABLED:
        raise Conflict(
            f"Job collection '{collection.key.name}' is {collection.state.lower()}; nothing runs in it."
        )
    _refuse_if_secrets_missing(WantedJob(key=key, definition=job.definition, state=JobState.ENABLED))
    now = ports.clock()
    ticket = marked_if_near(run_now(job, now=now, id=ports.new_id()), ports, now=now)
    ports.store.commit([Insert(ticket)])  # only our own commit, whose answer was lost, can stand in its way
    send_if_marked(ticket, ports, now=now)


def job_history(store: Store, key: JobKey, *, now: datetime) -> tuple[Job, list[HistoryEntry]]:
    """Return the job and its latest history entries, newest first."""
    job = get_job(store, key)
    return job, [entry for entry in store.history(job) if entry.started > now - LONGEST_KEPT]


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


def _may_exist(wanted: WantedJob, collection: JobCollection) -> bool:
    """Say whether the job must be looked for first: to replace it, or to take over its secrets."""
    full = collection.job_count >= collection.most_jobs
    return full or bool(missing_secrets(wanted.definition)) or _is_final(wanted.state)


def _put(
    wanted: WantedJob, existing: Job | None, collection: JobCollection, *, now: datetime, revision: str
) -> Job:
    """Return the job as it is to be stored, or raise what stands against it."""
    if existing is None:
        if collection.job_count >= collection.most_jobs:
            raise Conflict(
                f"Job collection '{collection.key.name}' has reached its quota "
                f"of {collection.most_jobs} jobs."
            )
        _refuse_if_secrets_missing(wanted)
        return create(wanted.key, wanted.definition, wanted.state, now=now, id=revision)
    _refuse_state(wanted)
    kept = replace(wanted, definition=keep_secrets(wanted.definition, existing.definition))
    _refuse_if_secrets_missing(kept)
    return put(existing, kept.definition, kept.state, now=now, id=revision)


def _store(
    ports: Ports, existing: Job | None, job: Job, collection: JobCollection, *, now: datetime
) -> Job | None:
    """Commit the job with the ticket it waits for and return it, or None if a race was lost."""
    job, ticket = schedule(job, now=now)
    changes = _job_changes(ports.store, existing, job, collection)
    if ticket is not None:
        ticket = marked_if_near(ticket, ports, now=now)
        changes.append(Insert(ticket))
    if ports.store.commit(changes) is None:
        return None
    if ticket is not None:
        send_if_marked(ticket, ports, now=now)
    return job


def _job_changes(store: Store, existing: Job | None, job: Job, collection: JobCollection) -> list[Change]:
    if existing is None:
        return [Insert(job), Update(collection, replace(collection, job_count=collection.job_count + 1))]
    return [Update(existing, job), *_without_next_ticket(store, existing)]


def _without_next_ticket(store: Store, job: Job) -> list[Change]:
    """Return the deletion of the next ticket; if it went after the job was read, the job changed too."""
    ticket: Ticket | None = store.ticket(job.next_ticket) if job.next_ticket else None
    return [Delete(ticket)] if ticket else []


def _parent(store: Store, key: JobKey) -> JobCollection:
    collection = store.collection(key.collection)
    if collection is None or collection.state is CollectionState.DELETED:
        raise ParentNotFound(key.collection.name, key.collection.resource_group)
    return collection


def _job_and_collection(store: Store, key: JobKey) -> tuple[Job, JobCollection]:
    job, collection = store.job(key), _existing_collection(store, key.collection)
    if job is None:
        raise JobNotFound(key.name)
    return job, collection


def _existing_collection(store: Store, key: CollectionKey) -> JobCollection:
    collection = store.collection(key)
    if collection is None or collection.state is CollectionState.DELETED:
        raise CollectionNotFound(key.name, key.resource_group)
    return collection


def _refuse_if_secrets_missing(wanted: WantedJob) -> None:
    """A job that cannot run may lack secrets: an import may bring it over before them."""
    missing = missing_secrets(wanted.definition)
    if wanted.state is JobState.ENABLED and missing:
        raise BadRequest("; ".join(f"properties.{path}: is required" for path in missing))


def _refuse_state(wanted: WantedJob) -> None:
    if _is_final(wanted.state):
        raise BadRequest(
            f"properties.state: '{wanted.state}' cannot be set on a job that exists, "
            "only 'enabled' and 'disabled'"
        )


def _refuse_if_finished(job: Job) -> None:
    if job.finished:
        raise Conflict(f"Job '{job.key.name}' is {job.state} and cannot be patched; PUT starts it afresh.")


def _is_final(state: JobState) -> bool:
    return state in (JobState.COMPLETED, JobState.FAULTED)


def _forget_history(store: Store, job: Job) -> None:
    while entries := store.history(job, limit=_HISTORY_SLICE):
        store.commit([Delete(entry) for entry in entries])
