"""Attempts: one try at what a ticket asks for, and how it ended."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.action import Action
from shared.domain.keys import JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What a runner needs to carry out an action; the tag is the same for all attempts of one occurrence."""

    job: JobKey
    action: Action
    expected: datetime
    execution_tag: str
    region: str
    given_up: bool = False
    """It killed whoever tried it: it is not to be made, but to be recorded as failed."""


@dataclass(frozen=True, slots=True)
class Completed:
    message: str
    status: int | None = None
    """The number of an HTTP answer, if there was one."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What the remote side did, or did not do, in one line."""

    message: str
    status: int | None = None
    """The number of an HTTP answer, if there was one."""
    bug: Exception | None = field(default=None, compare=False, repr=False)
    """What went wrong on our side, to be logged where lines are heard."""


Outcome = Completed | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """An attempt that is over."""

    outcome: Outcome
    started: datetime
    at: datetime
