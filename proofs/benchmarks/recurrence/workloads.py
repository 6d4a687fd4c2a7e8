"""The recurrences that are measured, as this project's own values."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.domain.rule import rule_for

# Fixed, so that every run asks the same. July is neither near before February nor just after it.
NOW: Final = datetime(2026, 7, 2, 9, 7, 13, tzinfo=UTC)
TEN_YEARS_BACK: Final = datetime(2016, 7, 1, 9, 0, tzinfo=UTC)
A_DAY_BACK: Final = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)

MOMENTS: Final = tuple(NOW + number * timedelta(days=43, hours=5, minutes=17) for number in range(8))
"""Moments to ask about, spread over a year: to some, the way to the next run matters. None is a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    name: str
    recurrence: Recurrence
    walked: int = 24  # so many runs in a row are a fair mixture: two years of monthly ones

    def runs(self) -> Iterator[datetime]:
        """Yield the runs that are walked through, from the first after NOW."""
        rule = rule_for(self.recurrence, anchor=TEN_YEARS_BACK)
        run = rule.next(NOW)
        for _ in range(self.walked):
            if run is not None:
                yield run
                run = rule.next(run)


def _friday(occurrence: int) -> tuple[MonthlyOccurrence, ...]:
    return (MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=occurrence),)


EVERY_15_MINUTES: Final = Workload(
    name="every 15 minutes",
    recurrence=Recurrence(frequency=Frequency.MINUTE, interval=15),
    walked=96,  # a day
)
WEEKDAY_TABLE: Final = Workload(
    name="weekdays 9-16, every 15 minutes",
    recurrence=Recurrence(
        frequency=Frequency.WEEK,
        schedule=Schedule(week_days=tuple(Weekday)[:5], hours=tuple(range(9, 17)), minutes=(0, 15, 30, 45)),
    ),
    walked=5 * 8 * 4,  # a week
)
LAST_FRIDAY: Final = Workload(
    name="last Friday 05:15",
    recurrence=Recurrence(
        frequency=Frequency.MONTH,
        schedule=Schedule(monthly_occurrences=_friday(-1), hours=(5,), minutes=(15,)),
    ),
)
FIRST_AND_LAST_DAY: Final = Workload(
    name="first and last day 06:00",
    recurrence=Recurrence(
        frequency=Frequency.MONTH, schedule=Schedule(month_days=(1, -1), hours=(6,), minutes=(0,))
    ),
)
FIFTH_FRIDAY: Final = Workload(
    name="fifth Friday 09:00",
    recurrence=Recurrence(
        frequency=Frequency.MONTH,
        schedule=Schedule(monthly_occurrences=_friday(5), hours=(9,), minutes=(0,)),
    ),
)
EVERY_548_DAYS: Final = Workload(
    name="every 548 days", recurrence=Recurrence(frequency=Frequency.DAY, interval=548)
)
THE_31ST: Final = Workload(
    name="the 31st",
    recurrence=Recurrence(frequency=Frequency.MONTH, schedule=Schedule(month_days=(31,))),
)
LEAP_DAY: Final = Workload(
    name="29 February",
    recurrence=Recurrence(frequency=Frequency.YEAR, schedule=Schedule(months=(2,), month_days=(29,))),
    walked=12,  # half a century; some peers look no further
)

WORKLOADS: Final = (
    EVERY_15_MINUTES,
    WEEKDAY_TABLE,
    LAST_FRIDAY,
    FIRST_AND_LAST_DAY,
    FIFTH_FRIDAY,
    EVERY_548_DAYS,
    THE_31ST,
    LEAP_DAY,
)
