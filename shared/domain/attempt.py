"""Attempts: one try at what a ticket asks for, and how it ended."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Failed:
    """What the remote side did, or did not do, in one line."""

    message: str


Outcome = Completed | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """An attempt that is over."""

    outcome: Outcome
    started: datetime
    at: datetime
