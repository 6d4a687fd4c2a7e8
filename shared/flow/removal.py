"""Removing jobs and collections, with all that belongs to them and nothing that came since."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.housekeeping import sweep_ticket
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket, TicketKey
from shared.flow.hints import marked_if_near
from shared.flow.ports import Ports, Store

_JOBS_AT_ONCE: Final = 30  # with two tickets each and the collection they fit into a transaction
_ROWS_AT_ONCE: Final = 99


def removal_changes(key: JobKey, job: Job | Unreadable, ports: Ports) -> list[Change] | None:
    """Return what removes a job and leaves a sweep of its history; None if its collection is going itself.

    Attempts that are under way find the job gone when they end, and leave nothing.
    """
    collection = ports.store.collection(key.collection)
    if not isinstance(collection, JobCollection) or collection.state is CollectionState.DELETED:
        return None
    fewer = replace(collection, job_count=collection.job_count - 1)
    return [
        Delete(job),
        Update(collection, fewer),
        *without_tickets(key, noted_tickets(job), ports.store),
        *sweep_of_history(key, job, ports),
    ]


def noted_tickets(job: Job | Unreadable) -> list[TicketKey]:
    """Return the tickets that a job waits for: its next one, and that of its next trim."""
    if isinstance(job, Unreadable):
        return list(job.tickets)
    return [*next_ticket_of(job), *([job.trim_ticket] if job.trim_ticket else [])]


def next_ticket_of(job: Job) -> list[TicketKey]:
    return [job.next_ticket] if job.next_ticket else []


def without_tickets(key: JobKey, noted: Sequence[TicketKey], store: Store) -> list[Change]:
    """Return the deletion of tickets noted in a job, and of what was set aside of it.

    If one of them went after the job was read, the job has changed too.
    """
    found = store.tickets(noted).values() if noted else []
    aside = store.aside_rows(key, limit=_ROWS_AT_ONCE - 10)
    return [*map(Delete, found), *map(Delete, aside)]


def sweep_collection(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Remove all that is in a collection that is being deleted, then the collection; say whether it is gone.

    Every step writes the collection too: one that was overtaken, perhaps by a new one of the name, loses.
    """
    store, key = ports.store, ticket.key.job.collection
    while ports.clock() < until:
        collection = store.collection(key)
        if isinstance(collection, Unreadable):
            return False
        if collection is None or collection.state is not CollectionState.DELETED:
            return store.commit([Delete(ticket)]) is not None
        jobs = store.jobs(key, limit=_JOBS_AT_ONCE)
        if any(isinstance(job, Unreadable) and job.newer for job in jobs):
            return False  # a newer version's, which will remove it
        step = _next_step(collection, jobs, store)
        if step is not None:
            store.commit(step)
        elif store.commit([Delete(collection), Delete(ticket)]) is not None:
            return True
    return False


def _next_step(
    collection: JobCollection, jobs: Sequence[Job | Unreadable], store: Store
) -> list[Change] | None:
    """Jobs go first, for they could still get history; then history; None when nothing is left."""
    key = collection.key
    if jobs:
        noted = [ticket for job in jobs for ticket in noted_tickets(job)]
        tickets = store.tickets(noted).values() if noted else []
        fewer = replace(collection, job_count=collection.job_count - len(jobs))
        return [*map(Delete, jobs), *map(Delete, tickets), Update(collection, fewer)]
    rows = store.aside_rows(key, limit=_ROWS_AT_ONCE) or store.all_history_rows(key, limit=_ROWS_AT_ONCE)
    return [*map(Delete, rows), Update(collection, collection)] if rows else None


def sweep_of_history(key: JobKey, job: Job | Unreadable, ports: Ports) -> list[Change]:
    """Return the ticket that sweeps the history; a job that has no trim before it has none."""
    unknown = not job.incarnation  # of one that cannot be read; it goes with the collection
    if unknown or (isinstance(job, Job) and job.trim_ticket is None):
        return []
    now = ports.clock()
    return [Insert(marked_if_near(sweep_ticket(key, job.incarnation, now=now), ports, now=now))]
