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
    REFUSAL = "refusal"
    """It fails, and some jobs need not try it again."""
    DEATH = "death"
    """The runner dies in the middle of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """How an action goes: what happens while it is under way, how long it takes, and its end."""

    ending: Ending = Ending.FINE
    takes: timedelta = timedelta()
    meanwhile: tuple[Request, ...] = ()
    changed: bool = False
    """The requests are about its own job, whatever they say, and others come again a minute later."""


@dataclass(kw_only=True)
class Execution:
    """An action that was begun; one that was not ended killed its runner."""

    ticket: Ticket
    row: str
    """The ticket's place in storage."""
    begun: datetime
    delay: timedelta = timedelta()
    """How long after the times of its schedule its job was due when it was claimed."""
    ended: Ended | None = None
    excused: bool = False
    """It may be repeated: its runner died, or was held up until its lease had run out."""

    forgotten: bool = False
    """Nobody knows any more that it is under way: its ticket cannot be read."""

    @property
    def owner(self) -> Owner:
        return self.ticket.key.job.canonical

    @property
    def begun_late(self) -> bool:
        """Its lease had run out: here, other than in the app, actions wait for each other."""
        return not self.ticket.leased(self.begun)

    def is_under_way(self, now: datetime) -> bool:
        """It has not ended, and its lease has not run out by the clock that is ahead of all others."""
        lease = self.ticket.lease
        living = lease is not None and lease.until > now
        return self.ended is None and living and not self.forgotten

    def may_be_repeated(self, now: datetime) -> bool:
        """It has an excuse or was begun late, and its lease has run out by the clock of the next one."""
        return (self.excused or self.begun_late) and not self.ticket.leased(now)
