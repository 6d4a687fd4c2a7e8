"""When a job runs: frequency and interval on the grid of its anchor, all in UTC."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import MAXYEAR, datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.errors import Faults


class Frequency(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


LONGEST_INTERVAL: Final = {
    Frequency.MINUTE: 1000,
    Frequency.HOUR: 1000,
    Frequency.DAY: 548,
    Frequency.WEEK: 78,
    Frequency.MONTH: 18,
    Frequency.YEAR: 1,
}

_FIXED: Final = {
    Frequency.MINUTE: timedelta(minutes=1),
    Frequency.HOUR: timedelta(hours=1),
    Frequency.DAY: timedelta(days=1),
    Frequency.WEEK: timedelta(weeks=1),
}

_MONTHS: Final = {Frequency.MONTH: 1, Frequency.YEAR: 12}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    frequency: Frequency
    interval: int = 1

    def __post_init__(self) -> None:
        faults = Faults()
        longest = LONGEST_INTERVAL[self.frequency]
        faults.check(
            1 <= self.interval <= longest,
            "interval",
            f"{self.interval} is not between 1 and {longest}, the limit for '{self.frequency}'",
        )
        faults.raise_any()

    @property
    def period(self) -> timedelta:
        """The time between two runs; a month counts 30 days and a year 365."""
        if self.frequency is Frequency.YEAR:
            return timedelta(days=365)
        return _FIXED.get(self.frequency, timedelta(days=30)) * self.interval


def next_run(recurrence: Recurrence, *, anchor: datetime, after: datetime) -> datetime | None:
    """Return the first occurrence later than `after`, or None if the calendar ends before it."""
    if after < anchor:
        return anchor
    unit = _FIXED.get(recurrence.frequency)
    if unit is None:
        return _next_month(recurrence, anchor, after)
    step = unit * recurrence.interval
    try:
        return anchor + ((after - anchor) // step + 1) * step
    except OverflowError:
        return None


def _next_month(recurrence: Recurrence, anchor: datetime, after: datetime) -> datetime | None:
    step = _MONTHS[recurrence.frequency] * recurrence.interval
    passed = (after.year - anchor.year) * 12 + after.month - anchor.month
    number = passed // step
    run = _months_later(anchor, number * step)
    # The point in the period that holds `after` may be past already; the one in the next period is not.
    return run if run is None or run > after else _months_later(anchor, (number + 1) * step)


def _months_later(anchor: datetime, months: int) -> datetime | None:
    """Count from the anchor, so that the 31st becomes the 28th in February and the 31st again in March."""
    year, month = divmod(anchor.year * 12 + anchor.month - 1 + months, 12)
    if year > MAXYEAR:
        return None
    return anchor.replace(year=year, month=month + 1, day=min(anchor.day, monthrange(year, month + 1)[1]))
