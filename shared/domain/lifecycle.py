"""What becomes of a job that is created, put, patched or rescheduled. Decisions only."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from shared.domain.changes import Change
from shared.domain.collection import JobCollection
from shared.domain.course import NO_COURSE, Course, Skipped, SkipReason, Streak, Stretch
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled, switched_off
from shared.domain.enabling import accounted_at, enable_ticket, is_owed
from shared.domain.housekeeping import removal_ticket
from shared.domain.job import (
    Job,
    JobState,
    finish_if_over,
    is_immediate,
    nominal_after,
    wait_for,
    wait_for_first,
    wait_for_next,
)
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import instant_of
from shared.domain.policies import MOST_CAUGHT_UP
from shared.domain.skips import end_skips, record_of, recorded
from shared.domain.ticket import Sent, Ticket, TicketKey, TicketKind, Waiting

_Hinted = TypeVar("_Hinted", Ticket, Waiting)
_Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a job is to be from now on: `who` wants it, and `disabled` says why it is off, if it is."""

    definition: Definition
    state: JobState
    disabled: Disabled | None = None
    who: str = ""
    running: tuple[TicketKey, ...] = ()
    """The tickets of attempts under way that it must not overlap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The job with another definition or state, and the records of what was skipped under the former one."""

    job: Job
    records: tuple[Change, ...] = ()


def create(key: JobKey, wanted: Wanted, *, now: datetime, id: str) -> Job:
    """Return a new job; `id` becomes its incarnation and its revision."""
    return Job(
        key=key,
        definition=wanted.definition,
        state=wanted.state,
        incarnation=id,
        revision=id,
        put_revision=id,
        anchor=_start(wanted.definition) or now,
        course=NO_COURSE if wanted.state is JobState.ENABLED else Course(accounted=now - datetime.resolution),
        disabled=_disabled(wanted, None, now),
        since=now,
    )


def put(job: Job, wanted: Wanted, collection: JobCollection, *, now: datetime, id: str) -> Changed:
    """Return the job with another definition, its counters at zero; history stays with the incarnation."""
    renewed = create(job.key, wanted, now=now, id=id)
    last = now if is_owed(renewed) else now - datetime.resolution  # what is due now is due in the new form
    first = _first_given_up(job, collection, owed=is_immediate(job))
    records = _give_up(job, SkipReason.SUPERSEDED, _spans(job, collection, first, last))
    renewed = replace(
        renewed,
        incarnation=job.incarnation,
        trim_ticket=job.trim_ticket,
        course=replace(renewed.course, running=wanted.running, has_records=job.course.has_records),
        disabled=_disabled(wanted, job, now),
    )
    return _recorded(renewed, records, now)


def patch(job: Job, wanted: Wanted, collection: JobCollection, *, now: datetime, id: str) -> Changed:
    """Return the job with another definition or state; counters stay, what is open belongs to the past."""
    definition = wanted.definition
    reason = SkipReason.SUPERSEDED if wanted.state is JobState.ENABLED else SkipReason.DISABLED
    owed = is_immediate(job) and is_owed(replace(job, definition=definition))
    accounted = _accounted(job, wanted, now)
    first = _first_given_up(job, collection, owed=owed)
    records = _give_up(job, reason, _spans(job, collection, first, accounted))
    course = replace(
        end_skips(job)[0].course,
        running=wanted.running,
        waits=None,
        streak=Streak(),
        left=MOST_CAUGHT_UP,
        accounted=accounted,
    )
    patched = replace(
        job,
        definition=definition,
        state=wanted.state,
        revision=id,
        anchor=_start(definition) or (job.anchor if job.definition.start_time is None else now),
        progress=replace(job.progress, open=0),
        aside=False,
        course=course,
        disabled=_disabled(wanted, job, now),
        since=now,
        edition="",
    )
    return _recorded(patched, records, now)


def touch(job: Job, wanted: Wanted, *, id: str) -> Job | None:
    """Return the job with another description, note and the like; None if more than that is to change.

    Its revision stays, and so does all that is bound to it; `id` becomes its edition.
    """
    if wanted.state is not job.state:
        return None
    noted = _renoted(job.disabled, wanted.disabled) if job.state is JobState.DISABLED else job.disabled
    if job.state is JobState.DISABLED and _until(noted) != _until(wanted.disabled):
        return None
    changed = wanted.definition
    kept = replace(
        job.definition,
        description=changed.description,
        tags=changed.tags,
        keep_finished_for=changed.keep_finished_for,
    )
    return replace(job, definition=changed, disabled=noted, edition=id) if kept == changed else None


