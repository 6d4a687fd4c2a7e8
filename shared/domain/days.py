"""Which days a recurrence names. Days are counted from 0001-01-01, a Monday; weeks begin on Mondays."""

from bisect import bisect_left
from datetime import MAXYEAR, date, datetime
from math import lcm
from typing import Final, Protocol

from shared.domain.recurrence import Frequency, Recurrence, Schedule


class Days(Protocol):
    def find(self, day: int, /) -> int | None:
        """Return the first day named that is not before the given one, or None if there is none."""


_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_END: Final = (MAXYEAR + 1) * 12
"""The month after the last one. A search ends here at the latest; the rarest days are centuries apart."""


class EveryFewDays:
    __slots__ = ("_first", "_interval")

    def __init__(self, recurrence: Recurrence, _schedule: Schedule, anchor: datetime) -> None:
        self._first = anchor.toordinal() - 1
        self._interval = recurrence.interval

    def find(self, day: int) -> int:
        return day + (self._first - day) % self._interval


class DaysOfWeeks:
    """The weekdays of every few weeks; the anchor's, if the schedule names none."""

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
    """The days of every few months, counted from year 0, as far as they are among the months named."""

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
        """Where one month counts, count from it and in whole years, if it is ever reached."""
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
        """Return the days of a month; months of one length that begin on one weekday are alike."""
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
        """Return the days named; what the month has not, such as a fifth Friday, falls outside of it."""
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
            return [min(self._anchor_day, length)]
        if len(days) == 1:
            return days if 1 <= days[0] <= length else []
        return sorted({day for day in days if 1 <= day <= length})


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
