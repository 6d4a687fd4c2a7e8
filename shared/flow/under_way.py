"""Attempts under way: what a job that is changed must not overlap in its new form."""

from datetime import datetime, timedelta
from typing import Final

from shared.domain.changes import Change, Delete
from shared.domain.definition import Definition
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.ticket import Ticket, TicketKey, TicketKind, Waiting
from shared.flow.ports import Store

_ATTEMPTS: Final = (TicketKind.OCCURRENCE, TicketKind.RETRY)
_CLOCKS_DIFFER: Final = timedelta(seconds=5)


def attempt_under_way(
    existing: Job, wanted: Definition, store: Store, *, now: datetime
) -> tuple[TicketKey | None, list[Change]]:
    """Return the ticket of an attempt that the new form must wait for, and what deletes it if it is not made.

    A job whose occurrences may overlap notes nothing about them, so that they cost nothing. If such a job is
    changed into one whose occurrences may not, the tickets that are under way tell.
    """
    if wanted.overlaps:
        return None, []
    if existing.definition.overlaps:
        return _last_leased(existing.key, store, now), []
    return _noted(existing, store, now)


def _noted(existing: Job, store: Store, now: datetime) -> tuple[TicketKey | None, list[Change]]:
    key = existing.course.running
    ticket = store.tickets([key]).get(key) if key else None
    if not isinstance(ticket, Ticket):
        return None, []
    return (key, []) if ticket.leased(now) else (None, [Delete(ticket)])


def _last_leased(job: JobKey, store: Store, now: datetime) -> TicketKey | None:
    due = store.due(store.shard_of(job.collection), until=now + _CLOCKS_DIFFER)
    leased = [
        row.key
        for row in due
        if isinstance(row, Waiting) and row.key.job == job and row.key.kind in _ATTEMPTS and row.leased(now)
    ]
    tickets = store.tickets(leased) if leased else {}
    scheduled = [key for key, row in tickets.items() if isinstance(row, Ticket) and row.scheduled]
    return max(scheduled, key=lambda key: key.due, default=None)
