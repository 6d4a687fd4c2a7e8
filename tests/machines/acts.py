"""Actions: how they are to go, and which of them were begun."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from shared.domain.attempt import Ended
from shared.domain.ticket import Ticket
from tests.machines.requests import Request
from tests.machines.snapshot import Owner


class Ending(StrEnum):
    FINE = "fine"
    FAILURE = "failure"
    DEATH = "death"
    """The runner dies in the middle of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """How an action goes: what happens while it is under way, how long it takes, and its end."""

    ending: Ending = Ending.FINE
    takes: timedelta = timedelta()
    meanwhile: tuple[Request, ...] = ()


@dataclass(kw_only=True)
class Execution:
    """An action that was begun; one that was not ended killed its runner."""

    ticket: Ticket
    begun: datetime
    ended: Ended | None = None
    excused: bool = False
    """It may be repeated: its runner died, or was held up until its lease had run out."""

    @property
    def owner(self) -> Owner:
        return self.ticket.key.job.canonical

    @property
    def begun_late(self) -> bool:
        """Its lease had run out: here, other than in the app, actions wait for each other."""
        return not self.ticket.leased(self.begun)

    def may_be_repeated(self, now: datetime) -> bool:
        """It has an excuse or was begun late, and its lease has run out by the clock of the next one."""
        return (self.excused or self.begun_late) and not self.ticket.leased(now)
