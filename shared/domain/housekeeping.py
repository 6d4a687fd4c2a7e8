"""Tickets of housekeeping: what is to be removed, and when."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from shared.domain.history import LONGEST_KEPT
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import Ticket, TicketKey, TicketKind, whole

WITH_RECORDS: Final = "skips"
"""The id of a sweep that also removes records of what was skipped. Most jobs have none."""
BETWEEN_TRIMS: Final = timedelta(days=1)
_CALLED: Final = "called-"
"""Begins the id of a census that is called. An older version does not find the id noted, and deletes it."""
FINISHED_JOBS_KEPT: Final = LONGEST_KEPT
FAULTED_JOBS_KEPT: Final = timedelta(days=7)
"""At least, so that somebody sees it after a long weekend."""


def trim_ticket(job: Job, *, now: datetime) -> Ticket:
    """Return the ticket of the job's next trim: bound to the incarnation, as its history is."""
    return _ticket(job.key, TicketKind.TRIM, job.incarnation, job.incarnation, due=now + BETWEEN_TRIMS)


def removal_ticket(job: Job, *, now: datetime) -> Ticket:
    """Return the ticket that removes a job just finished; a PUT in between makes it dead."""
    kept = job.definition.keep_finished_for or FINISHED_JOBS_KEPT
    due = now + (max(kept, FAULTED_JOBS_KEPT) if job.state is JobState.FAULTED else kept)
    return _ticket(job.key, TicketKind.REMOVAL, job.incarnation, job.revision, due=due)


def sweep_ticket(job: JobKey, incarnation: str, *, now: datetime, records: bool) -> Ticket:
    """Return the ticket that removes the history of a job that goes, and its records of what was skipped.

    It is for this incarnation alone.
    """
    ticket = _ticket(job, TicketKind.SWEEP, incarnation, incarnation, due=now)
    return replace(ticket, key=replace(ticket.key, id=WITH_RECORDS)) if records else ticket


def collection_sweep_ticket(collection: CollectionKey, *, due: datetime, id: str) -> Ticket:
    return _ticket(whole(collection), TicketKind.COLLECTION_SWEEP, "", id, due=due)


def reschedule_ticket(place: JobKey, id: str, *, due: datetime) -> Ticket:
    """Return the ticket that lets the jobs of a collection, or of a shard, find their next runs anew."""
    key = TicketKey(due=due, job=place, revision="", kind=TicketKind.RESCHEDULE, id=id)
    return Ticket(key=key, incarnation="", expected=due, scheduled=False)


def enable_collection_ticket(collection: CollectionKey, *, due: datetime, id: str) -> Ticket:
    """Return the ticket that enables a collection, unless that has changed since and notes another id."""
    key = TicketKey(due=due, job=whole(collection), revision="", kind=TicketKind.ENABLE_COLLECTION, id=id)
    return Ticket(key=key, incarnation="", expected=due, scheduled=False)


def census_ticket(place: JobKey, *, due: datetime, id: str) -> Ticket:
    """Return the ticket of a shard's next census; the id tells it from one that took its place."""
    key = TicketKey(due=due, job=place, revision="", kind=TicketKind.CENSUS, id=id)
    return Ticket(key=key, incarnation="", expected=due, scheduled=False)


def called_census_ticket(place: JobKey, *, due: datetime, id: str) -> Ticket:
    """Return a ticket that calls a shard's census in between. The standing one stays."""
    return census_ticket(place, due=due, id=_CALLED + id)


def is_called(key: TicketKey) -> bool:
    return key.id.startswith(_CALLED)


def written_anew(key: TicketKey) -> Ticket:
    """Return a ticket of housekeeping whose row cannot be read: what it asks for is told by its key alone."""
    of_history = key.kind in (TicketKind.TRIM, TicketKind.SWEEP)
    incarnation = key.revision if of_history else ""
    return Ticket(key=key, incarnation=incarnation, expected=key.due, scheduled=False)


def _ticket(job: JobKey, kind: TicketKind, incarnation: str, revision: str, *, due: datetime) -> Ticket:
    key = TicketKey(due=due, job=job, revision=revision, kind=kind)
    return Ticket(key=key, incarnation=incarnation, expected=due, scheduled=False)
