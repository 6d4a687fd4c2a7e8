"""Housekeeping: doing what its tickets ask for, half a minute at a time.

A *trim* drops entries of a job's history that are too old or too many, and records of too many changes. A
*removal* removes a job that was finished long ago. A *sweep* removes the history of a job that is gone. A
*collection sweep* removes all that is in a collection that is being deleted. A collection that was disabled
for a while is *enabled*. The *census* counts, *rescheduling* finds runs anew; each has a file of its own.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, assert_never

from shared.domain.audit import Deed, Operation
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.claiming import MOST_CLAIMS
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.disabled import SCHEDULER
from shared.domain.history import LONGEST_KEPT, MOST_ENTRIES
from shared.domain.housekeeping import WITH_RECORDS, trim_ticket
from shared.domain.job import Job
from shared.domain.stored import (
    AsideOf,
    CollectionHistory,
    CollectionSkips,
    JobHistory,
    JobSkips,
    StoredRow,
    Unreadable,
)
from shared.domain.ticket import Lease, Ticket, TicketKey, TicketKind
from shared.flow.aside import put_aside
from shared.flow.census import take_census
from shared.flow.commits import commit, drop, until_won
from shared.flow.journal import note
from shared.flow.ports import Ports, Store
from shared.flow.removal import noted_tickets, removal_changes
from shared.flow.rescheduling import reschedule_all
from shared.flow.trimming import SLICE, delete_all, trim_changes

log = logging.getLogger(__name__)

_DONE: Final = timedelta()
_PAUSE: Final = timedelta(seconds=5)
_LONGEST_PAUSE: Final = timedelta(days=1)
_ROWS_OF_A_JOB: Final = 3  # itself and two tickets


def do_housekeeping(key: TicketKey, ports: Ports) -> None:
    """Do what a ticket asks for, for up to half a minute; put off what is left."""
    ticket = _claim(key, ports)
    if ticket is None:
        return
    pause = _carry_out(ticket, ports, ports.clock() + SLICE)
    if pause != _DONE:
        put_later(ticket, ports, pause=pause)
    note("housekeeping", kind=key.kind, job=str(key.job), done=pause == _DONE)


def put_later(ticket: Ticket, ports: Ports, *, pause: timedelta = _PAUSE) -> None:
    """Replace a ticket by one that is due later. If this fails, the ticket is tried again after its lease."""
    key = replace(ticket.key, due=ports.clock() + pause)
    later = replace(ticket, key=key, sent=None, lease=None, claims=0, etag="")
    job = ports.store.job(key.job) if key.kind is TicketKind.TRIM else None
    changes: list[Change] = [Delete(ticket), Insert(later)]
    if isinstance(job, Job) and job.trim_ticket == ticket.key:
        changes.append(Update(job, replace(job, trim_ticket=later.key)))
    commit(changes, ports)


def sweep_collection(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Remove all that is in a collection that is being deleted, then the collection; say whether it is gone.

    Every step writes the collection too. If it has changed meanwhile, or is a new one of the same name,
    the step loses its race.
    """
    store, key = ports.store, ticket.key.job.collection
    while ports.clock() < until:
        collection = store.collection(key)
        if isinstance(collection, Unreadable):
            return False
        if collection is None or collection.state is not CollectionState.DELETED:
            return drop(ticket, ports)
        jobs = store.jobs(key, limit=(store.most_changes - 1) // _ROWS_OF_A_JOB)
        if any(isinstance(job, Unreadable) and job.newer for job in jobs):
            return False  # a newer version wrote one, and will remove it
        step = _next_step(collection, jobs, store)
        if step is not None:
            commit(step, ports)
        elif commit([Delete(collection), Delete(ticket)], ports) is not None:
            return True
    return False


def _next_step(
    collection: JobCollection, jobs: Sequence[Job | Unreadable], store: Store
) -> list[Change] | None:
    """Return the next deletions, or None if nothing is left. Jobs go first: they could still get history."""
    key, most = collection.key, store.most_changes - 1
    if jobs:
        noted = [ticket for job in jobs for ticket in noted_tickets(job)]
        tickets = store.tickets(noted).values() if noted else []
        fewer = replace(collection, job_count=collection.job_count - len(jobs))
        return [*map(Delete, jobs), *map(Delete, tickets), Update(collection, fewer)]
    remains = (AsideOf(key), CollectionHistory(key), CollectionSkips(key))
    rows = next(filter(None, (store.rows(of, limit=most) for of in remains)), None)
    return [*map(Delete, rows), Update(collection, collection)] if rows else None


def _claim(key: TicketKey, ports: Ports) -> Ticket | None:
    """Return the ticket under our lease, or None if it is gone or another is at it."""

    def attempt() -> Ticket | bool | None:
        ticket, now = ports.store.tickets([key]).get(key), ports.clock()
        if isinstance(ticket, Unreadable):
            put_aside(ticket, ports, reason=ticket.reason, now=now)
        if not isinstance(ticket, Ticket) or ticket.leased(now):
            return False
        if ticket.claims >= MOST_CLAIMS:
            log.error("%s of %s is put off: the app ended each time it was tried", key.kind, key.job)
            put_later(ticket, ports, pause=_LONGEST_PAUSE)
            return False
        lease = Lease(id=ports.new_id(), until=now + ports.pace.lease)
        rows = commit([Update(ticket, replace(ticket, lease=lease, claims=ticket.claims + 1))], ports)
        return next((row for row in rows or () if isinstance(row, Ticket)), None)

    claimed = until_won(attempt)
    return claimed if isinstance(claimed, Ticket) else None


def _carry_out(ticket: Ticket, ports: Ports, until: datetime) -> timedelta:
    """Return the pause after which to go on, or a pause of zero if all is done and the ticket is gone."""
    match ticket.key.kind:
        case TicketKind.TRIM:
            return _trim(ticket, ports, until)
        case TicketKind.REMOVAL:
            return _remove(ticket, ports)
        case TicketKind.SWEEP:
            return _DONE if _sweep(ticket, ports, until) else _PAUSE
        case TicketKind.COLLECTION_SWEEP:
            return _DONE if sweep_collection(ticket, ports, until) else _PAUSE
        case TicketKind.CENSUS:
            return take_census(ticket, ports) or _DONE
        case TicketKind.RESCHEDULE:
            return _DONE if reschedule_all(ticket, ports, until) else _PAUSE
        case TicketKind.ENABLE_COLLECTION:
            return _enable_collection(ticket, ports)
        case (
            TicketKind.OCCURRENCE
            | TicketKind.RUN_NOW
            | TicketKind.RETRY
            | TicketKind.ERROR_ACTION
            | TicketKind.ENABLE
        ):
            raise ValueError(f"{ticket.key.kind} is no housekeeping")
        case _:
            assert_never(ticket.key.kind)


def _trim(ticket: Ticket, ports: Ports, until: datetime) -> timedelta:
    """Drop what is too old or too many. If anything is left, make the ticket of the next trim.

    If the job was unreadable for a while, this ticket may differ from the one noted in it.
    Even then the job has no other.
    """
    key, incarnation = ticket.key.job, ticket.incarnation

    def attempt() -> timedelta | None:
        job = ports.store.job(key)
        if isinstance(job, Unreadable):
            return _LONGEST_PAUSE  # it may be readable again by then
        changes: list[Change] = [Delete(ticket)]
        if job is not None and job.incarnation == incarnation:
            skips = JobSkips(job=key, incarnation=incarnation)
            if job.course.has_records and not delete_all(partial(_surplus, skips, ports), ports, until):
                return _PAUSE
            changes += _next_trim(job, ports)
        return _DONE if commit(changes, ports) is not None else None

    history = JobHistory(job=key, incarnation=incarnation)
    trimmed = delete_all(partial(_surplus, history, ports), ports, until) and trim_changes(key, ports, until)
    return _won_or_paused(attempt) if trimmed else _PAUSE


def _surplus(of: JobHistory | JobSkips, ports: Ports) -> list[StoredRow]:
    """Return some rows that are too old, or too many."""
    store, most = ports.store, ports.store.most_changes
    old = store.rows(replace(of, before=ports.clock() - LONGEST_KEPT), limit=most)
    return old or store.rows(of, limit=MOST_ENTRIES + most)[MOST_ENTRIES:]


def _next_trim(job: Job, ports: Ports) -> list[Change]:
    """Return what plans the next trim, if anything is left to be trimmed then."""
    rows, key, incarnation = ports.store.rows, job.key, job.incarnation
    skips = job.course.has_records and rows(JobSkips(job=key, incarnation=incarnation), limit=1)
    if not skips and not rows(JobHistory(job=key, incarnation=incarnation), limit=1):
        course = replace(job.course, has_records=False) if job.course.has_records else job.course
        return [Update(job, replace(job, trim_ticket=None, course=course))]
    following = trim_ticket(job, now=ports.clock())
    return [Insert(following), Update(job, replace(job, trim_ticket=following.key))]


def _remove(ticket: Ticket, ports: Ports) -> timedelta:
    """Remove a job that finished long ago. If it was put again since, only the ticket goes."""

    def attempt() -> timedelta | None:
        job = ports.store.job(ticket.key.job)
        if isinstance(job, Unreadable):
            return _LONGEST_PAUSE  # it may be readable again by then
        changes: list[Change] = [Delete(ticket)]
        deed = None
        if job is not None and job.finished and job.revision == ticket.key.revision:
            collection = ports.store.collection(job.key.collection)
            if not isinstance(collection, JobCollection) or collection.state is CollectionState.DELETED:
                return _LONGEST_PAUSE  # its collection is being deleted, or cannot be read
            changes += removal_changes(job.key, job, collection, ports.store, now=ports.clock())
            deed = Deed(place=job.key, operation=Operation.REMOVE)
        return _DONE if commit(changes, ports, deed) is not None else None

    return _won_or_paused(attempt)


def _won_or_paused(attempt: Callable[[], timedelta | None]) -> timedelta:
    pause = until_won(attempt)
    return _PAUSE if pause is None else pause


def _sweep(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Delete the history and the skips that a deleted job left behind; say whether all of it is gone."""
    job, incarnation = ticket.key.job, ticket.incarnation
    history, skips = JobHistory(job=job, incarnation=incarnation), JobSkips(job=job, incarnation=incarnation)
    remains = (history, skips) if ticket.key.id == WITH_RECORDS else (history,)

    def left() -> list[StoredRow]:
        most = ports.store.most_changes
        return next(filter(None, (ports.store.rows(of, limit=most) for of in remains)), [])

    return delete_all(left, ports, until) and drop(ticket, ports)


def _enable_collection(ticket: Ticket, ports: Ports) -> timedelta:
    """Enable a collection whose time has come, unless it has changed since and waits for another ticket."""

    def attempt() -> timedelta | None:
        collection = ports.store.collection(ticket.key.job.collection)
        if isinstance(collection, Unreadable):
            return _LONGEST_PAUSE  # it may be readable again by then
        changes: list[Change] = [Delete(ticket)]
        deed = None
        if collection is not None and collection.enabling == ticket.key.id and collection.until is not None:
            state, id = CollectionState.ENABLED, ports.new_id()
            enabled = collection.switched(state, None, id=id, now=ports.clock(), who=SCHEDULER)
            changes.append(Update(collection, enabled))
            deed = Deed(place=collection.key, operation=Operation.ENABLE)
        return _DONE if commit(changes, ports, deed) is not None else None

    return _won_or_paused(attempt)
