"""What the API does with jobs. A job and its ticket change in one transaction."""

from collections.abc import Callable
from datetime import datetime

from shared.domain.asking import NOBODY, Asking
from shared.domain.audit import Deed, Operation
from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.contents import words_of_job
from shared.domain.definition import Definition
from shared.domain.errors import (
    BadRequest,
    Conflict,
    JobNotFound,
)
from shared.domain.history import LONGEST_KEPT, MOST_ENTRIES, HistoryEntry
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import run_now
from shared.domain.secrecy import missing_secrets
from shared.domain.stored import Unreadable
from shared.flow.commits import commit, insist
from shared.flow.manage_collections import existing_collection, get_collection
from shared.flow.ports import Ports, Store
from shared.flow.removal import (
    removal_changes,
)
from shared.flow.unreadable import refusal


def get_job(store: Store, key: JobKey) -> Job:
    return existing_job(store, key)[0]


def list_jobs(
    store: Store, key: CollectionKey, *, only: JobState | None = None, skip: int = 0, limit: int | None = None
) -> tuple[JobCollection, list[Job]]:
    """Return a collection and those of its jobs that can be read and are in a state, by name."""
    collection = get_collection(store, key)
    return collection, store.page_of_jobs(key, only=only, skip=skip, limit=limit)


def delete_job(ports: Ports, key: JobKey, asking: Asking = NOBODY) -> None:
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
        asking.condition.check(key.name, job.version if isinstance(job, Job) else "")
        deleted = job.incarnation
        changes = removal_changes(key, job, parent, ports.store, now=ports.clock())
        words = words_of_job(job.definition, None) if isinstance(job, Job) else ()
        deed = Deed(place=key, operation=Operation.DELETE, asking=asking, words=words)
        return True if commit(changes, ports, deed) is not None else None

    insist(key, attempt, ports.turns.taken(key.collection))


def run_job(ports: Ports, key: JobKey, asking: Asking = NOBODY) -> None:
    """Start the job's action at once, beside its schedule."""
    job, collection = existing_job(ports.store, key)
    asking.condition.check(key.name, job.version)
    now = ports.clock()
    if collection.is_off(now):
        raise Conflict(
            f"Job collection '{collection.key.name}' is {collection.state.lower()}; nothing runs in it."
        )
    refuse_if_secrets_missing(job.definition, JobState.ENABLED)
    deed = Deed(place=key, operation=Operation.RUN, asking=asking, subject=job)
    commit([Insert(run_now(job, now=now, id=ports.new_id()))], ports, deed)  # its id is new: it cannot lose


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


def existing_job(store: Store, key: JobKey) -> tuple[Job, JobCollection]:
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


def refuse_if_secrets_missing(definition: Definition, state: JobState) -> None:
    """Raise if an enabled job lacks secrets. Others may lack them: an import can bring the job first."""
    missing = missing_secrets(definition)
    if state is JobState.ENABLED and missing:
        raise BadRequest("; ".join(f"properties.{path}: is required" for path in missing))
