"""What is asked for in the machines: jobs that run and end soon, in every combination that matters."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.action import ErrorAction
from shared.domain.definition import Definition
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.retry import RetryPolicy, RetryType
from tests.builders import an_action

FIRST: Final = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="Jobs")
SECOND: Final = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="Jobs 2")
COLLECTIONS: Final = (FIRST, SECOND)
JOBS: Final = (
    JobKey(collection=FIRST, name="Job"),
    JobKey(collection=FIRST, name="Job 2"),
    JobKey(collection=SECOND, name="Job"),
)
MOURN: Final = an_action(uri="http://mourner.example/")


class Times(StrEnum):
    """When a job runs."""

    ONCE = "once"
    MINUTELY = "minutely"
    TWICE = "twice"
    UNTIL = "until"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A definition that does not know yet when it is asked for; its times count from then."""

    times: Times
    start: int | None
    """Seconds; less than nothing is in the past."""
    retries: int
    mourned: bool

    def definition(self, now: datetime) -> Definition:
        start = None if self.start is None else now + timedelta(seconds=self.start)
        return Definition(
            action=an_action(),
            retry_policy=_policy(self.retries),
            error_action=ErrorAction(action=MOURN) if self.mourned else None,
            start_time=start,
            recurrence=self._recurrence(max(start or now, now)),
        )

    def _recurrence(self, first: datetime) -> Recurrence | None:
        match self.times:
            case Times.ONCE:
                return None
            case Times.MINUTELY:
                return Recurrence(frequency=Frequency.MINUTE)
            case Times.TWICE:
                return Recurrence(frequency=Frequency.MINUTE, count=2)
            case Times.UNTIL:
                return Recurrence(frequency=Frequency.MINUTE, end_time=first + timedelta(seconds=100))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a PUT or PATCH asks for."""

    form: Form
    state: JobState


def _policy(retries: int) -> RetryPolicy:
    if retries == 0:
        return RetryPolicy(type=RetryType.NONE)
    return RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=20), count=retries)
