"""The app's status: is it alive, is it late, did it meet rows that it cannot use?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from shared.domain.census import Census
from shared.domain.job_counts import RENEWED_AHEAD
from shared.domain.local_time.zones import tzdata_version
from shared.domain.put_off import PutOff
from shared.domain.scanned import Scanned, age_of, is_scanning
from shared.domain.stored import SetAside
from shared.domain.ticket import TicketKey

TOO_LATE: Final = timedelta(minutes=5)
"""What waits so long for a runner is late. Sooner it may be an instance that starts (up to two minutes), or
a hint that got lost and is sent again after a minute."""


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
        return age_of(self.last_scan, self.at)

    @property
    def scanning(self) -> bool:
        return is_scanning(self.last_scan, self.at, longest_pause=self.longest_pause)

    @property
    def newer(self) -> int:
        """How many rows of newer versions were seen: jobs, collections, and tickets due soon."""
        tickets = self.last_scan.newer if self.last_scan else 0
        return tickets + (self.census.newer if self.census else 0)

    @property
    def reasons(self) -> list[str]:
        """Say in words what somebody should look at. If a few jobs fail, that is their targets' affair."""
        return [*self._about_running(), *self._about_versions(), *self._about_census()]

    def _about_running(self) -> Iterator[str]:
        if not self.scanning:
            yield (
                "No scan has been noted yet: the timer does not run, or cannot reach storage."
                if self.last_scan is None
                else f"The last scan was at {_told(self.last_scan.at)}: the timer does not run, or fails."
            )
        if self.overdue is not None and (late := self.at - self.overdue.due) > TOO_LATE:
            since = _told(self.overdue.due)
            yield f"What is due waits for a runner since {since}, for {_whole_seconds(late)} by now."
        if self.set_aside:
            yield f"{len(self.set_aside)} ticket(s) were set aside; their jobs stand still."
        if self.poison:
            yield f"{self.poison} message(s) of the dispatch queue were given up; the log says why."

    def _about_versions(self) -> Iterator[str]:
        if self.newer:
            yield f"{self.newer} stored row(s) were written by a newer version, and wait for it."
        if self.rules is not None and self.rules > tzdata_version():
            yield (
                f"This instance has tzdata {tzdata_version()}, and jobs were scheduled with {self.rules}: "
                "it reschedules nothing until it is upgraded."
            )

    def _about_census(self) -> Iterator[str]:
        if self.census is None:
            return
        if self.census.shut:
            yield (
                f"Secrets of {self.census.shut} job(s) cannot be opened with any key of "
                "SCHEDULER_ENCRYPTION_KEYS."
            )
        yield from self.census.calendars
        if (ends := self.census.credentials) is not None and ends.ending and ends.earliest:
            first = ends.earliest[0]
            yield (
                f"{ends.ending} credential(s) have ended or end within {RENEWED_AHEAD.days} days, the first "
                f"at {_told(first.ends)}: {first.path} of '{first.owner}'."
            )
        if self.census.jobs is not None and (failing := self.census.jobs.wide_failure) is not None:
            faulted, ran = failing
            yield f"The last run of {faulted} of {ran} enabled jobs failed: do they reach their targets?"


def _told(instant: datetime) -> str:
    return f"{instant:%Y-%m-%dT%H:%M:%SZ}"


def _whole_seconds(span: timedelta) -> str:
    return str(timedelta(seconds=span // timedelta(seconds=1)))
