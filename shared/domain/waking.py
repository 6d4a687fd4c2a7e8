"""Occurrences that must not overlap: what blocks the next one, and what wakes it."""

from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert
from shared.domain.course import WaitingRun
from shared.domain.job import Job, wait_for
from shared.domain.ticket import Ticket, TicketKey, unread


def is_blocked(job: Job) -> bool:
    """Say whether an occurrence is open that the next one must not overlap."""
    return not job.definition.overlaps and (job.progress.open > 0 or job.course.running is not None)


def close(job: Job, running: TicketKey, *, now: datetime) -> tuple[Job, list[Change]]:
    """Return the job when a ticket by which an occurrence lived is gone, and what wakes the next one."""
    if job.course.running == running:
        job = replace(job, course=replace(job.course, running=None))
    return wake(job, now=now)


def wake(job: Job, *, now: datetime) -> tuple[Job, list[Change]]:
    """Let the occurrence that waits be due now, if nothing blocks it any more.

    It has a new ticket, so that it gets a hint at once. Others that became due while it waited go with it.
    """
    waits, ticket = job.course.waits, job.next_ticket
    if waits is None or ticket is None or is_blocked(job):
        return job, []
    due = max(now, ticket.due + datetime.resolution)  # another instant, and so another place in storage
    woken = Ticket(
        key=replace(ticket, due=due),
        incarnation=job.incarnation,
        expected=waits.expected,
        covers=_covered(job, waits, ticket, now),
        waited=True,
    )
    return wait_for(job, woken), [Delete(unread(ticket)), Insert(woken)]


def _covered(job: Job, waits: WaitingRun, ticket: TicketKey, now: datetime) -> datetime | None:
    """One that was missed before the open one began covers nothing: those after it were missed too."""
    busy_since = job.course.busy_since
    if busy_since is not None and ticket.due <= busy_since:
        return waits.covers
    return max(waits.covers or waits.expected, now - job.delay)