def schedule(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits after it was created, put or patched, and the ticket it waits for.

    Its first run is owed until it has started. A job that has nothing left to wait for is over,
    and waits for its removal. One that is disabled for a while waits to be enabled.
    """
    if enabling := enable_ticket(job):
        return wait_for(job, enabling), enabling
    waiting, ticket = _waiting(job, collection, now)
    waiting = finish_if_over(waiting, now=now)
    return waiting, removal_ticket(waiting, now=now) if waiting.finished else ticket


def reschedule(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits after its zone, its calendars or their rules have changed.

    The second is the ticket that takes the place of the one it waited for; None if that stays.

    1. What is due already, or only put off, stays: its claim looks whether it still is an occurrence.
    2. What the schedule does not ask for stays too: a one-time job, and an immediate first run.
    3. Else the job waits for its first occurrence after now, which may be the same.
    """
    noted, nominal = job.next_ticket, job.next_nominal
    stays = job.state is not JobState.ENABLED or is_immediate(job)
    if noted is None or nominal is None or nominal <= now or stays:
        return job, None
    waiting, ticket = wait_for_next(job, collection, after=now, now=now)
    if ticket is not None and ticket.key == noted:
        return waiting, None
    waiting = finish_if_over(waiting, now=now)
    return waiting, removal_ticket(waiting, now=now) if waiting.finished else ticket


def run_now(job: Job, *, now: datetime, id: str) -> Ticket:
    """Return the ticket of a run that was asked for: bound to the job, whatever becomes of its definition."""
    key = TicketKey(due=now, job=job.key, revision=job.revision, kind=TicketKind.RUN_NOW, id=id)
    return Ticket(key=key, incarnation=job.incarnation, expected=now, scheduled=False)


def mark_sent(ticket: _Hinted, *, now: datetime) -> _Hinted:
    return replace(ticket, sent=Sent(count=ticket.sent.count + 1 if ticket.sent else 1, at=now))


def _disabled(wanted: Wanted, before: Job | None, now: datetime) -> Disabled | None:
    if wanted.state is not JobState.DISABLED:
        return None
    was_off = before is not None and before.state is JobState.DISABLED
    former = before.disabled if before else None
    return switched_off(wanted.disabled, former, was_off=was_off, who=wanted.who, now=now)


def _first_given_up(job: Job, collection: JobCollection, *, owed: bool) -> datetime | None:
    """Return the first time of the schedule that a change may give up: what the job waits for.

    A run that no schedule asks for is not given up as long as it is owed; what came due after it is, unless
    that was told before.
    """
    nominal, told = job.next_nominal, job.course.skipping
    if nominal is None or not owed:
        return nominal
    return nominal_after(job, collection, max(nominal, told.until) if told else nominal)


def _spans(job: Job, collection: JobCollection, first: datetime | None, last: datetime) -> list[_Span]:
    """Return which times a change gives up, from the first to the last, without what was told before.

    That can lie in between if a first run is owed: what came due behind it was told as it was put off.
    """
    told = job.course.skipping
    if first is None or first > last:
        return []
    if told is None or not first < told.first <= last:
        return [(first, last)]
    behind = nominal_after(job, collection, told.until)
    before = (first, told.first - datetime.resolution)
    return [before, *([(behind, last)] if behind is not None and behind <= last else [])]


def _give_up(job: Job, reason: SkipReason, spans: list[_Span]) -> list[Skipped | None]:
    """End what was skipped under the former revision, and tell of what is given up now."""
    given_up = [Stretch(reason=reason, first=first, until=last) for first, last in spans]
    return [end_skips(job)[1], *(record_of(job, stretch) for stretch in given_up)]


def _recorded(job: Job, records: list[Skipped | None], now: datetime) -> Changed:
    kept, changes = recorded(job, *records, now=now)
    return Changed(job=kept, records=tuple(changes))


def _accounted(job: Job, wanted: Wanted, now: datetime) -> datetime:
    """Return after which time of its schedule a patched job goes on.

    1. If its schedule is another one, it goes on from now.
    2. As long as it is disabled, nothing is dealt with.
    3. Else it goes on with what is not yet due by the longer of its two delays. What was due is given up.
    """
    if _schedule_of(job.definition) != _schedule_of(wanted.definition):
        return now if job.progress.started else now - datetime.resolution
    accounted = accounted_at(job, now)
    if wanted.state is not JobState.ENABLED:
        return accounted
    renewed = replace(job, definition=wanted.definition)
    delay = renewed.delay if job.state is JobState.DISABLED else max(job.delay, renewed.delay)
    return max(accounted, now - delay)


def _schedule_of(definition: Definition) -> tuple[object, ...]:
    recurrence = definition.recurrence and replace(definition.recurrence, count=None)
    clocks = (definition.time_zone, definition.daylight_saving, definition.exclude, definition.use_defaults)
    return definition.start_time, recurrence, clocks


def _waiting(job: Job, collection: JobCollection, now: datetime) -> tuple[Job, Ticket | None]:
    accounted = job.course.accounted
    if accounted is None or _first_run_owed(job, now):
        return wait_for_first(job, collection, now=now)
    return wait_for_next(job, collection, after=accounted, now=now)


def _first_run_owed(job: Job, now: datetime) -> bool:
    """One that has started is owed again only to a one-time job whose start was put ahead."""
    start = _start(job.definition)
    ahead = start is not None and start > now
    if job.progress.started == 0:
        return is_immediate(job)
    return job.definition.recurrence is None and ahead


def _start(definition: Definition) -> datetime | None:
    return None if definition.start_time is None else instant_of(definition.start_time, definition.own_zone)


def _renoted(before: Disabled | None, asked: Disabled | None) -> Disabled | None:
    """Return what is known of a pause, with another note."""
    note = asked.note if asked else None
    return replace(before, note=note) if before else Disabled(note=note) if note else None


def _until(disabled: Disabled | None) -> datetime | None:
    return disabled.until if disabled else None
