"""Housekeeping: tickets that remove what is no longer wanted, a slice at a time, and that of the census."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.history import LONGEST_KEPT, MOST_ENTRIES
from shared.domain.housekeeping import trim_ticket
from shared.domain.job import Job
from shared.domain.lifecycle import MOST_CLAIMS
from shared.domain.stored import StoredRow, Unreadable
from shared.domain.ticket import Lease, Ticket, TicketKey, TicketKind
from shared.flow.aside import put_aside
from shared.flow.census import take_census
from shared.flow.hints import commit_with_hints, marked_if_near
from shared.flow.journal import note
from shared.flow.ports import Ports
from shared.flow.races import MOST_RACES
from shared.flow.removal import removal_changes, sweep_collection

log = logging.getLogger(__name__)

_SLICE: Final = timedelta(seconds=30)
_PAUSE: Final = timedelta(seconds=5)
_LONGEST_PAUSE: Final = timedelta(days=1)
_ROWS: Final = 100  # a transaction takes no more


def tidy(key: TicketKey, ports: Ports) -> None:
    """Do for up to half a minute what a ticket of housekeeping asks for; what is left is put later."""
    ticket = _claim(key, ports)
    if ticket is None:
        return
    pause = _carry_out(ticket, ports, ports.clock() + _SLICE)
    if pause is not None:
        put_later(ticket, ports, pause=pause)
    note("housekeeping", kind=key.kind, job=str(key.job), done=pause is None)


def _claim(key: TicketKey, ports: Ports) -> Ticket | None:
    """Return the ticket under our lease, or None if it is gone or another is at it."""
    for _ in range(MOST_RACES):
        ticket, now = ports.store.tickets([key]).get(key), ports.clock()
        if isinstance(ticket, Unreadable):
            put_aside(ticket, ports, reason=ticket.reason, now=now)
        if not isinstance(ticket, Ticket) or ticket.leased(now):
            return None
        if ticket.claims >= MOST_CLAIMS:
            log.error("%s of %s is put off, for the app ended each time it was tried", key.kind, key.job)
            put_later(ticket, ports, pause=_LONGEST_PAUSE)
            return None
        lease = Lease(id=ports.new_id(), until=now + ports.pace.lease)
        rows = ports.store.commit([Update(ticket, replace(ticket, lease=lease, claims=ticket.claims + 1))])
        if rows is not None:
            return next(row for row in rows if isinstance(row, Ticket))
    return None


def _carry_out(ticket: Ticket, ports: Ports, until: datetime) -> timedelta | None:
    """Return the pause after which to go on, or None if all is done and the ticket is gone."""
    match ticket.key.kind:
        case TicketKind.TRIM:
            return _trim(ticket, ports, until)
        case TicketKind.REMOVAL:
            return _remove(ticket, ports)
        case TicketKind.SWEEP:
            return None if _sweep(ticket, ports, until) else _PAUSE
        case TicketKind.COLLECTION_SWEEP:
            return None if sweep_collection(ticket, ports, until) else _PAUSE
        case TicketKind.CENSUS:
            return take_census(ticket, ports)
        case TicketKind.OCCURRENCE | TicketKind.RUN_NOW | TicketKind.RETRY | TicketKind.ERROR_ACTION:
            raise ValueError(f"{ticket.key.kind} is no housekeeping")
        case _:
            assert_never(ticket.key.kind)


def _trim(ticket: Ticket, ports: Ports, until: datetime) -> timedelta | None:
    """Drop the entries that are too old or too many; as long as any are left there is a next trim.

    Of a job that could not be read for a while it may not be the one noted, but it is the only one.
    """
    key, incarnation = ticket.key.job, ticket.incarnation

    def surplus() -> list[StoredRow]:
        now = ports.clock()
        old = ports.store.old_history_rows(key, incarnation, before=now - LONGEST_KEPT, limit=_ROWS)
        return old or ports.store.history_rows(key, incarnation, limit=MOST_ENTRIES + _ROWS)[MOST_ENTRIES:]

    if not _delete_all(surplus, ports, until):
        return _PAUSE
    for _ in range(MOST_RACES):
        job = ports.store.job(key)
        if isinstance(job, Unreadable):
            return _LONGEST_PAUSE  # it may be readable again by then
        changes: list[Change] = [Delete(ticket)]
        if job is not None and job.incarnation == incarnation:
            changes += _next_trim(job, ports)
        if ports.store.commit(changes) is not None:
            return None
    return _PAUSE


def _next_trim(job: Job, ports: Ports) -> list[Change]:
    if not ports.store.history_rows(job.key, job.incarnation, limit=1):
        return [Update(job, replace(job, trim_ticket=None))]
    following = trim_ticket(job, now=ports.clock())
    return [Insert(following), Update(job, replace(job, trim_ticket=following.key))]


def _remove(ticket: Ticket, ports: Ports) -> timedelta | None:
    """Remove a job that finished long ago; if it was put since, the ticket is dead."""
    for _ in range(MOST_RACES):
        job = ports.store.job(ticket.key.job)
        if isinstance(job, Unreadable):
            return _LONGEST_PAUSE  # it may be readable again by then
        changes: list[Change] = [Delete(ticket)]
        if job is not None and job.finished and job.revision == ticket.key.revision:
            removal = removal_changes(job.key, job, ports)
            if removal is None:
                return _LONGEST_PAUSE  # its collection is being deleted, or cannot be read
            changes += removal
        if commit_with_hints(changes, ports) is not None:
            return None
    return _PAUSE


def _sweep(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Delete the history of one incarnation, which no job has any more."""

    def left() -> list[StoredRow]:
        return ports.store.history_rows(ticket.key.job, ticket.incarnation, limit=_ROWS)

    return _delete_all(left, ports, until) and ports.store.commit([Delete(ticket)]) is not None


def _delete_all(left: Callable[[], list[StoredRow]], ports: Ports, until: datetime) -> bool:
    """Delete what is left, and again, until nothing is or the time is over; rows gone meanwhile are fine."""
    while rows := left():
        if ports.clock() >= until:
            return False
        ports.store.commit([Delete(row) for row in rows])
    return True


def put_later(ticket: Ticket, ports: Ports, *, pause: timedelta = _PAUSE) -> None:
    """Go on later; if this fails, the ticket is taken up again when its lease has run out."""
    now = ports.clock()
    key = replace(ticket.key, due=now + pause)
    later = marked_if_near(replace(ticket, key=key, sent=None, lease=None, claims=0, etag=""), ports, now=now)
    job = ports.store.job(key.job) if key.kind is TicketKind.TRIM else None
    changes: list[Change] = [Delete(ticket), Insert(later)]
    if isinstance(job, Job) and job.trim_ticket == ticket.key:
        changes.append(Update(job, replace(job, trim_ticket=later.key)))
    commit_with_hints(changes, ports)
