"""Attempts under way: what a job that is changed must not overlap in its new form."""

from datetime import datetime, timedelta
from typing import Final

from shared.domain.changes import Change, Delete
from shared.domain.definition import Definition
from shared.domain.job import Job
from shared.domain.ticket import Ticket, TicketKey, TicketKind, Waiting
from shared.flow.ports import Store

_ATTEMPTS: Final = (TicketKind.OCCURRENCE, TicketKind.RETRY)
_CLOCKS_DIFFER: Final = timedelta(seconds=5)


def attempts_under_way(
    existing: Job, wanted: Definition, store: Store, *, now: datetime
) -> tuple[tuple[TicketKey, ...], list[Change]]:
    """Return the tickets of attempts that the new form must wait for, and what deletes retries not made.

    A job whose occurrences may overlap notes nothing about them, so that they cost nothing. If such a job is
    changed into one whose occurrences may not, the tickets that are under way tell.
    """
    if wanted.overlaps:
        return (), []
    if existing.definition.overlaps:
        return _leased(existing, store, now), []
    return _noted(existing, store, now)


def _noted(existing: Job, store: Store, now: datetime) -> tuple[tuple[TicketKey, ...], list[Change]]:
    keys = existing.course.running
    rows = store.tickets(keys).values() if keys else ()
    tickets = [row for row in rows if isinstance(row, Ticket)]
    leased = tuple(ticket.key for ticket in tickets if ticket.leased(now))
    retries = [ticket for ticket in tickets if ticket.key.kind is TicketKind.RETRY]  # others leave a record
    return leased, [Delete(ticket) for ticket in retries if not ticket.leased(now)]


def _leased(existing: Job, store: Store, now: datetime) -> tuple[TicketKey, ...]:
    """The job was read before: whoever claims one of its tickets since writes it, and our commit loses."""
    job = existing.key
    due = store.due(store.shard_of(job.collection), until=now + _CLOCKS_DIFFER)
    leased = [
        row.key
        for row in due
        if isinstance(row, Waiting) and row.key.job == job and row.key.kind in _ATTEMPTS and row.leased(now)
    ]
    tickets = store.tickets(leased) if leased else {}
    scheduled = [row for row in tickets.values() if isinstance(row, Ticket) and row.scheduled]
    return tuple(ticket.key for ticket in scheduled if ticket.incarnation == existing.incarnation)
