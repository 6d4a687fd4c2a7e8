"""Jobs: what was asked for, and how far it has come."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.budget import LOOKS_FOR_ONE, Spend, free
from shared.domain.collection import JobCollection
from shared.domain.course import NO_COURSE, Course
from shared.domain.definition import Definition
from shared.domain.disabled import SCHEDULER, Disabled
from shared.domain.in_force import NOT_COMPUTED, Computed, computed_with, local_of
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.wall_time import Moment
from shared.domain.policies import delay_of
from shared.domain.runs import first_run, next_run, rule_of, up_to_end
from shared.domain.ticket import Ticket, TicketKey, TicketKind

NOTHING_IN_SIGHT: Final = "No run in the next ten years: no day that the job names counts."
MOST_RECENT: Final = 20
_AT_ONCE: Final = timedelta()


class JobState(StrEnum):
    ENABLED = "enabled"
    DISABLED = "disabled"
    COMPLETED = "completed"
    FAULTED = "faulted"

    @property
    def final(self) -> bool:
        """A job in such a state never runs by itself again."""
        return self in (JobState.COMPLETED, JobState.FAULTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    executions: int = 0
    failures: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the occurrences of a job have come."""

    numbered: int = 0
    """The last number that was given to an occurrence, runs that were asked for included."""
    started: int = 0
    """How many scheduled occurrences have started; `count` is measured against this."""
    open: int = 0
    """How many scheduled occurrences have started under this revision and are not over, retries included."""
    settled: int = 0
    """The highest number of a scheduled occurrence that is over."""
    faulted: bool = False
    """Whether that occurrence failed to the end of its retries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultTimes:
    """When the occurrences ended that faulted one after another, up to the last one that is over."""

    since: datetime | None
    """The first of them; None if an earlier version did not note it."""
    last: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as stored. Its ids are compared for equality, never by order."""

    key: JobKey
    """Its name, and where it stands."""
    definition: Definition
    """What the caller asked for."""
    state: JobState
    """Whether it runs, is switched off, or is over."""
    incarnation: str
    """Given when it was created; history and trims are bound to it."""
    revision: str
    """New with every PUT and PATCH; occurrences and retries are bound to it."""
    put_revision: str
    """The revision of the last PUT; the counters count since then."""
    anchor: datetime
    """The instant of its start or, without one, of its creation or last PUT."""
    counters: Counters = Counters()
    """What the status tells."""
    progress: Progress = Progress()
    """How far its occurrences have come."""
    last_run: datetime | None = None
    """When the last occurrence started."""
    next_ticket: TicketKey | None = None
    """The ticket of its next occurrence, or of its enabling; None if there is none to come."""
    computed: Computed = NOT_COMPUTED
    """With which rules the next occurrence was found."""
    trim_ticket: TicketKey | None = None
    """The ticket of the next trim of its history; None as long as there is no history."""
    course: Course = NO_COURSE
    """What its policies need to know."""
    disabled: Disabled | None = None
    """Why and until when it is disabled, if that is known."""
    aside: bool = False
    """Whether something of it may have been set aside since it was created, put or patched."""
    since: datetime | None = None
    """Since when its definition and its state are what they are; None if an earlier version did not note."""
    edition: str = ""
    """New with every change that keeps the revision: another note or description, or switched off by itself.

    Empty if the revision says it all."""
    recent: str = ""
    """How the last occurrences ended, a letter each, the newest first; a PUT begins anew."""
    fault_times: FaultTimes | None = None
    """When they faulted; None if the last one did not."""
    etag: str = field(default="", compare=False, repr=False)
    """The version of the row that was read."""

    @property
    def finished(self) -> bool:
        return self.state.final

    @property
    def version(self) -> str:
        """What callers know it by who want to change only what they have seen."""
        return self.edition or self.revision

    @property
    def counted_from(self) -> Moment:
        """What its recurrence counts from: the start as it was written, else when it was created or put."""
        return self.definition.start_time or self.anchor

    @property
    def delay(self) -> timedelta:
        """How long after the time that the schedule names its occurrences are due."""
        spread = self.definition.spread
        return (
            _AT_ONCE if spread is None or self.definition.recurrence is None else delay_of(self.key, spread)
        )

    @property
    def next_run(self) -> datetime | None:
        """When its next occurrence is due."""
        waits_for_a_run = self.next_ticket is not None and self.next_ticket.kind is TicketKind.OCCURRENCE
        return self.next_ticket.due if self.next_ticket and waits_for_a_run else None

    @property
    def next_nominal(self) -> datetime | None:
        """Which time of the schedule it waits for."""
        return None if self.next_run is None else self.course.next_nominal or self.next_run


def first_ticket(job: Job, collection: JobCollection, *, now: datetime) -> Ticket | None:
    """Return the ticket that a job just created or put waits for, or None if it is not enabled."""
    definition, local = job.definition, local_of(job.definition, collection)
    nominal = first_run(definition.recurrence, start=definition.start_time, now=now, local=local)
    return _occurrence(job, nominal, _AT_ONCE if definition.start_time is None else job.delay)


def next_ticket(job: Job, collection: JobCollection, *, after: datetime) -> Ticket | None:
    """Return the ticket the job waits for, or None if it is not enabled or nothing is left to come.

    It is that of the first time that the schedule names after an instant.
    """
    recurrence = job.definition.recurrence
    if recurrence is None or (recurrence.count is not None and job.progress.started >= recurrence.count):
        return None
    return _occurrence(job, _nominal_after(job, collection, after), job.delay)


