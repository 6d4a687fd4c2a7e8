"""Jobs: what was asked for, and how far it has come."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from shared.domain.action import Action
from shared.domain.keys import JobKey
from shared.domain.recurrence import Recurrence, next_run
from shared.domain.ticket import Ticket, TicketKey


class JobState(StrEnum):
    ENABLED = "enabled"
    DISABLED = "disabled"
    COMPLETED = "completed"
    FAULTED = "faulted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What the caller asked for."""

    action: Action
    start_time: datetime | None = None
    recurrence: Recurrence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    executions: int = 0
    failures: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the occurrences of a job have come.

    `numbered` is the last number given out; `started` and `open` count scheduled occurrences;
    `settled` is the highest scheduled number that is over, and `faulted` says how it ended.
    """

    numbered: int = 0
    started: int = 0
    open: int = 0
    settled: int = 0
    faulted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as stored.

    Ids, compared for equality and never by order: the incarnation is new when a job is created, the revision
    with every change of it, and the PUT revision is the revision of its last PUT.
    The anchor is its start time or, without one, when it was created or last put.
    """

    key: JobKey
    definition: Definition
    state: JobState
    incarnation: str
    revision: str
    put_revision: str
    anchor: datetime
    counters: Counters = Counters()
    progress: Progress = Progress()
    last_run: datetime | None = None
    next_ticket: TicketKey | None = None
    trim_ticket: TicketKey | None = None
    etag: str = field(default="", compare=False, repr=False)

    @property
    def finished(self) -> bool:
        return self.state in (JobState.COMPLETED, JobState.FAULTED)


def first_ticket(job: Job, *, now: datetime) -> Ticket | None:
    """Return the ticket that a job just created or put waits for, or None if it is not enabled."""
    definition = job.definition
    if definition.start_time is None:
        return _occurrence(job, now)
    if definition.start_time >= now:
        return _occurrence(job, definition.start_time)
    if definition.recurrence is None:
        return _occurrence(job, now)
    on_grid_now = next_run(definition.recurrence, anchor=job.anchor, after=now - datetime.resolution)
    return _occurrence(job, on_grid_now)


def next_ticket(job: Job, *, after: datetime) -> Ticket | None:
    """Return the ticket the job waits for, or None if it is not enabled or nothing is left to come."""
    if job.definition.recurrence is None:
        return None
    return _occurrence(job, next_run(job.definition.recurrence, anchor=job.anchor, after=after))


def _occurrence(job: Job, due: datetime | None) -> Ticket | None:
    if due is None or job.state is not JobState.ENABLED:
        return None
    key = TicketKey(due=due, job=job.key, revision=job.revision)
    return Ticket(key=key, incarnation=job.incarnation, expected=due)
