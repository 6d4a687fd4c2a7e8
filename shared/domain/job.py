"""Jobs: what was asked for, and how far it has come."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import NOT_COMPUTED, Computed, computed_with, local_of
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.wall_time import Moment
from shared.domain.runs import first_run, next_run, rule_of, up_to_end
from shared.domain.ticket import Ticket, TicketKey


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
    """The ticket of its next occurrence; None if there is none to come."""
    computed: Computed = NOT_COMPUTED
    """With which rules the next occurrence was found."""
    trim_ticket: TicketKey | None = None
    """The ticket of the next trim of its history; None as long as there is no history."""
    aside: bool = False
    """Whether something of it may have been set aside since it was created, put or patched."""
    etag: str = field(default="", compare=False, repr=False)
    """The version of the row that was read."""

    @property
    def finished(self) -> bool:
        return self.state.final

    @property
    def counted_from(self) -> Moment:
        """What its recurrence counts from: the start as it was written, else when it was created or put."""
        return self.definition.start_time or self.anchor


def first_ticket(job: Job, collection: JobCollection, *, now: datetime) -> Ticket | None:
    """Return the ticket that a job just created or put waits for, or None if it is not enabled."""
    definition, local = job.definition, local_of(job.definition, collection)
    return _occurrence(
        job, first_run(definition.recurrence, start=definition.start_time, now=now, local=local)
    )


def next_ticket(job: Job, collection: JobCollection, *, after: datetime) -> Ticket | None:
    """Return the ticket the job waits for, or None if it is not enabled or nothing is left to come."""
    recurrence = job.definition.recurrence
    if recurrence is None or (recurrence.count is not None and job.progress.started >= recurrence.count):
        return None
    local = local_of(job.definition, collection)
    return _occurrence(job, next_run(recurrence, anchor=job.counted_from, after=after, local=local))


def wait_for_next(job: Job, collection: JobCollection, *, after: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for its next occurrence, and the ticket of that."""
    return _waiting(job, lambda: next_ticket(job, collection, after=after), collection)


def wait_for_first(job: Job, collection: JobCollection, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for its first run, and the ticket of that."""
    return _waiting(job, lambda: first_ticket(job, collection, now=now), collection)


def is_occurrence(job: Job, collection: JobCollection, instant: datetime) -> bool:
    """Say whether the job's recurrence, as it counts now, names an instant."""
    just_before = instant - datetime.resolution
    try:
        ticket = next_ticket(job, collection, after=just_before)
    except NothingInSight:
        return False
    return ticket is not None and ticket.key.due == instant


def finish_if_over(job: Job) -> Job:
    """Return the job as finished if it is enabled, nothing is left to come and no occurrence is open."""
    if job.state is not JobState.ENABLED or job.next_ticket is not None or job.progress.open > 0:
        return job
    return replace(job, state=JobState.FAULTED if job.progress.faulted else JobState.COMPLETED)


def upcoming(job: Job, collection: JobCollection) -> Iterator[datetime]:
    """Yield the runs that a job has before it, as far as its definition says now."""
    due, recurrence, count = job.next_ticket, job.definition.recurrence, job.progress.started
    local = local_of(job.definition, collection)
    rule = rule_of(recurrence, anchor=job.counted_from, local=local) if recurrence else None
    run = due.due if due else None
    while run is not None:
        yield run
        count += 1
        if recurrence is None or rule is None or (recurrence.count is not None and count >= recurrence.count):
            return
        try:
            run = up_to_end(recurrence, rule.next(run), local)
        except NothingInSight:
            return


def _waiting(
    job: Job, find: Callable[[], Ticket | None], collection: JobCollection
) -> tuple[Job, Ticket | None]:
    """Return the job as it waits for a ticket that is found, or for none.

    A job is switched off if days that do not count leave it no run in ten years. It is not over:
    a change of the calendar may bring it back.
    """
    try:
        ticket = find()
    except NothingInSight:
        return replace(job, state=JobState.DISABLED, next_ticket=None, computed=NOT_COMPUTED), None
    if ticket is None:
        return replace(job, next_ticket=None, computed=NOT_COMPUTED), None
    computed = computed_with(local_of(job.definition, collection), collection)
    return replace(job, next_ticket=ticket.key, computed=computed), ticket


def _occurrence(job: Job, due: datetime | None) -> Ticket | None:
    if due is None or job.state is not JobState.ENABLED:
        return None
    key = TicketKey(due=due, job=job.key, revision=job.revision)
    return Ticket(key=key, incarnation=job.incarnation, expected=due)
