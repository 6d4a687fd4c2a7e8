"""PUT and PATCH of a job. The job, its ticket and its place in the collection change in one transaction."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.asked_job import misfits
from shared.domain.asking import NOBODY, Asking
from shared.domain.audit import Deed, Operation
from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.collection import JobCollection
from shared.domain.collection_jobs import refuse_job
from shared.domain.contents import words_of_job
from shared.domain.definition import Definition, refuse_size
from shared.domain.disabled import Disabled
from shared.domain.errors import (
    BadRequest,
    CollectionNotFound,
    Conflict,
    ParentNotFound,
    SchedulerError,
    StorageUnavailable,
)
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.lifecycle import Changed, Wanted, create, patch, put, schedule, touch
from shared.domain.messages import Pairs
from shared.domain.secrecy import bind_secrets, keep_secrets, missing_secrets, secrets_size
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket, unread
from shared.flow.commits import commit, insist, unchanged
from shared.flow.manage_collections import get_collection
from shared.flow.manage_jobs import existing_job, refuse_if_secrets_missing
from shared.flow.ports import Ports, Store
from shared.flow.removal import aside_deletions, history_sweep, noted_tickets, ticket_deletions
from shared.flow.turns import Turn
from shared.flow.under_way import attempts_under_way
from shared.flow.unreadable import refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedJob:
    """What a PUT or PATCH of a job asks for; `size` counts the bytes of its definition without secrets."""

    key: JobKey
    definition: Definition
    state: JobState
    size: int = 0
    disabled: Disabled | None = None
    asking: Asking = NOBODY
    operation: Operation = Operation.PATCH
    words: Pairs = ()
    """What becomes of the fields that nobody is told."""
    changes_nothing: bool = False
    """Whether the job is so already, so that nothing is written."""

    @property
    def wanted(self) -> Wanted:
        who = self.asking.who
        return Wanted(definition=self.definition, state=self.state, disabled=self.disabled, who=who)

    @property
    def deed(self) -> Deed:
        return Deed(place=self.key, operation=self.operation, asking=self.asking, words=self.words)


Settle = Callable[[WantedJob, JobCollection, Job | None], WantedJob]
"""Turns what is wanted into what it is in its collection, in the place of a job that may be there already."""


def put_job(
    ports: Ports, wanted: WantedJob, settle: Settle = lambda wanted, *_: wanted
) -> tuple[Job, JobCollection, bool]:
    """Create or replace a job; return it, its collection, and whether it is new."""
    put = _Put(ports, wanted, settle)
    with ports.turns.taken(wanted.key.collection) as turn:
        return insist(wanted.key, lambda: put.attempt(turn), nullcontext())


def patch_job(
    ports: Ports, key: JobKey, wanted: Callable[[Job, JobCollection], WantedJob], *, gently: bool = False
) -> tuple[Job, JobCollection]:
    """Change a job; `wanted` turns the stored job into what is asked for. Return it with its collection.

    If this is to be done `gently`, a change of a description and the like leaves alone what is under way.
    """
    patching = _Patch(ports, key, gently=gently)
    # It leaves the collection as it is, so the turn is at the job.
    return insist(key, lambda: patching.attempt(wanted), ports.turns.taken(key))


class _Patch:
    """A PATCH, from one attempt to the next."""

    def __init__(self, ports: Ports, key: JobKey, *, gently: bool) -> None:
        self._ports = ports
        self._key = key
        self._gently = gently
        self._revision = ports.new_id()
        self._lost = False

    def attempt(self, wanted: Callable[[Job, JobCollection], WantedJob]) -> tuple[Job, JobCollection] | None:
        ports = self._ports
        existing, parent = existing_job(ports.store, self._key)
        _refuse_if_finished(existing)
        asked = wanted(existing, parent)
        asked.asking.condition.check(self._key.name, existing.version)
        if asked.changes_nothing:
            unchanged(existing, ports, asked.deed)
            return existing, parent
        asked = _with_secrets(ports, asked, existing)
        refuse_job(self._key, asked.definition, parent, now=ports.clock())
        _refuse_state(asked)
        job = touch(existing, asked.wanted, id=self._revision) if self._gently else None
        if job is not None:
            won = commit([Update(existing, job)], ports, asked.deed) is not None
        else:
            job, won = self._revise(existing, parent, asked)
        self._lost = not won
        return (job, parent) if won else None

    def _revise(self, existing: Job, parent: JobCollection, asked: WantedJob) -> tuple[Job, bool]:
        ports, now = self._ports, self._ports.clock()
        running, dropped = attempts_under_way(existing, asked.definition, ports.store, now=now)
        wanted = replace(asked.wanted, running=running)
        changed = patch(existing, wanted, parent, now=now, id=self._revision)
        job, ticket = schedule(changed.job, parent, now=now)
        replaced = _replacement(ports.store, existing, job, reread=self._lost)
        changes = [*replaced, *dropped, *changed.records]
        return job, _committed(ports, changes, ticket, asked.deed) is not None


class _Put:
    """A PUT, from one attempt to the next.

    The job is first taken for new, and read only if that fails: most jobs are created once.
    """

    def __init__(self, ports: Ports, wanted: WantedJob, settle: Settle) -> None:
        self._ports = ports
        self._wanted = replace(wanted, operation=Operation.PUT)
        self._settle = settle
        self._revision = ports.new_id()
        self._existing: Job | Unreadable | None = None
        self._lost = False

    def attempt(self, turn: Turn) -> tuple[Job, JobCollection, bool] | None:
        """What another has left may be outdated, so nobody is refused because of it."""
        if left := turn.take():
            try:
                return self._into(left, turn)
            except StorageUnavailable:
                raise
            except SchedulerError:
                pass  # if it is still so, it is said below
        return self._into(_parent(self._ports.store, self._wanted.key), turn)

    def _into(self, collection: JobCollection, turn: Turn) -> tuple[Job, JobCollection, bool] | None:
        ports, now = self._ports, self._ports.clock()
        if self._existing is None and _may_exist(self._wanted, collection):
            self._existing = ports.store.job(self._wanted.key)
        existing = self._existing
        before = existing if isinstance(existing, Job) else None
        self._wanted.asking.condition.check(self._wanted.key.name, _version(existing))
        wanted = self._settle(self._wanted, collection, before)
        refuse_job(wanted.key, wanted.definition, collection, now=now)
        _refuse_put(wanted, existing, collection, ports.store)
        asked = _with_secrets(ports, wanted, before)
        changed, dropped = self._changed(asked, before, collection, now)
        job, ticket = schedule(changed.job, collection, now=now)
        changes = _put_changes(existing, job, collection, ports, reread=self._lost)
        rows = _committed(ports, [*changes, *dropped, *changed.records], ticket, asked.deed)
        if rows is not None:
            turn.leave(next((row for row in rows if isinstance(row, JobCollection)), collection))
            return job, collection, existing is None
        self._lost = existing is not None
        self._existing = ports.store.job(wanted.key)
        return None

    def _changed(
        self, asked: WantedJob, before: Job | None, collection: JobCollection, now: datetime
    ) -> tuple[Changed, Sequence[Change]]:
        """One reading of the clock is for all: the first run is due when the job begins to count."""
        id = self._revision
        if before is None:
            return Changed(job=create(asked.key, asked.wanted, now=now, id=id)), ()
        running, dropped = attempts_under_way(before, asked.definition, self._ports.store, now=now)
        wanted = replace(asked.wanted, running=running)
        return put(before, wanted, collection, now=now, id=id), dropped


def _may_exist(wanted: WantedJob, collection: JobCollection) -> bool:
    """Say whether to read the job first: a PUT that can only replace, or needs what is stored."""
    full = collection.job_count >= collection.most_jobs
    asked_for = wanted.state.final or bool(wanted.asking.condition)
    keeps = missing_secrets(wanted.definition) or any(misfits(wanted.definition))
    return full or asked_for or bool(keeps)


def _version(existing: Job | Unreadable | None) -> str | None:
    """Return what the condition of a request is measured by; empty if the job cannot be read."""
    if existing is None:
        return None
    return existing.version if isinstance(existing, Job) else ""


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


def _with_secrets(ports: Ports, wanted: WantedJob, existing: Job | None) -> WantedJob:
    """Return what is wanted with the secrets that it keeps, each sealed to its target with the present key.

    Raise BadRequest if the job is enabled and lacks a secret, or if its secrets make it too large.
    """
    kept = keep_secrets(wanted.definition, existing.definition) if existing else wanted.definition
    refuse_size(wanted.size + secrets_size(kept))
    words = words_of_job(existing.definition if existing else None, kept)
    asked = replace(wanted, definition=bind_secrets(kept, ports.vault(wanted.key)), words=words)
    refuse_if_secrets_missing(asked.definition, asked.state)
    return asked


def _committed(
    ports: Ports, changes: Sequence[Change], ticket: Ticket | None, deed: Deed
) -> list[Row] | None:
    """Commit the changes of a job with the ticket it waits for; None if the race was lost."""
    waiting = [Insert(ticket)] if ticket else []
    return commit([*changes, *waiting], ports, deed)


def _put_changes(
    existing: Job | Unreadable | None, job: Job, collection: JobCollection, ports: Ports, *, reread: bool
) -> list[Change]:
    """Return the changes of the job's row, of its former tickets, and of the collection's count."""
    store = ports.store
    match existing:
        case None:
            return [Insert(job), Update(collection, replace(collection, job_count=collection.job_count + 1))]
        case Unreadable():
            return [
                Update(existing, job),
                *ticket_deletions(noted_tickets(existing), store),
                *aside_deletions(job.key, store),
                *history_sweep(job.key, existing, now=ports.clock()),
            ]
        case Job():
            return _replacement(store, existing, job, reread=reread)


def _replacement(store: Store, existing: Job, job: Job, *, reread: bool) -> list[Change]:
    """Return the changes of a job's row, of the ticket it waited for, and of what was set aside of it.

    That ticket need not be read: whoever claims it or sets it aside writes the job too, so the job's ETag
    tells. If it may be gone all the same, because the race was lost or something was set aside, it is read.
    """
    noted = [existing.next_ticket] if existing.next_ticket else []
    if existing.aside or reread:
        return [Update(existing, job), *ticket_deletions(noted, store), *_aside_of(existing, store)]
    return [Update(existing, job), *(Delete(unread(key)) for key in noted)]


def _aside_of(existing: Job, store: Store) -> list[Change]:
    return aside_deletions(existing.key, store) if existing.aside else []


def _parent(store: Store, key: JobKey) -> JobCollection:
    try:
        return get_collection(store, key.collection)
    except CollectionNotFound as exc:
        raise ParentNotFound(key.collection.name, key.collection.resource_group) from exc


def _refuse_state(wanted: WantedJob) -> None:
    if wanted.state.final:
        raise BadRequest(
            f"properties.state: '{wanted.state}' cannot be set on a job that exists, "
            "only 'enabled' and 'disabled'"
        )


def _refuse_if_finished(job: Job) -> None:
    if job.finished:
        raise Conflict(f"Job '{job.key.name}' is {job.state} and cannot be patched; PUT starts it afresh.")
