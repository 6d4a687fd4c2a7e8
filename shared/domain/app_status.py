"""The app's status: is it alive, is it late, did it meet rows that it cannot use?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from shared.domain.census import Census
from shared.domain.job_counts import RENEWED_AHEAD, CredentialEnd
from shared.domain.keys import JobKey
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
    `put_off` is what processes put off lately, because remote sides or collections had no place left.
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
    def jobs_ok(self) -> bool | None:
        """Say whether no job fails; None if that was not counted yet."""
        failing = self.census.jobs.failing if self.census and self.census.jobs else None
        return None if failing is None else failing.count == 0

    @property
    def reasons(self) -> list[str]:
        """Say in words what somebody should look at in the app. Which jobs fail is told apart."""
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
            yield f"What was due at {since} has waited for {_whole_seconds(late)}: nobody carries it out."
        if aside := len(self.set_aside):
            rows, jobs = ("row", "its job does") if aside == 1 else ("rows", "their jobs do")
            yield f"{aside} stored {rows} could not be used and {_was(aside)} set aside; {jobs} not run."
        if self.poison:
            messages = counted(self.poison, "message")
            yield f"{messages} of the dispatch queue {_was(self.poison)} given up; the log says why."

    def _about_versions(self) -> Iterator[str]:
        if self.newer:
            waits = "waits" if self.newer == 1 else "wait"
            rows = f"{counted(self.newer, 'stored row')} {_was(self.newer)}"
            yield f"{rows} written by a newer version, and {waits} for it."
        if self.rules is not None and self.rules > tzdata_version():
            yield (
                f"This instance has tzdata {tzdata_version()}, and jobs were scheduled with {self.rules}: "
                "it reschedules nothing until it is upgraded."
            )

    def _about_census(self) -> Iterator[str]:
        if self.census is None:
            return
        if self.census.shut:
            jobs = counted(self.census.shut, "job")
            yield f"Secrets of {jobs} cannot be opened with any key of SCHEDULER_ENCRYPTION_KEYS."
        if self.census.not_sent.count:
            jobs = counted(self.census.not_sent.count, "job")
            yield (
                f"Requests of {jobs} are never sent: a Host header or a user stands beside a secret, or "
                "programs read the uri in different ways."
            )
        yield from self.census.calendars
        if (ends := self.census.credentials) is not None and ends.ending and ends.earliest:
            yield self._about_ends(ends.ending, ends.earliest[0])

    def _about_ends(self, ending: int, first: CredentialEnd) -> str:
        owner = f"{'job' if isinstance(first.owner, JobKey) else 'collection'} '{first.owner}'"
        soon, over = f"within {RENEWED_AHEAD.days} days", first.ends <= self.at
        if ending > 1:
            verb = "ended" if over else "ends"
            told = f"{ending} credentials have ended or end {soon}. The first is one of {owner}"
            return f"{told}: it {verb} at {_told(first.ends)}."
        return f"A credential of {owner} {'has ended' if over else f'ends {soon}'}, at {_told(first.ends)}."


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _told(instant: datetime) -> str:
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC"


def _whole_seconds(span: timedelta) -> str:
    return str(timedelta(seconds=span // timedelta(seconds=1)))
