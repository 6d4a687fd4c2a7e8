"""A job's recurrence. If a Recurrence exists, it is valid."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Final

from shared.domain.about import About
from shared.domain.errors import Faults, cut
from shared.domain.local_time.wall_time import Moment


class Frequency(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Weekday(IntEnum):
    """Weekdays as `datetime.weekday()` numbers them. Weeks begin on Monday."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6


LONGEST_INTERVAL: Final = {
    Frequency.MINUTE: 1000,
    Frequency.HOUR: 1000,
    Frequency.DAY: 548,
    Frequency.WEEK: 78,
    Frequency.MONTH: 18,
    Frequency.YEAR: 1,
}
LARGEST_COUNT: Final = 2**31 - 1

_LONGEST_MONTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)
FITTING: Final = {
    "weekDays": (Frequency.WEEK,),
    "monthDays": _MONTHLY,
    "monthlyOccurrences": _MONTHLY,
    "months": _MONTHLY,
}
"""The frequencies that each part of a schedule fits. Parts that are not listed fit all."""


def _either(largest: int) -> dict[str, Any]:
    """What the document says of a number that is counted from the start or, negative, from the end."""
    return {"oneOf": [{"minimum": -largest, "maximum": -1}, {"minimum": 1, "maximum": largest}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthlyOccurrence:
    """A weekday of each month: 1 is the first, -1 the last, and so on; None is every one."""

    day: Weekday
    occurrence: Annotated[
        int | None,
        About(
            words="The first such day of the month is 1, the last -1; left out, every one.", rules=_either(5)
        ),
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        faults.check(
            self.occurrence is None or 1 <= abs(self.occurrence) <= 5,
            "occurrence",
            f"{cut(self.occurrence)} is not between -5 and -1 or between 1 and 5",
        )
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Which months, days, hours and minutes of a period count. An empty part sets no limit.

    Each value is kept once, and numbers in ascending order.
    """

    minutes: Annotated[tuple[int, ...], About(lowest=0, highest=59)] = ()
    hours: Annotated[
        tuple[int, ...], About(words="Of the day, in the job's time zone.", lowest=0, highest=23)
    ] = ()
    week_days: tuple[Weekday, ...] = ()
    month_days: Annotated[
        tuple[int, ...],
        About(each={**_either(31), "description": "Negative ones count from the end of the month."}),
    ] = ()
    monthly_occurrences: tuple[MonthlyOccurrence, ...] = ()
    months: Annotated[tuple[int, ...], About(lowest=1, highest=12)] = ()

    def __post_init__(self) -> None:
        faults = Faults()
        _check_each(faults, "minutes", self.minutes, 0, 59)
        _check_each(faults, "hours", self.hours, 0, 23)
        _check_each(faults, "months", self.months, 1, 12)
        for index, day in enumerate(self.month_days):
            rule = f"{cut(day)} is not between -31 and -1 or between 1 and 31"
            faults.check(1 <= abs(day) <= 31, f"monthDays[{index}]", rule)
        faults.raise_any()
        for name in ("minutes", "hours", "week_days", "month_days", "months"):
            self._keep_once(name, sorted(getattr(self, name)))
        self._keep_once("monthly_occurrences", self.monthly_occurrences)

    @property
    def named(self) -> tuple[str, ...]:
        """The keys of the given parts that do not fit every frequency."""
        parts = (self.week_days, self.month_days, self.monthly_occurrences, self.months)
        return tuple(key for key, values in zip(FITTING, parts, strict=True) if values)

    def __bool__(self) -> bool:
        """A schedule without any values counts as no schedule."""
        days = self.week_days or self.month_days or self.monthly_occurrences
        return bool(self.minutes or self.hours or days or self.months)

    def _keep_once(self, name: str, values: Any) -> None:
        object.__setattr__(self, name, tuple(dict.fromkeys(values)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    frequency: Frequency
    interval: Annotated[int, About(lowest=1)] = 1
    count: Annotated[
        int | None,
        About(words="After so many runs the job is completed.", lowest=1, highest=LARGEST_COUNT),
    ] = None
    end_time: Annotated[
        Moment | None, About(words="The last instant at which the job may run; not in the past.")
    ] = None
    schedule: Schedule | None = None

    def __post_init__(self) -> None:
        faults = Faults()
        longest = LONGEST_INTERVAL[self.frequency]
        faults.check(
            1 <= self.interval <= longest,
            "interval",
            f"{cut(self.interval)} is not between 1 and {longest}, the limit for '{self.frequency}'",
        )
        _check_count(faults, self.count)
        if self.schedule is not None:
            _check_fit(faults, self.frequency, self.schedule.named)
            self._check_days(faults, self.schedule)
        faults.raise_any()
        object.__setattr__(self, "schedule", self.schedule or None)

    def _check_days(self, faults: Faults, schedule: Schedule) -> None:
        """Note a fault if none of the months has any of the days, as with 30 February."""
        if not (schedule.months and schedule.month_days) or schedule.monthly_occurrences:
            return
        longest = max(_LONGEST_MONTHS[month - 1] for month in schedule.months)
        faults.check(
            min(abs(day) for day in schedule.month_days) <= longest,
            "schedule.monthDays",
            f"the job could never run: no day of {_listed(schedule.month_days)} exists "
            f"in month {_listed(schedule.months)}, which has at most {longest} days",
        )


def refuse_unfit(frequency: Frequency, keys: Iterable[str]) -> None:
    """Raise Invalid if parts of a schedule, given by their keys, do not fit the frequency."""
    faults = Faults()
    _check_fit(faults, frequency, keys)
    faults.raise_any()


def refuse_count(count: int | None) -> None:
    """Raise Invalid if no recurrence may have this count, whatever its frequency."""
    faults = Faults()
    _check_count(faults, count)
    faults.raise_any()


def _check_fit(faults: Faults, frequency: Frequency, keys: Iterable[str]) -> None:
    for key in keys:
        frequencies = " or ".join(f"'{fitting}'" for fitting in FITTING[key])
        faults.check(
            frequency in FITTING[key],
            f"schedule.{key}",
            f"fits frequency {frequencies} only, not '{frequency}'",
        )


def _check_count(faults: Faults, count: int | None) -> None:
    fits = count is None or 1 <= count <= LARGEST_COUNT
    faults.check(fits, "count", f"{cut(count)} is not between 1 and {LARGEST_COUNT}")


def _check_each(faults: Faults, key: str, values: tuple[int, ...], lowest: int, highest: int) -> None:
    for index, value in enumerate(values):
        if (
            not lowest <= value <= highest
        ):  # the words are made only where they are needed: rows are read often
            faults.add(f"{key}[{index}]", f"{cut(value)} is not between {lowest} and {highest}")


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)
