"""What becomes of a job: decisions only; whoever asks carries the changes out."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, TypeVar

from shared.domain.action import Action
from shared.domain.attempt import Attempt
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.definition import Definition
from shared.domain.housekeeping import removal_ticket
from shared.domain.job import (
    Job,
    JobState,
    finish_if_over,
    is_occurrence,
    wait_for_first,
    wait_for_next,
)
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import instant_of, tzdata_version
from shared.domain.ticket import Lease, Sent, Ticket, TicketKey, TicketKind, Waiting

POSTPONED_BY: Final = timedelta(minutes=1)
MOST_CLAIMS: Final = 5
"""How often an attempt is made that nobody lives to settle."""

_Hinted = TypeVar("_Hinted", Ticket, Waiting)


@dataclass(frozen=True, slots=True)
class NothingToRun:
    """The ticket is dead, or its collection is not enabled; the changes put that in order."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """The right to make an attempt, once the changes are committed; the next ticket is among them."""

    changes: tuple[Change, ...]
    ticket: Ticket
    job: Job
    attempt: Attempt
    next_ticket: Ticket | None = None


def create(key: JobKey, definition: Definition, state: JobState, *, now: datetime, id: str) -> Job:
    """Return a new job; `id` becomes its incarnation and its revision."""
    return Job(
        key=key,
        definition=definition,
        state=state,
        incarnation=id,
        revision=id,
        put_revision=id,
        anchor=_start(definition) or now,
    )


def put(job: Job, definition: Definition, state: JobState, *, now: datetime, id: str) -> Job:
    """Return the job with another definition, its counters at zero; history stays with the incarnation."""
    return replace(
        create(job.key, definition, state, now=now, id=id),
        incarnation=job.incarnation,
        trim_ticket=job.trim_ticket,
    )


def patch(job: Job, definition: Definition, state: JobState, *, now: datetime, id: str) -> Job:
    """Return the job with another definition or state; counters stay, what is open belongs to the past."""
    anchored = _start(definition) or (job.anchor if job.definition.start_time is None else now)
    return replace(
        job,
        definition=definition,
        state=state,
        revision=id,
        anchor=anchored,
        progress=replace(job.progress, open=0),
        aside=False,
    )


def schedule(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits after it was created, put or patched, and the ticket it waits for.

    Its first run is owed until it has started. A job that has nothing left to wait for is over,
    and waits for its removal.
    """
    waiting, ticket = _waiting(job, collection, now)
    waiting = finish_if_over(waiting)
    return waiting, removal_ticket(waiting, now=now) if waiting.finished else ticket


