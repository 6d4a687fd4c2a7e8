"""Days that do not count, put together from all that names them.

Days are counted from 0001-01-01, which is day 0 and a Monday.
"""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Final

FARTHEST: Final = 31
"""So many days a run is moved at most."""
LONGEST_SEARCH: Final = 3_653
"""Days, some ten years. A job that has no run in them is taken for one that never runs."""
_DAYS: Final = date.max.toordinal()


class NothingInSight(Exception):
    """No run was found in ten years: days that do not count, or clock changes, leave none."""


class Then(StrEnum):
    """What becomes of the runs of a day that does not count."""

    SKIP = "skip"
    BEFORE = "before"
    AFTER = "after"


class Excluded:
    """The days that do not count, and what becomes of their runs."""

    __slots__ = ("_days", "_ends", "_firsts", "_weekdays", "_yearly", "looks", "shared", "then")

    def __init__(
        self,
        then: Then = Then.SKIP,
        *,
        weekdays: Iterable[int] = (),
        days: Iterable[int] = (),
        yearly: Iterable[tuple[int, int]] = (),
        ranges: Iterable[tuple[int, int]] = (),
    ) -> None:
        """`yearly` are months and days; `ranges` are first and last days."""
        self.then = then
        self.looks = 0
        """How often it was asked whether a day counts: what a search has cost."""
        self._weekdays = frozenset(weekdays)
        self._days = frozenset(days)
        self._yearly = frozenset(yearly)
        self._firsts, self._ends = joined(ranges)
        self.shared: Excluded | None = None
        """More days, which are put together once and are part of several."""

    def covers(self, day: int) -> bool:
        self.looks += 1
        return self._holds(day) or (self.shared is not None and self.shared._holds(day))

    def _holds(self, day: int) -> bool:
        if day % 7 in self._weekdays or day in self._days:
            return True
        if self._firsts and (at := bisect_right(self._firsts, day)) and day <= self._ends[at - 1]:
            return True
        return bool(self._yearly) and _month_and_day(day) in self._yearly

    def free_from(self, day: int) -> int:
        """Return the first day from this one on that counts; raise NothingInSight."""
        for later in range(day, day + LONGEST_SEARCH):
            if not self.covers(later):
                return later
        raise NothingInSight

    def moved(self, day: int) -> int | None:
        """Return the day on which the runs of a day are made, or None if they are left out."""
        if not self.covers(day):
            return day
        if self.then is Then.SKIP:
            return None
        step = 1 if self.then is Then.AFTER else -1
        near = range(day + step, day + step * (FARTHEST + 1), step)
        return next((other for other in near if not self.covers(other)), None)

    def sources(self, target: int) -> range:
        """Return the days whose runs are made on a day that counts, itself among them."""
        step = -1 if self.then is Then.AFTER else 1
        last = target
        while self.then is not Then.SKIP and abs(last - target) < FARTHEST and self.covers(last + step):
            last += step
        return range(min(target, last), max(target, last) + 1)


def joined(ranges: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Return the first and the last days of ranges, in order; those that touch are one."""
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in sorted(ranges):
        if lasts and first <= lasts[-1] + 1:
            lasts[-1] = max(lasts[-1], last)
        else:
            firsts.append(first)
            lasts.append(last)
    return firsts, lasts


def _month_and_day(day: int) -> tuple[int, int]:
    if not 0 <= day < _DAYS:
        return 0, 0  # beyond the calendar, where searches end
    within = date.fromordinal(day + 1)
    return within.month, within.day
