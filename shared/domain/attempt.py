"""Attempts: one try at what a ticket asks for, and how it ended."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.domain.action import Action
from shared.domain.keys import CollectionKey, JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What a runner needs to carry out an action. All attempts of one occurrence have the same tag."""

    job: JobKey
    action: Action
    expected: datetime
    execution_tag: str
    region: str
    given_up: bool = False
    """Earlier tries killed the app. This attempt is not made, but recorded as failed."""
    keeper: JobKey | CollectionKey | None = None
    """Whose vault opens the action's secrets: the job's own, or that of the collection's defaults."""

    @property
    def keeps_secrets(self) -> JobKey | CollectionKey:
        return self.keeper or self.job


@dataclass(frozen=True, slots=True)
class Completed:
    message: str
    status: int | None = None
    """The number of an HTTP answer, if there was one."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The message says in one line what the remote side did, or did not do."""

    message: str
    status: int | None = None
    """The number of an HTTP answer, if there was one."""
    retry_after: timedelta | None = None
    """How long the target asks to be left alone, if it does."""
    bug: Exception | None = field(default=None, compare=False, repr=False)
    """An error of our own, if there was one. The caller logs it: nobody hears what a runner logs."""


Outcome = Completed | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """An attempt that is over."""

    outcome: Outcome
    started: datetime
    at: datetime
