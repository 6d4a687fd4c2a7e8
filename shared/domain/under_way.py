"""Runs that are under way: somebody is at them, they wait, or they should have begun."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.ticket import Lease, TicketKey, TicketKind

RUN_KINDS: Final = frozenset(
    {TicketKind.OCCURRENCE, TicketKind.RUN_NOW, TicketKind.RETRY, TicketKind.ERROR_ACTION}
)


class RunState(StrEnum):
    RUNNING = "running"
    WAITING = "waiting"
    OVERDUE = "overdue"
    """It is due, and nobody is at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownJob:
    """What tells a job from others of its name, before and after it, and its name as it is spelled."""

    key: JobKey
    incarnation: str
    revision: str
    state: JobState
    waits_since: datetime | None = None
    """Since when its next occurrence waits for an earlier one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """A ticket of a run. `place` is its place among all tickets, which are in the order of time."""

    key: TicketKey
    incarnation: str
    expected: datetime
    lease: Lease | None
    scheduled: bool
    waiting: bool
    place: str

    def state(self, now: datetime) -> RunState:
        if self.leased(now):
            return RunState.RUNNING
        return RunState.WAITING if self.waiting or self.key.due > now else RunState.OVERDUE

    def leased(self, now: datetime) -> bool:
        return self.lease is not None and self.lease.holds(now)

    def waits_for(self, now: datetime) -> str | None:
        """Say in words what it waits for; None if it does not wait."""
        if self.state(now) is not RunState.WAITING:
            return None
        if self.waiting:
            return "an earlier run, which is still open"
        match self.key.kind:
            case TicketKind.RETRY:
                return f"the time of retry {self.key.attempt}"
            case TicketKind.ERROR_ACTION if self.key.attempt:
                return f"the time of retry {self.key.attempt} of the error action"
            case TicketKind.ERROR_ACTION:
                return "the time of the error action"
            case _:
                return "its time"

    def lives(self, job: KnownJob | None, now: datetime) -> bool:
        """Say whether it is, or will be, a run of this job."""
        if job is None or self.incarnation != job.incarnation:
            return False
        if self.leased(now) or self.key.kind is TicketKind.RUN_NOW:
            return True
        over = self.scheduled and job.state is not JobState.ENABLED
        off = over and self.key.kind is not TicketKind.ERROR_ACTION
        return not off and self.key.revision == job.revision


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRun:
    """A run under way, and the job that it is of."""

    ticket: UnderWay
    job: KnownJob
    since: datetime | None
    """Since when somebody is at it, or it waits for an earlier one."""
