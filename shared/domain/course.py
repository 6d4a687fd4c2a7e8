"""What a job notes of its course, so that its policies can be decided on: most jobs note nothing."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from shared.domain.keys import JobKey
from shared.domain.policies import MOST_CAUGHT_UP
from shared.domain.ticket import TicketKey

MOST_FAULTS_NOTED: Final = 300
"""Three times as many as are ever counted: some of those in between may still be open."""


class SkipReason(StrEnum):
    """Why an occurrence was not made."""

    OVERLAP = "overlap"
    """An earlier one was open."""
    TOO_LATE = "tooLate"
    LIMIT = "limit"
    """Too many were missed to make up for all of them."""
    COLLECTION_DISABLED = "collectionDisabled"
    DISABLED = "disabled"
    """It was due, and the job was disabled before it had started."""
    SUPERSEDED = "superseded"
    """It was due, and the job was changed before it had started; or by today's calendar it is none."""
    BEGUN_IN_VAIN = "begunInVain"
    """It had started, the job was changed, and nobody lived to tell how it ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """All times of the schedule from the first up to an instant were skipped for one reason."""

    reason: SkipReason
    first: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A stretch that is over."""

    job: JobKey
    incarnation: str
    revision: str
    """The revision of the job whose schedule names what was skipped."""
    stretch: Stretch
    etag: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRun:
    """The next occurrence waits for an earlier one; these are its ticket's times."""

    since: datetime
    expected: datetime
    covers: datetime | None = None
    following: datetime | None = None
    """The time of the schedule after it: from then on, more comes due while it waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """The latest occurrence that succeeded, and the later ones that faulted, by their ordinals."""

    last_ok: int = 0
    faults: tuple[int, ...] = ()

    def after(self, ordinal: int, *, succeeded: bool) -> "Streak":
        """Return the streak when one more is over. Occurrences may end in any order."""
        if succeeded:
            last = max(self.last_ok, ordinal)
            return Streak(last_ok=last, faults=tuple(fault for fault in self.faults if fault > last))
        if ordinal <= self.last_ok:
            return self
        faults = sorted({*self.faults, ordinal})
        return Streak(last_ok=self.last_ok, faults=tuple(faults[-MOST_FAULTS_NOTED:]))

    def has_in_a_row(self, count: int) -> bool:
        faulted = set(self.faults)
        return any(all(first + more in faulted for more in range(count)) for first in self.faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    running: tuple[TicketKey, ...] = ()
    """The tickets by which open occurrences live, if occurrences must not overlap.

    There is one, unless several were under way when the job was changed into one that must not overlap.
    """
    waits: WaitingRun | None = None
    """The next occurrence, if it waits for an open one."""
    busy_since: datetime | None = None
    """Since when occurrences have been open without a pause."""
    accounted: datetime | None = None
    """The last time of the schedule that was dealt with; noted while the job waits for no occurrence."""
    left: int = MOST_CAUGHT_UP
    """How many more missed occurrences are made."""
    skipping: Stretch | None = None
    """What was skipped last, as long as it may go on."""
    has_records: bool = False
    """Whether rows tell of what was skipped before."""
    streak: Streak = Streak()
    """What counts for `disableAfterFaults`."""
    next_nominal: datetime | None = None
    """The time that the schedule names for the next occurrence, if it is not due at that time."""

    def with_running(self, before: TicketKey, after: TicketKey | None = None) -> "Course":
        """Return the course when a ticket of an open occurrence is gone, or another has taken its place."""
        if before not in self.running:
            return self
        others = tuple(key for key in self.running if key != before)
        return replace(self, running=others if after is None else (*others, after))


NO_COURSE: Final = Course()
