"""What is asked for in the machines: jobs that run and end soon, in every combination that matters."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.action import ErrorAction
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.retry import RetryPolicy, RetryType
from tests.builders import an_action
from tests.machines.policies import NO_POLICIES, Policies

FIRST: Final = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="Jobs")
SECOND: Final = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="Jobs 2")
COLLECTIONS: Final = (FIRST, SECOND)
JOBS: Final = (
    JobKey(collection=FIRST, name="Job"),
    JobKey(collection=FIRST, name="Job 2"),
    JobKey(collection=SECOND, name="Job"),
)
_SOON: Final = timedelta(seconds=20)
_LATER: Final = timedelta(seconds=90)
"""Retries come before the next occurrence, or after it."""
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
    retries: int | None
    """None is whatever the collection says."""
    mourned: bool
    policies: Policies = NO_POLICIES

    def definition(self, now: datetime) -> Definition:
        start = None if self.start is None else now + timedelta(seconds=self.start)
        definition = Definition(
            action=an_action(),
            retry_policy=_policy(self.retries),
            error_action=_mourning(self.mourned),
            start_time=start,
            recurrence=self._recurrence(max(start or now, now)),
        )
        return self.policies.put_on(definition)

    def revised(self, stored: Definition) -> Definition:
        """Return another definition with the same schedule."""
        retry_policy, error_action = _policy(self.retries), _mourning(self.mourned)
        return self.policies.put_on(replace(stored, retry_policy=retry_policy, error_action=error_action))

    @property
    def defaults(self) -> Defaults:
        """What a collection may say to its jobs, instead of these saying it themselves."""
        return Defaults(retry_policy=_policy(self.retries), error_action=_mourning(self.mourned))

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
    pause: int | None = None
    """Seconds after which what is to be disabled is enabled again."""

    def disabled(self, now: datetime) -> Disabled:
        until = None if self.pause is None else now + timedelta(seconds=self.pause)
        return Disabled(note="a pause", until=until)


def _mourning(mourned: bool) -> ErrorAction | None:
    return ErrorAction(action=MOURN) if mourned else None


def _policy(retries: int | None) -> RetryPolicy | None:
    if retries is None:
        return None
    if retries == 0:
        return RetryPolicy(type=RetryType.NONE)
    return RetryPolicy(type=RetryType.FIXED, interval=_SOON if retries == 1 else _LATER, count=retries)
