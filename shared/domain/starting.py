"""Starting an occurrence: the job moves on, and what was missed meanwhile is dealt with."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from shared.domain.changes import Change
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped, SkipReason, Stretch
from shared.domain.job import Job, is_immediate, nominal_after, wait_for_next
from shared.domain.policies import MOST_CAUGHT_UP, MissedPolicy, Overlap
from shared.domain.skips import end_skips, recorded, skip
from shared.domain.ticket import Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The ticket that starts, the job as it waits for its next one, and records of what was skipped."""

    job: Job
    ticket: Ticket
    following: Ticket | None
    records: tuple[Change, ...] = ()


class _Next(NamedTuple):
    """The job as it waits for what follows, the ticket of that, and what was skipped before it."""

    job: Job
    ticket: Ticket | None
    skipped: tuple[Stretch, ...] = ()
    collapsed: bool = False


def start(ticket: Ticket, job: Job, collection: JobCollection, *, now: datetime) -> Started:
    """Return what becomes of a job whose next occurrence starts.

    1. One more occurrence has started and is open. What was skipped before it is over.
    2. What came and went while it waited for an earlier one is skipped; of a first run that was owed, that
       was noted before.
    3. The next one is found: missed ones become one late run, this one, or each of them is made.
    """
    moved, over = end_skips(_moved(ticket, job, now))
    moved, before = (moved, None) if is_immediate(job) else _skip_covered(ticket, moved, collection)
    catches_up = _policy(job) is MissedPolicy.ALL
    following = (_next_of_all if catches_up else _next_of_one)(ticket, moved, collection, now)
    moved, jumped = _skip_all(following.job, following.skipped)
    moved, records = recorded(_accounted(moved, ticket), over, before, *jumped, now=now)
    started = _noted(ticket, moved, now if following.collapsed else None)
    return Started(job=moved, ticket=started, following=following.ticket, records=tuple(records))


def _accounted(job: Job, ticket: Ticket) -> Job:
    """Note up to where the schedule is dealt with, if nothing follows: a change may let the job go on."""
    if job.next_ticket is not None or job.definition.recurrence is None:
        return job
    return replace(job, course=replace(job.course, accounted=ticket.covered))


def _noted(ticket: Ticket, job: Job, collapsed_until: datetime | None) -> Ticket:
    """Return the ticket with what is to be known of it later. Of most there is nothing."""
    counts = job.definition.disable_after_faults is not None
    if not counts and not ticket.waiting and collapsed_until is None:
        return ticket
    ordinal = job.progress.started if counts else 0
    return replace(ticket, waiting=False, ordinal=ordinal, collapsed_until=collapsed_until)


def _moved(ticket: Ticket, job: Job, now: datetime) -> Job:
    was = job.progress
    progress = replace(was, numbered=was.numbered + 1, started=was.started + 1, open=was.open + 1)
    moved = replace(job, last_run=now, progress=progress)
    if job.definition.overlaps:
        return moved
    busy_since = job.course.busy_since if ticket.waited else now
    return replace(moved, course=replace(job.course, running=(ticket.key,), busy_since=busy_since))


def _policy(job: Job) -> MissedPolicy:
    return job.definition.missed_runs.policy if job.definition.missed_runs else MissedPolicy.ONE


def _skip_covered(ticket: Ticket, job: Job, collection: JobCollection) -> tuple[Job, Skipped | None]:
    """Skip what became due while the ticket waited, if anything did."""
    if ticket.covers is None:
        return job, None
    first = nominal_after(job, collection, ticket.expected)
    if first is None or first > ticket.covers:
        return job, None
    return skip(job, Stretch(reason=SkipReason.OVERLAP, first=first, until=ticket.covers))


def _next_of_one(ticket: Ticket, job: Job, collection: JobCollection, now: datetime) -> _Next:
    """Missed occurrences collapse into this one: a backlog of a thousand minutes is one late run."""
    waiting, following = wait_for_next(job, collection, after=ticket.covered, now=now)
    if following is None or following.key.due > now:
        return _Next(waiting, following)
    waiting, following = wait_for_next(job, collection, after=now - job.delay, now=now)
    return _Next(waiting, following, collapsed=True)


def _next_of_all(ticket: Ticket, job: Job, collection: JobCollection, now: datetime) -> _Next:
    """Each missed occurrence is made, up to a limit. What came due while the job was busy was not missed."""
    waiting, following = wait_for_next(job, collection, after=ticket.covered, now=now)
    if following is None or following.key.due > now:
        return _Next(_with_left(waiting, MOST_CAUGHT_UP), following)
    busy_since = now if job.definition.overlaps else job.course.busy_since or now
    if following.key.due > busy_since:
        return _past_busy_time(_Next(_with_left(waiting, MOST_CAUGHT_UP), following), job, collection, now)
    left = job.course.left - 1
    if left > 0:
        return _Next(_with_left(waiting, left), following)
    limit = Stretch(reason=SkipReason.LIMIT, first=following.expected, until=busy_since)
    return _past_busy_time(_jumped(_Next(job, None), limit, collection, now), job, collection, now)


def _past_busy_time(found: _Next, job: Job, collection: JobCollection, now: datetime) -> _Next:
    """Jump over what came due while the job was busy, if such occurrences are skipped."""
    ticket = found.ticket
    if ticket is None or ticket.key.due > now or job.definition.overlap is not Overlap.SKIP:
        return found
    stretch = Stretch(reason=SkipReason.OVERLAP, first=ticket.expected, until=now)
    return _jumped(found, stretch, collection, now)


def _jumped(found: _Next, over: Stretch, collection: JobCollection, now: datetime) -> _Next:
    """Go on with the first occurrence that is due after a stretch, whose end is a due time."""
    fresh = _with_left(found.job, MOST_CAUGHT_UP)
    stretch = replace(over, until=max(over.first, over.until - fresh.delay))
    waiting, following = wait_for_next(fresh, collection, after=stretch.until, now=now)
    return _Next(waiting, following, skipped=(*found.skipped, stretch))


def _skip_all(job: Job, stretches: tuple[Stretch, ...]) -> tuple[Job, list[Skipped | None]]:
    records: list[Skipped | None] = []
    for stretch in stretches:
        job, record = skip(job, stretch)
        records.append(record)
    return job, records


def _with_left(job: Job, left: int) -> Job:
    return job if job.course.left == left else replace(job, course=replace(job.course, left=left))
