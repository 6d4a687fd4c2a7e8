"""The app's condition: is it alive, is it late, has it met what it cannot use."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside
from shared.domain.ticket import TicketKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What storage tells at an instant.

    `overdue` is the oldest ticket that is due and that nobody is at; `messages` counts those of the
    dispatch queue, the ones not yet visible included, `poison` those that were given up.
    """

    at: datetime
    last_scan: Scanned | None
    longest_pause: timedelta
    overdue: TicketKey | None
    set_aside: tuple[SetAside, ...]
    messages: int
    poison: int

    @property
    def since_scan(self) -> timedelta | None:
        """How long ago the last scan was; never less than nothing, although clocks differ."""
        return None if self.last_scan is None else max(self.at - self.last_scan.at, timedelta())

    @property
    def scanning(self) -> bool:
        return self.since_scan is not None and self.since_scan <= self.longest_pause
