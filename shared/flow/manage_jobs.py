"""What the API does with jobs. A job and its ticket change in one transaction."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.collection_jobs import refuse_job
from shared.domain.errors import (
    BadRequest,
    CollectionNotFound,
    Conflict,
    JobNotFound,
    ParentNotFound,
    SchedulerError,
    StorageUnavailable,
)
from shared.domain.history import LONGEST_KEPT, MOST_ENTRIES, HistoryEntry
from shared.domain.job import Definition, Job, JobState, refuse_size
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import create, patch, put, run_now, schedule
from shared.domain.secrecy import bind_secrets, keep_secrets, missing_secrets, secrets_size
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket
from shared.flow.commits import commit, insist
from shared.flow.manage_collections import existing_collection, get_collection
from shared.flow.ports import Ports, Store
from shared.flow.removal import (
    aside_deletions,
    history_sweep,
    noted_tickets,
    removal_changes,
    ticket_deletions,
)
from shared.flow.turns import Turn
from shared.flow.unreadable import refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedJob:
    """What a PUT or PATCH of a job asks for; `size` counts the bytes of its definition without secrets."""

    key: JobKey
    definition: Definition
    state: JobState
    size: int = 0


def put_job(ports: Ports, wanted: WantedJob) -> tuple[Job, bool]:
    """Create or replace a job; return it, and whether it is new.

    The job is first taken for new, and read only if that fails: most jobs are created once.
    """
    revision = ports.new_id()
    existing: Job | Unreadable | None = None

    def put_into(collection: JobCollection, turn: Turn) -> tuple[Job, bool] | None:
        nonlocal existing
        now = ports.clock()
        refuse_job(wanted.key, wanted.definition, collection, now=now)
        if existing is None and _may_exist(wanted, collection):
            existing = ports.store.job(wanted.key)
        _refuse_put(wanted, existing, collection, ports.store)
        before = existing if isinstance(existing, Job) else None
        asked = _with_secrets(ports, wanted, before)
        job, ticket = schedule(_put(asked, before, now=now, revision=revision), now=now)
        rows = _committed(ports, _put_changes(ports.store, existing, job, collection, now=now), ticket)
        if rows is not None:
            turn.leave(next((row for row in rows if isinstance(row, JobCollection)), collection))
            return job, existing is None
        existing = ports.store.job(wanted.key)
        return None

    def attempt(turn: Turn) -> tuple[Job, bool] | None:
        """What another has left may be outdated, so nobody is refused because of it."""
        if left := turn.take():
            try:
                return put_into(left, turn)
            except StorageUnavailable:
                raise
            except SchedulerError:
                pass  # if it is still so, it is said below
        return put_into(_parent(ports.store, wanted.key), turn)

    with ports.turns.taken(wanted.key.collection) as turn:
        return insist(wanted.key, lambda: attempt(turn), nullcontext())


def patch_job(ports: Ports, key: JobKey, wanted: Callable[[Job], WantedJob]) -> Job:
    """Change a job; `wanted` turns the stored job into what is asked for."""
    revision = ports.new_id()

    def attempt() -> Job | None:
        stored, collection, waited_for = ports.store.job_to_change(key)
        existing, parent = _existing(ports.store, key, stored, collection)
        now = ports.clock()
        _refuse_if_finished(existing)
        asked = _with_secrets(ports, wanted(existing), existing)
        refuse_job(key, asked.definition, parent, now=now)
        _refuse_state(asked)
        job, ticket = schedule(patch(existing, asked.definition, asked.state, now=now, id=revision), now=now)
        before = waited_for()
        changes = _replacement(ports.store, existing, job, [before] if before else [])
        return job if _committed(ports, changes, ticket) is not None else None

    return insist(key, attempt, ports.turns.taken(key))  # it leaves the collection as it is


def get_job(store: Store, key: JobKey) -> Job:
    return _existing_job(store, key)[0]


def list_jobs(
    store: Store,
    key: CollectionKey,
    *,
    wanted: Callable[[Job], bool] = lambda _: True,
    limit: int | None = None,
) -> list[Job]:
    """Return those jobs of a collection that can be read and are wanted, by name."""
    get_collection(store, key)
    jobs = store.jobs(key, wanted=lambda job: isinstance(job, Job) and wanted(job), limit=limit)
    return [job for job in jobs if isinstance(job, Job)]


def delete_job(ports: Ports, key: JobKey) -> None:
    """Delete a job with its tickets and its place in the collection; its history is swept right after."""
    deleted: str | None = None

    def attempt() -> bool | None:
        nonlocal deleted
        job, collection = ports.store.job_and_collection(key)
        parent = existing_collection(collection, key.collection, ports.store)
        if deleted is not None and (job is None or job.incarnation != deleted):
            return True  # someone else has deleted it meanwhile
        if job is None:
            raise JobNotFound(key.name)
        if isinstance(job, Unreadable) and job.newer:
            raise refusal(f"Job '{key.name}'", job, ports.store)
        deleted = job.incarnation
        changes = removal_changes(key, job, parent, ports.store, now=ports.clock())
        return True if commit(changes, ports) is not None else None

    insist(key, attempt, ports.turns.taken(key.collection))


def run_job(ports: Ports, key: JobKey) -> None:
    """Start the job's action at once, beside its schedule."""
    job, collection = _existing_job(ports.store, key)
    if collection.state is not CollectionState.ENABLED:
        raise Conflict(
            f"Job collection '{collection.key.name}' is {collection.state.lower()}; nothing runs in it."
        )
    _refuse_if_secrets_missing(WantedJob(key=key, definition=job.definition, state=JobState.ENABLED))
    now = ports.clock()
    commit([Insert(run_now(job, now=now, id=ports.new_id()))], ports)  # its id is new: it cannot lose


