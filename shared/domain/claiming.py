"""Claiming a ticket: whether its attempt may be made, and what the job waits for then. Decisions only."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from shared.domain.attempt import Attempt
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.course import Skipped, SkipReason, Stretch, WaitingRun
from shared.domain.enabling import enable_when_due
from shared.domain.housekeeping import removal_ticket
from shared.domain.in_force import action_of, defaults_of, error_action_of, retrying_of
from shared.domain.job import (
    Job,
    JobState,
    finish_if_over,
    is_immediate,
    is_occurrence,
    nominal_after,
    wait_for,
    wait_for_next,
)
from shared.domain.local_time.zones import tzdata_version
from shared.domain.policies import MissedPolicy, Overlap
from shared.domain.skips import recorded, skip
from shared.domain.starting import start
from shared.domain.ticket import OUT_OF_TURN, Lease, Ticket, TicketKey, TicketKind
from shared.domain.waking import close, is_blocked

POSTPONED_BY: Final = timedelta(minutes=1)
MOST_CLAIMS: Final = 5
"""How often an attempt is made that nobody lives to settle."""


@dataclass(frozen=True, slots=True)
class NothingToRun:
    """The ticket is dead, must wait or is skipped, or its collection is off; the changes see to that."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """The right to make an attempt, once the changes are committed; the next ticket is among them."""

    changes: tuple[Change, ...]
    ticket: Ticket
    job: Job
    attempt: Attempt
    next_ticket: Ticket | None = None


def claim(
    ticket: Ticket, job: Job | None, collection: JobCollection | None, *, now: datetime, lease: Lease
) -> Claimed | NothingToRun | None:
    """Return the attempt to make and the job as it waits for its next run, or None if there is nothing to do.

    1. A ticket under another's living lease is left alone, even if it is dead.
    2. A dead ticket is deleted: its job is gone, has another revision, or is not enabled.
    3. A ticket that enables its job does that.
    4. Nothing runs in a collection that is off: an occurrence is skipped, anything else is put later.
    5. An occurrence that is none by the zone or calendar of today is dropped for the next one.
    6. An occurrence that must not overlap an open one waits for it, or is skipped.
    7. An occurrence that comes too late is skipped.
    8. Else the ticket gets the lease. If the job waits for it, the job moves on to its next occurrence.
    9. The first claim gives the occurrence its number and notes the revisions it belongs to.
    """
    if ticket.leased(now):
        return None
    if job is None or collection is None or is_dead(ticket, job, collection):
        return NothingToRun(_bury(ticket, job, now))
    if collection.state is CollectionState.DELETED:
        return None  # its sweep is at it
    if ticket.key.kind is TicketKind.ENABLE:
        return NothingToRun(enable_when_due(ticket, job, collection, now=now, id=lease.id))
    if is_off(collection, ticket.key, now):
        return NothingToRun(_put_aside_by_collection(ticket, job, collection, now))
    if job.next_ticket != ticket.key:
        return _claim_again(ticket, job, collection, now, lease)
    if (gone := _gone_by(ticket, job, collection, now)) is not None:
        return NothingToRun(_drop_for_next(ticket, job, collection, gone, now))
    if is_blocked(job):
        return _wait_or_skip(ticket, job, collection, now)
    return _claim_next(ticket, job, collection, now, lease)


def is_dead(ticket: Ticket, job: Job, collection: JobCollection) -> bool:
    """Say whether a ticket asks for nothing any more."""
    match ticket.key.kind:
        case TicketKind.RUN_NOW:
            return ticket.incarnation != job.incarnation
        case TicketKind.ENABLE:
            return ticket.key.revision != job.revision or job.state is not JobState.DISABLED
        case TicketKind.ERROR_ACTION:
            return ticket.key.revision != job.revision or error_action_of(job.definition, collection) is None
        case _:
            off = ticket.scheduled and job.state is not JobState.ENABLED
            return off or ticket.key.revision != job.revision


def is_off(collection: JobCollection, key: TicketKey, now: datetime) -> bool:
    """Say whether nothing of the ticket may run.

    A collection that is disabled until an instant lets everything run that is due from then on, even if
    nobody has enabled it yet.
    """
    if collection.state is CollectionState.ENABLED:
        return False
    until = collection.disabled.until if collection.disabled else None
    if until is None:
        return True
    return key.due < until if key.kind is TicketKind.OCCURRENCE else now < until


def _bury(ticket: Ticket, job: Job | None, now: datetime) -> tuple[Change, ...]:
    """Delete a dead ticket. If the job notes it as its open occurrence, what waits for that is woken.

    If its first attempt had begun and nobody lived to settle it, a record tells of it.
    """
    if job is None:
        return (Delete(ticket),)
    unsettled = ticket.scheduled and ticket.number > 0 and ticket.key.kind is TicketKind.OCCURRENCE
    if ticket.key not in job.course.running and not unsettled:
        return (Delete(ticket),)
    closed, woken = close(job, ticket.key, now=now)
    closed, kept = recorded(closed, _begun_in_vain(ticket, job) if unsettled else None, now=now)
    return (Delete(ticket), Update(job, closed), *woken, *kept)


def _begun_in_vain(ticket: Ticket, job: Job) -> Skipped | None:
    """Return the record of an occurrence that was changed away while it ran, and whose end nobody knows."""
    if ticket.incarnation != job.incarnation:
        return None
    until = max(ticket.expected, ticket.collapsed_until or ticket.expected)  # what it stood for goes with it
    stretch = Stretch(reason=SkipReason.BEGUN_IN_VAIN, first=ticket.expected, until=until)
    return Skipped(job=job.key, incarnation=job.incarnation, revision=ticket.revision, stretch=stretch)


def _put_aside_by_collection(
    ticket: Ticket, job: Job, collection: JobCollection, now: datetime
) -> tuple[Change, ...]:
    """Drop an occurrence that the schedule asks for; put anything else a minute later."""
    is_next = job.next_ticket == ticket.key
    until = collection.disabled.until if collection.disabled else None
    last = now if until is None else min(now, until - datetime.resolution)
    if is_next and not is_immediate(job):
        after = max(ticket.covered, last - job.delay)
        stretch = Stretch(reason=SkipReason.COLLECTION_DISABLED, first=ticket.expected, until=after)
        return _drop_for_next(ticket, job, collection, stretch, now)
    due = max(now + POSTPONED_BY, ticket.key.due + datetime.resolution)
    key = replace(ticket.key, due=due, id=OUT_OF_TURN if is_next else ticket.key.id)
    later = replace(ticket, key=key, sent=None, lease=None)
    if is_next:
        return _owe_later(ticket, later, job, collection, last)
    course = job.course.with_running(ticket.key, later.key)
    waiting = job if course is job.course else replace(job, course=course)
    return (Delete(ticket), Update(job, waiting), Insert(later))


def _owe_later(
    ticket: Ticket, later: Ticket, job: Job, collection: JobCollection, last: datetime
) -> tuple[Change, ...]:
    """Owe a first run still. What comes due meanwhile is dropped with its reason, and not made up for."""
    covers, first = max(ticket.covered, last - job.delay), nominal_after(job, collection, ticket.covered)
    if first is None or first > covers:
        owed = replace(later, waiting=False)
        return (Delete(ticket), Update(job, wait_for(job, owed)), Insert(owed))
    owed = replace(later, waiting=False, covers=covers)
    stretch = Stretch(reason=SkipReason.COLLECTION_DISABLED, first=first, until=covers)
    skipped, record = skip(job, stretch)
    waiting, kept = recorded(wait_for(skipped, owed), record, now=last)
    return (Delete(ticket), Update(job, waiting), Insert(owed), *kept)


def _gone_by(ticket: Ticket, job: Job, collection: JobCollection, now: datetime) -> Stretch | None:
    """Return what is to be skipped before anything else is looked at: no occurrence today, or too late.

    What must wait for an open occurrence is not late: it is measured when it is free to start.
    """
    if is_immediate(job):
        return None
    if _is_superseded(job, collection, ticket.expected):
        after = max(ticket.covered, now - job.delay)
        return Stretch(reason=SkipReason.SUPERSEDED, first=ticket.expected, until=after)
    missed = job.definition.missed_runs
    within = missed.within if missed else None
    if within is None or now - ticket.key.due <= within or is_blocked(job):
        return None
    just_too_late = now - within - job.delay - datetime.resolution
    after = max(ticket.covered, just_too_late)
    return Stretch(reason=SkipReason.TOO_LATE, first=ticket.expected, until=after)


def _is_superseded(job: Job, collection: JobCollection, expected: datetime) -> bool:
    """Say whether a run was found by rules that have changed, and is no occurrence by those of today."""
    computed = job.computed
    older = bool(computed.tzdata) and computed.tzdata < tzdata_version()
    if computed.calendar == collection.calendar_id and not older:
        return False
    return not is_occurrence(job, collection, expected)


def _wait_or_skip(ticket: Ticket, job: Job, collection: JobCollection, now: datetime) -> NothingToRun | None:
    """Let an occurrence wait for the open one, or skip it. One that waits already is left alone."""
    if job.course.waits is not None:
        return None
    if not _may_wait(ticket, job):
        after = max(ticket.covered, now - job.delay)
        stretch = Stretch(reason=SkipReason.OVERLAP, first=ticket.expected, until=after)
        return NothingToRun(_drop_for_next(ticket, job, collection, stretch, now))
    following = nominal_after(job, collection, ticket.covered)
    waits = WaitingRun(since=now, expected=ticket.expected, covers=ticket.covers, following=following)
    waiting = replace(job, course=replace(job.course, waits=waits))
    return NothingToRun((Update(job, waiting), Update(ticket, replace(ticket, waiting=True))))


def _may_wait(ticket: Ticket, job: Job) -> bool:
    """An immediate first run is never dropped; what was missed before the open one began is made up for."""
    if job.definition.overlap is Overlap.WAIT or is_immediate(job):
        return True
    missed, busy_since = job.definition.missed_runs, job.course.busy_since
    made_up_for = missed is not None and missed.policy is MissedPolicy.ALL
    return made_up_for and busy_since is not None and ticket.expected + job.delay <= busy_since


def _drop_for_next(
    ticket: Ticket, job: Job, collection: JobCollection, stretch: Stretch, now: datetime
) -> tuple[Change, ...]:
    """Skip a stretch, and let the job wait for its first occurrence after it; it may be over without one."""
    skipped, record = skip(job, stretch)
    waiting, later = wait_for_next(skipped, collection, after=stretch.until, now=now)
    waiting = finish_if_over(waiting, now=now)
    later = removal_ticket(waiting, now=now) if waiting.finished else later
    waiting, kept = recorded(waiting, record, now=now)
    return (Delete(ticket), Update(job, waiting), *([Insert(later)] if later else []), *kept)


def _claim_next(ticket: Ticket, job: Job, collection: JobCollection, now: datetime, lease: Lease) -> Claimed:
    started = start(ticket, job, collection, now=now)
    moved, leased = started.job, _leased(started.ticket, started.job, collection, lease)
    following = (Insert(started.following),) if started.following else ()
    changes = (Update(job, moved), Update(ticket, leased), *following, *started.records)
    return replace(_claimed(changes, leased, moved, collection), next_ticket=started.following)


def _claim_again(ticket: Ticket, job: Job, collection: JobCollection, now: datetime, lease: Lease) -> Claimed:
    """Claim a retry, an error action, what another has left, or a run that somebody asked for.

    The job row is written in every case, so that a change or deletion in between is noticed.
    """
    moved = job
    if ticket.number == 0:
        moved = replace(job, last_run=now, progress=replace(job.progress, numbered=job.progress.numbered + 1))
    leased = _leased(ticket, moved, collection, lease)
    return _claimed((Update(job, moved), Update(ticket, leased)), leased, moved, collection)


def _leased(ticket: Ticket, job: Job, collection: JobCollection, lease: Lease) -> Ticket:
    """Return the ticket under the lease, with all that what follows it will need to know."""
    first = ticket.number == 0
    leased = replace(
        ticket,
        lease=lease,
        claims=ticket.claims + 1,
        number=job.progress.numbered if first else ticket.number,
        revision=job.revision if first else ticket.revision,
        put_revision=job.put_revision if first else ticket.put_revision,
    )
    if defaults_of(job.definition, collection) is None:
        return leased if ticket.retrying is None else replace(leased, retrying=None, mourned=False)
    by_default = job.definition.error_action is None and error_action_of(job.definition, collection)
    retrying = retrying_of(ticket.key.kind, job.definition, collection)
    return replace(leased, retrying=retrying, mourned=bool(by_default))


def _claimed(changes: tuple[Change, ...], ticket: Ticket, job: Job, collection: JobCollection) -> Claimed:
    by_default = ticket.key.kind is TicketKind.ERROR_ACTION and job.definition.error_action is None
    attempt = Attempt(
        job=job.key,
        action=action_of(ticket.key.kind, job.definition, collection),
        expected=ticket.expected,
        execution_tag=_execution_tag(ticket),
        region=collection.location,
        given_up=ticket.claims > MOST_CLAIMS,
        keeper=collection.key if by_default else job.key,
    )
    return Claimed(changes=changes, ticket=ticket, job=job, attempt=attempt)


def _execution_tag(ticket: Ticket) -> str:
    identity = "|".join((*ticket.key.job.canonical, ticket.put_revision, str(ticket.number)))
    return sha256(identity.encode()).hexdigest()[:32]
