"""The app's status: is it alive, is it late, did it meet rows that it cannot use?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.census import Census
from shared.domain.local_time.zones import tzdata_version
from shared.domain.put_off import PutOff
from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside
from shared.domain.ticket import TicketKey


@dataclass(frozen=True, slots=True, kw_only=True)
class AppStatus:
    """What storage tells at an instant.

    `overdue` is the oldest ticket that is due and that nobody works on.
    `messages` counts the messages in the dispatch queue, including those that are not visible yet.
    `poison` counts the messages that were given up.
    `put_off` is what processes put off lately, because the remote sides of its jobs had no place left.
    `census` is up to a quarter of an hour old, and None before the first one.
    `rules` is the version of tzdata by which zoned jobs are scheduled; None if there are none.
    """

    at: datetime
    last_scan: Scanned | None
    longest_pause: timedelta
    overdue: TicketKey | None
    set_aside: tuple[SetAside, ...]
    messages: int
    poison: int
    census: Census | None = None
    rules: str | None = None
    put_off: PutOff | None = None

    @property
    def since_scan(self) -> timedelta | None:
        """How long ago the last scan was. It is never negative, although clocks differ."""
        return None if self.last_scan is None else max(self.at - self.last_scan.at, timedelta())

    @property
    def scanning(self) -> bool:
        return self.since_scan is not None and self.since_scan <= self.longest_pause

    @property
    def newer(self) -> int:
        """How many rows of newer versions were seen: jobs, collections, and tickets due soon."""
        tickets = self.last_scan.newer if self.last_scan else 0
        return tickets + (self.census.newer if self.census else 0)

    @property
    def reasons(self) -> list[str]:
        """What is wrong with what is stored, in words."""
        shut = self.census.shut if self.census else 0
        reasons = []
        if shut:
            reasons.append(
                f"Secrets of {shut} job(s) cannot be opened with any key of SCHEDULER_ENCRYPTION_KEYS."
            )
        if self.newer:
            reasons.append(f"{self.newer} stored row(s) were written by a newer version, and wait for it.")
        if self.rules is not None and self.rules > tzdata_version():
            reasons.append(
                f"This instance has tzdata {tzdata_version()}, and jobs were scheduled with {self.rules}: "
                "it reschedules nothing until it is upgraded."
            )
        return [*reasons, *(self.census.calendars if self.census else ())]
