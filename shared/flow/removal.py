"""What goes when a job goes: itself, its tickets, what was set aside of it, and its history."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.housekeeping import sweep_ticket
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.stored import AsideOf, Unreadable
from shared.domain.ticket import Ticket, TicketKey
from shared.flow.ports import Store

_OTHER_ROWS: Final = 10  # a job, a collection and some tickets share the transaction with what was set aside


def removal_changes(
    key: JobKey, job: Job | Unreadable, collection: JobCollection, store: Store, *, now: datetime
) -> list[Change]:
    """Return what removes a job and leaves a sweep of its history.

    Attempts that are under way find the job gone when they end, and record nothing.
    """
    fewer = replace(collection, job_count=collection.job_count - 1)
    return [
        Delete(job),
        Update(collection, fewer),
        *ticket_deletions(noted_tickets(job), store),
        *_retry_deletion(job, store, now),
        *aside_deletions(key, store),
        *history_sweep(key, job, now=now),
    ]


def _retry_deletion(job: Job | Unreadable, store: Store, now: datetime) -> list[Change]:
    """Return the deletion of a retry that will not be made. An attempt under way ends by itself."""
    running = job.course.running if isinstance(job, Job) else ()
    tickets = store.tickets(running).values() if running else ()
    return [Delete(row) for row in tickets if isinstance(row, Ticket) and not row.leased(now)]


def noted_tickets(job: Job | Unreadable) -> list[TicketKey]:
    """Return the tickets that a job waits for: its next one, and that of its next trim."""
    if isinstance(job, Unreadable):
        return list(job.tickets)
    return [key for key in (job.next_ticket, job.trim_ticket) if key is not None]


def ticket_deletions(noted: Sequence[TicketKey], store: Store) -> list[Change]:
    """Return the deletion of tickets noted in a job.

    If one of them went after the job was read, the job has changed too.
    """
    return [Delete(ticket) for ticket in store.tickets(noted).values()] if noted else []


def aside_deletions(key: JobKey, store: Store) -> list[Change]:
    """Return the deletion of what was set aside of a job."""
    return [Delete(row) for row in store.rows(AsideOf(key), limit=store.most_changes - _OTHER_ROWS)]


def history_sweep(key: JobKey, job: Job | Unreadable, *, now: datetime) -> list[Change]:
    """Return the ticket that sweeps history and skips. A job without a trim ticket has neither."""
    unknown = not job.incarnation  # the job cannot be read; its history goes with the collection
    if unknown or (isinstance(job, Job) and job.trim_ticket is None):
        return []
    records = not isinstance(job, Job) or job.course.has_records
    return [Insert(sweep_ticket(key, job.incarnation, now=now, records=records))]
