"""Which days a recurrence names.

Days are counted from 0001-01-01, which is day 0 and a Monday. Weeks begin on Mondays.
Months are counted from January of year 0.

All classes search in the same way:

1. Find the period (a day, week or month) that holds the given day.
2. `wait` is how many periods it is to the next active one. The remainder of a division tells it,
   so that no search begins at the anchor.
3. If this period is active (`wait` is 0) and names a day that is not over, return that day.
4. Else go on to the next active period, and return its first day.

Only months can be active and yet name no day, such as a month without a 31st; then step 4 repeats.
"""

from bisect import bisect_left
from datetime import MAXYEAR, date, datetime
from math import lcm
from typing import Final, Protocol

from shared.domain.recurrence import Frequency, Recurrence, Schedule


class Days(Protocol):
    def find(self, day: int, /) -> int | None:
        """Return the first named day that is not before the given one, or None if there is none."""


_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_END: Final = (MAXYEAR + 1) * 12
"""The month after the last one, where every search ends. The rarest days are centuries apart."""


class EveryFewDays:
    __slots__ = ("_first", "_interval")

    def __init__(self, recurrence: Recurrence, _schedule: Schedule, anchor: datetime) -> None:
        self._first = anchor.toordinal() - 1
        self._interval = recurrence.interval

    def find(self, day: int) -> int:
        return day + (self._first - day) % self._interval


class DaysOfWeeks:
    """The named weekdays of every interval-th week; the anchor's weekday if none is named."""

    __slots__ = ("_days", "_first", "_interval")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._first = (anchor.toordinal() - 1) // 7
        self._interval = recurrence.interval
        self._days = schedule.week_days or (anchor.weekday(),)

    def find(self, day: int) -> int:
        week, weekday = divmod(day, 7)
        wait = (self._first - week) % self._interval
        if wait == 0:
            if weekday <= self._days[-1]:
                return week * 7 + self._days[bisect_left(self._days, weekday)]
            wait = self._interval
        return (week + wait) * 7 + self._days[0]


class DaysOfMonths:
    """The named days of every interval-th month, if that is among the named months."""

    __slots__ = ("_anchor_day", "_by_weekday", "_first", "_interval", "_known", "_months", "_schedule")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._schedule = schedule
        self._anchor_day = anchor.day
        self._first = anchor.year * 12 + anchor.month - 1
        self._interval = recurrence.interval
        self._months = schedule.months
        self._by_weekday = bool(schedule.monthly_occurrences)
        self._known: dict[int, list[int]] = {}
        if recurrence.frequency is Frequency.YEAR and not schedule.months:
            self._interval = 12
        elif len(schedule.months) == 1:
            self._keep_to_the_month()

    def _keep_to_the_month(self) -> None:
        """If one month is named, count from it in whole years, so that `find` visits no other month.

        If the interval never reaches that month, nothing changes, and `find` finds nothing.
        """
        wanted = self._months[0] - 1
        for month in range(self._first, self._first + 12 * self._interval, self._interval):
            if month % 12 == wanted:
                self._first, self._interval, self._months = month, lcm(self._interval, 12), ()
                return

    def find(self, day: int) -> int | None:
        within = date.fromordinal(day + 1)
        month = within.year * 12 + within.month - 1
        wait = (self._first - month) % self._interval
        if wait == 0:
            days = self._days_in(month)
            if days and within.day <= days[-1]:
                return day - within.day + days[bisect_left(days, within.day)]
            wait = self._interval
        month += wait
        while month < _END:
            days = self._days_in(month)
            if days:
                return date(month // 12, month % 12 + 1, days[0]).toordinal() - 1
            month += self._interval
        return None

    def _days_in(self, month: int) -> list[int]:
        """Return the named days of a month, in order; none if the month is not named.

        Months of the same length that begin on the same weekday have the same days: those are remembered.
        """
        index = month % 12
        if self._months and index + 1 not in self._months:
            return []
        alike = length = 29 if month % 48 == 1 and _is_leap(month // 12) else _LENGTHS[index]
        if self._by_weekday:
            alike += date(month // 12, index + 1, 1).weekday() * 100
        days = self._known.get(alike)
        if days is None:
            days = self._known[alike] = self._find_days(alike // 100, length)
        return days

    def _find_days(self, first_weekday: int, length: int) -> list[int]:
        """Return the named days of a month of this kind, in order.

        Days from the end, and weekdays, become numbers of days first. What the month does not have, such as
        a fifth Friday, becomes a number outside the month and is dropped.
        """
        schedule = self._schedule
        days: list[int] = []
        for day in schedule.month_days:
            days.append(day if day > 0 else length + 1 + day)
        for wanted in schedule.monthly_occurrences:
            first, number = (wanted.day - first_weekday) % 7 + 1, wanted.occurrence
            if number is None:
                days += range(first, length + 1, 7)
            elif number > 0:
                days.append(first + (number - 1) * 7)
            else:
                days.append(length - (length - first) % 7 + (number + 1) * 7)
        if not days:
            return [min(self._anchor_day, length)]  # day 31 becomes the last day of a shorter month
        if len(days) == 1:
            return days if 1 <= days[0] <= length else []
        return sorted({day for day in days if 1 <= day <= length})


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
