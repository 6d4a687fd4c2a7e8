"""Occurrences that must not overlap: what blocks the next one, and what wakes it."""

from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert
from shared.domain.course import SkipReason, Stretch, WaitingRun
from shared.domain.job import Job, is_immediate, wait_for
from shared.domain.skips import recorded, skip
from shared.domain.ticket import OUT_OF_TURN, Ticket, TicketKey, unread


def is_blocked(job: Job) -> bool:
    """Say whether an occurrence is open that the next one must not overlap."""
    return not job.definition.overlaps and (job.progress.open > 0 or bool(job.course.running))


def close(job: Job, running: TicketKey, *, now: datetime) -> tuple[Job, list[Change]]:
    """Return the job when a ticket by which an occurrence lived is gone, and what wakes the next one."""
    course = job.course.with_running(running)
    return wake(job if course is job.course else replace(job, course=course), now=now)


def wake(job: Job, *, now: datetime) -> tuple[Job, list[Change]]:
    """Let the occurrence that waits be due now, if nothing blocks it any more.

    It has a new ticket, so that it gets a hint at once. Others that became due while it waited go with it;
    of a first run that is owed, they are recorded here: its claim would take them for missed.
    """
    waits, ticket = job.course.waits, job.next_ticket
    if waits is None or ticket is None or is_blocked(job):
        return job, []
    due = max(now, ticket.due + datetime.resolution)  # another instant, and so another place in storage
    covers = _covered(job, waits, ticket, now)
    woken = Ticket(
        key=replace(ticket, due=due, id=OUT_OF_TURN),
        incarnation=job.incarnation,
        expected=waits.expected,
        covers=covers,
        waited=True,
    )
    record, first = None, waits.following
    if is_immediate(job) and covers is not None and first is not None and first <= covers:
        job, record = skip(job, Stretch(reason=SkipReason.OVERLAP, first=first, until=covers))
    job, kept = recorded(wait_for(job, woken), record, now=now)
    return job, [Delete(unread(ticket)), Insert(woken), *kept]


def _covered(job: Job, waits: WaitingRun, ticket: TicketKey, now: datetime) -> datetime | None:
    """One that was missed before the open one began covers nothing: those after it were missed too."""
    busy_since = job.course.busy_since
    if busy_since is not None and ticket.due <= busy_since:
        return waits.covers
    return max(waits.covers or waits.expected, now - job.delay)