def reschedule(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits after its zone, its calendars or their rules have changed.

    The second is the ticket that takes the place of the one it waited for; None if that stays.

    1. What is due already stays: its claim looks whether it still is an occurrence.
    2. What the schedule does not ask for stays too: a one-time job, and an immediate first run.
    3. Else the job waits for its first occurrence after now, which may be the same.
    """
    noted = job.next_ticket
    if noted is None or noted.due <= now or job.state is not JobState.ENABLED or _is_immediate(job):
        return job, None
    waiting, ticket = wait_for_next(job, collection, after=now)
    if ticket is not None and ticket.key == noted:
        return waiting, None
    waiting = finish_if_over(waiting)
    return waiting, removal_ticket(waiting, now=now) if waiting.finished else ticket


def run_now(job: Job, *, now: datetime, id: str) -> Ticket:
    """Return the ticket of a run that was asked for: bound to the job, whatever becomes of its definition."""
    key = TicketKey(due=now, job=job.key, revision=job.revision, kind=TicketKind.RUN_NOW, id=id)
    return Ticket(key=key, incarnation=job.incarnation, expected=now, scheduled=False)


def mark_sent(ticket: _Hinted, *, now: datetime) -> _Hinted:
    return replace(ticket, sent=Sent(count=ticket.sent.count + 1 if ticket.sent else 1, at=now))


def claim(
    ticket: Ticket, job: Job | None, collection: JobCollection | None, *, now: datetime, lease: Lease
) -> Claimed | NothingToRun | None:
    """Return the attempt to make and the job as it waits for its next run, or None if another is at it.

    1. A ticket under another's living lease is left alone, even if it is dead.
    2. A dead ticket is deleted: its job is gone, or has another revision.
    3. Nothing runs in a collection that is off: an occurrence is skipped, anything else is put later.
    4. An occurrence that is none by the zone or calendar of today is dropped for the next one.
    5. Else the ticket gets the lease. If the job waits for it, the job moves on to its next occurrence.
    6. The first claim gives the occurrence its number and notes the revisions it belongs to.

    Runs missed while the app was down collapse into one:
    a backlog of a thousand minutes is one late run, not a thousand.
    """
    if ticket.leased(now):
        return None
    if job is None or collection is None or not _belongs(ticket, job):
        return NothingToRun((Delete(ticket),))
    if collection.state is CollectionState.DELETED:
        return None  # its sweep is at it
    if collection.state is not CollectionState.ENABLED:
        return NothingToRun(_skip(ticket, job, collection, now))
    if _is_superseded(ticket, job, collection):
        return NothingToRun(_drop_for_next(ticket, job, collection, after=now, now=now))
    moved, following = job, None
    leased = replace(ticket, lease=lease, claims=ticket.claims + 1)
    if job.next_ticket == ticket.key:
        moved, following = _move_on(job, ticket, collection, now)
    elif ticket.number == 0:
        moved = replace(job, last_run=now, progress=replace(job.progress, numbered=job.progress.numbered + 1))
    if ticket.number == 0:
        leased = replace(
            leased, number=moved.progress.numbered, revision=moved.revision, put_revision=moved.put_revision
        )
    # The job row is written in every case, so that a change or deletion in between is noticed.
    next_ticket = (Insert(following),) if following else ()
    claimed = _claimed((Update(job, moved), Update(ticket, leased), *next_ticket), leased, moved, collection)
    return replace(claimed, next_ticket=following)


def action_of(key: TicketKey, job: Job) -> Action:
    """Return what a ticket asks for: the job's action, or its error action."""
    error_action = job.definition.error_action if key.kind is TicketKind.ERROR_ACTION else None
    return error_action.action if error_action else job.definition.action


def _waiting(job: Job, collection: JobCollection, now: datetime) -> tuple[Job, Ticket | None]:
    if _first_run_owed(job, now):
        return wait_for_first(job, collection, now=now)
    return wait_for_next(job, collection, after=now)


def _first_run_owed(job: Job, now: datetime) -> bool:
    """One that has started is owed again only to a one-time job whose start was put ahead."""
    start = _start(job.definition)
    ahead = start is not None and start > now
    return job.progress.started == 0 or (job.definition.recurrence is None and ahead)


def _start(definition: Definition) -> datetime | None:
    return None if definition.start_time is None else instant_of(definition.start_time, definition.own_zone)


def _belongs(ticket: Ticket, job: Job) -> bool:
    if ticket.key.kind is TicketKind.RUN_NOW:
        return ticket.incarnation == job.incarnation
    return ticket.key.revision == job.revision


def _is_superseded(ticket: Ticket, job: Job, collection: JobCollection) -> bool:
    """Say whether a ticket was made by rules that have changed, and is no occurrence by those of today."""
    computed = job.computed
    if job.next_ticket != ticket.key or _is_immediate(job):
        return False
    older = bool(computed.tzdata) and computed.tzdata < tzdata_version()
    if computed.calendar == collection.calendar_id and not older:
        return False
    return not is_occurrence(job, collection, ticket.expected)


def _is_immediate(job: Job) -> bool:
    """Say whether the job waits for a run that no schedule asks for."""
    first = job.progress.started == 0 and job.definition.start_time is None
    return first or job.definition.recurrence is None


def _skip(ticket: Ticket, job: Job, collection: JobCollection, now: datetime) -> tuple[Change, ...]:
    """Drop an occurrence of a recurring job; put anything else a minute later."""
    is_next = job.next_ticket == ticket.key
    if is_next and job.definition.recurrence is not None:
        return _drop_for_next(ticket, job, collection, after=max(ticket.key.due, now), now=now)
    later = replace(ticket, key=replace(ticket.key, due=now + POSTPONED_BY), sent=None, lease=None)
    waiting = replace(job, next_ticket=later.key) if is_next else job
    return (Delete(ticket), Update(job, waiting), Insert(later))


def _drop_for_next(
    ticket: Ticket, job: Job, collection: JobCollection, *, after: datetime, now: datetime
) -> tuple[Change, ...]:
    """Let the job wait for its first occurrence after an instant instead; it may be over without one."""
    waiting, later = wait_for_next(job, collection, after=after)
    waiting = finish_if_over(waiting)
    later = removal_ticket(waiting, now=now) if waiting.finished else later
    return (Delete(ticket), Update(job, waiting), *([Insert(later)] if later else []))


def _move_on(job: Job, ticket: Ticket, collection: JobCollection, now: datetime) -> tuple[Job, Ticket | None]:
    was = job.progress
    progress = replace(was, numbered=was.numbered + 1, started=was.started + 1, open=was.open + 1)
    moved = replace(job, last_run=now, progress=progress)
    return wait_for_next(moved, collection, after=max(ticket.key.due, now))


def _claimed(changes: tuple[Change, ...], ticket: Ticket, job: Job, collection: JobCollection) -> Claimed:
    attempt = Attempt(
        job=job.key,
        action=action_of(ticket.key, job),
        expected=ticket.expected,
        execution_tag=_execution_tag(ticket),
        region=collection.location,
        given_up=ticket.claims > MOST_CLAIMS,
    )
    return Claimed(changes=changes, ticket=ticket, job=job, attempt=attempt)


def _execution_tag(ticket: Ticket) -> str:
    identity = "|".join((*ticket.key.job.canonical, ticket.put_revision, str(ticket.number)))
    return sha256(identity.encode()).hexdigest()[:32]
