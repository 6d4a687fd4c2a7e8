"""Days that do not count once more, day by day: nothing is shared with the engine."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

FARTHEST: Final = 31
STEPS: Final = {"before": timedelta(days=-1), "after": timedelta(days=1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """The days that do not count, and what becomes of their runs: skip, before or after."""

    then: str = "skip"
    weekdays: tuple[int, ...] = ()
    dates: tuple[date, ...] = ()
    yearly: tuple[tuple[int, int], ...] = ()
    ranges: tuple[tuple[date, date], ...] = ()

    def counts(self, day: date) -> bool:
        return not (
            day.weekday() in self.weekdays
            or day in self.dates
            or (day.month, day.day) in self.yearly
            or any(first <= day <= last for first, last in self.ranges)
        )

    def made_on(self, day: date) -> date | None:
        """Return the day on which the runs of a day are made; none if they are left out."""
        if self.counts(day):
            return day
        if self.then == "skip":
            return None
        other = day
        for _ in range(FARTHEST):
            other += STEPS[self.then]
            if self.counts(other):
                return other
        return None