def job_history(
    store: Store,
    key: JobKey,
    *,
    now: datetime,
    wanted: Callable[[HistoryEntry], bool] = lambda _: True,
    limit: int | None = None,
) -> tuple[Job, list[HistoryEntry]]:
    """Return the job and those of its latest history entries that are wanted, newest first."""
    job, oldest = get_job(store, key), now - LONGEST_KEPT
    most = MOST_ENTRIES if limit is None else limit
    return job, store.history(job, wanted=lambda entry: entry.started > oldest and wanted(entry), limit=most)


def _may_exist(wanted: WantedJob, collection: JobCollection) -> bool:
    """Say whether to read the job first: a PUT that can only replace, or needs its stored secrets."""
    full = collection.job_count >= collection.most_jobs
    return full or bool(missing_secrets(wanted.definition)) or wanted.state.final


def _refuse_put(
    wanted: WantedJob, existing: Job | Unreadable | None, collection: JobCollection, store: Store
) -> None:
    """Raise if the PUT is not allowed. An unreadable job may be replaced, unless a newer version wrote it."""
    if isinstance(existing, Unreadable) and existing.newer:
        raise refusal(f"Job '{wanted.key.name}'", existing, store)
    if isinstance(existing, Job):
        _refuse_state(wanted)
    if existing is None and collection.job_count >= collection.most_jobs:
        raise Conflict(
            f"Job collection '{collection.key.name}' has reached its quota of {collection.most_jobs} jobs."
        )


def _put(asked: WantedJob, existing: Job | None, *, now: datetime, revision: str) -> Job:
    if existing is None:
        return create(asked.key, asked.definition, asked.state, now=now, id=revision)
    return put(existing, asked.definition, asked.state, now=now, id=revision)


def _with_secrets(ports: Ports, wanted: WantedJob, existing: Job | None) -> WantedJob:
    """Return what is wanted with the secrets that it keeps, each sealed to its target with the present key.

    Raise BadRequest if the job is enabled and lacks a secret, or if its secrets make it too large.
    """
    kept = keep_secrets(wanted.definition, existing.definition) if existing else wanted.definition
    refuse_size(wanted.size + secrets_size(kept))
    asked = replace(wanted, definition=bind_secrets(kept, ports.vault(wanted.key)))
    _refuse_if_secrets_missing(asked)
    return asked


def _committed(ports: Ports, changes: Sequence[Change], ticket: Ticket | None) -> list[Row] | None:
    """Commit the changes of a job with the ticket it waits for; None if the race was lost."""
    waiting = [Insert(ticket)] if ticket else []
    return commit([*changes, *waiting], ports)


def _put_changes(
    store: Store, existing: Job | Unreadable | None, job: Job, collection: JobCollection, *, now: datetime
) -> list[Change]:
    """Return the changes of the job's row, of its former tickets, and of the collection's count."""
    match existing:
        case None:
            return [Insert(job), Update(collection, replace(collection, job_count=collection.job_count + 1))]
        case Unreadable():
            return [
                Update(existing, job),
                *ticket_deletions(noted_tickets(existing), store),
                *aside_deletions(job.key, store),
                *history_sweep(job.key, existing, now=now),
            ]
        case Job():
            before = store.tickets([existing.next_ticket]) if existing.next_ticket else {}
            return _replacement(store, existing, job, list(before.values()))


def _replacement(
    store: Store, existing: Job, job: Job, before: Sequence[Ticket | Unreadable]
) -> list[Change]:
    """Return the changes of a job's row, of the ticket it waited for, and of what was set aside of it.

    If that ticket went after the job was read, the job has changed too.
    """
    aside = aside_deletions(job.key, store) if existing.aside else []
    return [Update(existing, job), *map(Delete, before), *aside]


def _parent(store: Store, key: JobKey) -> JobCollection:
    try:
        return get_collection(store, key.collection)
    except CollectionNotFound as exc:
        raise ParentNotFound(key.collection.name, key.collection.resource_group) from exc


def _existing_job(store: Store, key: JobKey) -> tuple[Job, JobCollection]:
    return _existing(store, key, *store.job_and_collection(key))


def _existing(
    store: Store,
    key: JobKey,
    job: Job | Unreadable | None,
    collection: JobCollection | Unreadable | None,
) -> tuple[Job, JobCollection]:
    """Return the job and the collection that were read; raise what is to be said if they are not there."""
    parent = existing_collection(collection, key.collection, store)
    if job is None:
        raise JobNotFound(key.name)
    if isinstance(job, Unreadable):
        raise refusal(f"Job '{key.name}'", job, store, advice=" PUT it again, or DELETE it.")
    return job, parent


def _refuse_if_secrets_missing(wanted: WantedJob) -> None:
    """Raise if an enabled job lacks secrets. Others may lack them: an import can bring the job first."""
    missing = missing_secrets(wanted.definition)
    if wanted.state is JobState.ENABLED and missing:
        raise BadRequest("; ".join(f"properties.{path}: is required" for path in missing))


def _refuse_state(wanted: WantedJob) -> None:
    if wanted.state.final:
        raise BadRequest(
            f"properties.state: '{wanted.state}' cannot be set on a job that exists, "
            "only 'enabled' and 'disabled'"
        )


def _refuse_if_finished(job: Job) -> None:
    if job.finished:
        raise Conflict(f"Job '{job.key.name}' is {job.state} and cannot be patched; PUT starts it afresh.")