def nominal_after(job: Job, collection: JobCollection, after: datetime) -> datetime | None:
    """Return the first time that the job's schedule names after an instant; None if none is in sight."""
    try:
        return _nominal_after(job, collection, after)
    except NothingInSight:
        return None


def _nominal_after(job: Job, collection: JobCollection, after: datetime) -> datetime | None:
    """Do as `nominal_after`, but raise NothingInSight if days that do not count leave none in ten years."""
    if job.definition.recurrence is None:
        return None
    local = local_of(job.definition, collection)
    return next_run(job.definition.recurrence, anchor=job.counted_from, after=after, local=local)


def wait_for_next(
    job: Job, collection: JobCollection, *, after: datetime, now: datetime
) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for the first time of its schedule after an instant, and the ticket."""
    return _waiting(job, lambda: next_ticket(job, collection, after=after), collection, now)


def wait_for_first(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for its first run, and the ticket of that."""
    return _waiting(job, lambda: first_ticket(job, collection, now=now), collection, now)


def wait_for_nothing(job: Job) -> Job:
    course = _noting(job.course, None, job.course.accounted)
    return replace(job, next_ticket=None, computed=NOT_COMPUTED, course=course)


def wait_for(job: Job, ticket: Ticket, computed: Computed | None = None) -> Job:
    """Return the job as it waits for a ticket, which was found with these rules or those noted before."""
    nominal = None if ticket.expected == ticket.key.due else ticket.expected
    accounted = None if ticket.key.kind is TicketKind.OCCURRENCE else job.course.accounted
    course = _noting(job.course, nominal, accounted)
    return replace(job, next_ticket=ticket.key, computed=computed or job.computed, course=course)


def is_occurrence(job: Job, collection: JobCollection, instant: datetime) -> bool:
    """Say whether the job's recurrence, as it counts now, names an instant."""
    just_before = instant - datetime.resolution
    try:
        ticket = next_ticket(job, collection, after=just_before)
    except NothingInSight:
        return False
    return ticket is not None and ticket.expected == instant


def is_immediate(job: Job) -> bool:
    """Say whether the job waits for a run that no schedule asks for."""
    first = job.progress.started == 0 and job.definition.start_time is None
    return first or job.definition.recurrence is None


def finish_if_over(job: Job, *, now: datetime) -> Job:
    """Return the job as finished if it is enabled, nothing is left to come and no occurrence is open.

    If only days that do not count leave it no run, it is not over, but switched off.
    """
    if job.state is not JobState.ENABLED or job.next_ticket is not None or job.progress.open > 0:
        return job
    if job.disabled is not None:
        return replace(job, state=JobState.DISABLED, since=now, edition=edition_when_off(job))
    state = JobState.FAULTED if job.progress.faulted else JobState.COMPLETED
    return replace(job, state=state, since=now)


def edition_when_off(job: Job) -> str:
    """Return the edition of a job that is switched off by itself: that happens once to a revision."""
    return f"{job.revision}-off"


def upcoming(
    job: Job, collection: JobCollection, *, spend: Spend = free
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the runs that a job has before it, as far as its definition says now.

    Each is the time that the schedule names, and when the run is due. Only the first is known; to find
    another is work.
    """
    nominal, due, recurrence, count = (
        job.next_nominal,
        job.next_run,
        job.definition.recurrence,
        job.progress.started,
    )
    local = local_of(job.definition, collection)
    excluded = local.excluded if local else None
    rule = rule_of(recurrence, anchor=job.counted_from, local=local) if recurrence else None
    while nominal is not None and due is not None:
        yield nominal, due
        count += 1
        if recurrence is None or rule is None or (recurrence.count is not None and count >= recurrence.count):
            return
        looked = excluded.looks if excluded else 0
        try:
            nominal = up_to_end(recurrence, rule.next(max(nominal, due - job.delay)), local)
        except NothingInSight:
            nominal = None
        spend(1 + ((excluded.looks - looked) // LOOKS_FOR_ONE if excluded else 0))
        due = None if nominal is None else nominal + job.delay


def _waiting(
    job: Job, find: Callable[[], Ticket | None], collection: JobCollection, now: datetime
) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for a ticket that is found, or for none.

    If days that do not count leave a job no run in ten years, it notes that it is to be switched off. It is
    not over: a change of the calendar may bring it back.
    """
    try:
        ticket = find()
    except NothingInSight:
        off = Disabled(note=NOTHING_IN_SIGHT, by=SCHEDULER, since=now)
        return replace(wait_for_nothing(job), disabled=off), None
    if ticket is None:
        return wait_for_nothing(job), None
    return wait_for(job, ticket, computed_with(local_of(job.definition, collection), collection)), ticket


def _noting(course: Course, nominal: datetime | None, accounted: datetime | None) -> Course:
    """Note which time of the schedule the job waits for. Nothing waits for an open occurrence now."""
    if (course.next_nominal, course.accounted, course.waits) == (nominal, accounted, None):
        return course
    return replace(course, next_nominal=nominal, accounted=accounted, waits=None)


def _occurrence(job: Job, nominal: datetime | None, delay: timedelta) -> Ticket | None:
    if nominal is None or job.state is not JobState.ENABLED:
        return None
    key = TicketKey(due=nominal + delay, job=job.key, revision=job.revision)
    return Ticket(key=key, incarnation=job.incarnation, expected=nominal)
