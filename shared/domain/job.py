"""Jobs: what was asked for, and how far it has come."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.action import Action, ErrorAction
from shared.domain.errors import Faults
from shared.domain.keys import JobKey
from shared.domain.recurrence import Recurrence
from shared.domain.retry import RetryPolicy
from shared.domain.rule import BEGINNING, rule_for
from shared.domain.runs import first_run, next_run
from shared.domain.ticket import Ticket, TicketKey

LONGEST_LEAD: Final = timedelta(days=548)
"""How far ahead a job may start: 18 months."""
LARGEST_JOB: Final = 16_384
"""Bytes of a job as JSON in UTF-8, its secrets included."""
_PAST: Final = "lies in the past"


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
class Definition:
    """What the caller asked for."""

    action: Annotated[Action, About(key="action.")]
    retry_policy: Annotated[RetryPolicy | None, About(key="action.retryPolicy")] = None
    error_action: Annotated[ErrorAction | None, About(key="action.errorAction")] = None
    start_time: Annotated[
        datetime | None,
        About(words=f"At most {LONGEST_LEAD.days} days ahead. Without it, the job first runs at once."),
    ] = None
    recurrence: Recurrence | None = None


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
    """What the recurrence counts from: the start time, else the instant of its creation or last PUT."""
    counters: Counters = Counters()
    """What the status tells."""
    progress: Progress = Progress()
    """How far its occurrences have come."""
    last_run: datetime | None = None
    """When the last occurrence started."""
    next_ticket: TicketKey | None = None
    """The ticket of its next occurrence; None if there is none to come."""
    trim_ticket: TicketKey | None = None
    """The ticket of the next trim of its history; None as long as there is no history."""
    aside: bool = False
    """Whether something of it may have been set aside since it was created, put or patched."""
    etag: str = field(default="", compare=False, repr=False)
    """The version of the row that was read."""

    @property
    def finished(self) -> bool:
        return self.state.final


def refuse_size(size: int) -> None:
    """Raise Invalid if a job of so many bytes is larger than a job may be."""
    faults = Faults()
    faults.check(size <= LARGEST_JOB, "properties", f"the job has {size} bytes, more than {LARGEST_JOB}")
    faults.raise_any()


def check_times(
    start: datetime | None,
    recurrence: Recurrence | None,
    *,
    enabled: bool,
    now: datetime,
    stored: Job | None = None,
) -> None:
    """Raise Invalid if a start is too far ahead, an end is past, or the job would never run.

    A job that is not enabled may have ended, so that one that was exported can be brought back.
    A `stored` job that is patched keeps the anchor it counts from, and has its first run only once.
    """
    faults = Faults()
    faults.check(
        start is None or start - now <= LONGEST_LEAD,
        "startTime",
        f"is more than {LONGEST_LEAD.days} days ahead",
    )
    if recurrence is not None:
        kept = stored.anchor if stored and stored.definition.start_time is None else now
        _check_reach(faults, recurrence, anchor=start or kept)
        if enabled and recurrence.end_time is not None:
            begun = stored is not None and stored.progress.started > 0
            _check_end(faults, recurrence, start or (kept if begun else None), now=now)
    faults.raise_any()


def refuse_past_end(end: datetime | None, *, now: datetime) -> None:
    """Raise Invalid if the end of a recurrence, whatever else is wrong with that, is past."""
    faults = Faults()
    faults.check(end is None or end >= now, "recurrence.endTime", _PAST)
    faults.raise_any()


def _check_reach(faults: Faults, recurrence: Recurrence, *, anchor: datetime) -> None:
    faults.check(
        rule_for(recurrence, anchor=anchor).next(BEGINNING) is not None,
        "recurrence.schedule",
        f"the job could never run: counted from {anchor:%Y-%m-%d %H:%M}, "
        f"every {recurrence.interval} {recurrence.frequency}(s), it never falls on a time named here",
    )


def _check_end(faults: Faults, recurrence: Recurrence, start: datetime | None, *, now: datetime) -> None:
    end = recurrence.end_time
    if end is not None and end < now:
        faults.add("recurrence.endTime", _PAST)
    elif first_run(recurrence, start=start, now=now) is None:
        faults.add("recurrence.endTime", "the job would never run: it ends before its first run")


def first_ticket(job: Job, *, now: datetime) -> Ticket | None:
    """Return the ticket that a job just created or put waits for, or None if it is not enabled."""
    definition = job.definition
    return _occurrence(job, first_run(definition.recurrence, start=definition.start_time, now=now))


def next_ticket(job: Job, *, after: datetime) -> Ticket | None:
    """Return the ticket the job waits for, or None if it is not enabled or nothing is left to come."""
    recurrence = job.definition.recurrence
    if recurrence is None or (recurrence.count is not None and job.progress.started >= recurrence.count):
        return None
    return _occurrence(job, next_run(recurrence, anchor=job.anchor, after=after))


def finish_if_over(job: Job) -> Job:
    """Return the job as finished if it is enabled, nothing is left to come and no occurrence is open."""
    if job.state is not JobState.ENABLED or job.next_ticket is not None or job.progress.open > 0:
        return job
    return replace(job, state=JobState.FAULTED if job.progress.faulted else JobState.COMPLETED)


def upcoming(job: Job) -> Iterator[datetime]:
    """Yield the runs that a job has before it, as far as its definition says now."""
    due, recurrence, count = job.next_ticket, job.definition.recurrence, job.progress.started
    run = due.due if due else None
    while run is not None:
        yield run
        count += 1
        used_up = recurrence is None or (recurrence.count is not None and count >= recurrence.count)
        run = None if used_up or recurrence is None else next_run(recurrence, anchor=job.anchor, after=run)


def _occurrence(job: Job, due: datetime | None) -> Ticket | None:
    if due is None or job.state is not JobState.ENABLED:
        return None
    key = TicketKey(due=due, job=job.key, revision=job.revision)
    return Ticket(key=key, incarnation=job.incarnation, expected=due)
