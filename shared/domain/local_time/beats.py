"""Beats: runs at every real instant at which the clocks show what is named.

Nothing is moved and nothing left out; an hour that is repeated is beaten twice. Between two clock changes
the offset stays the same, and the next run is computed from it. If that lies beyond the change, the search
goes on from there with the next offset.
"""

from bisect import bisect_right
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from shared.domain.local_time.zones import Zone
from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.rule import BEGINNING, Rule, Scheduled, rule_for

_HOUR: Final = timedelta(hours=1)

_Find = Callable[[datetime, timedelta], datetime | None]


def beat_for(recurrence: Recurrence, *, reading: datetime, start: datetime, zone: Zone) -> Rule:
    """Return what finds the runs of a beat; `reading` is what the clocks show at the start."""
    schedule = recurrence.schedule
    if schedule is None:
        return rule_for(recurrence, anchor=start)
    match recurrence.frequency:
        case Frequency.HOUR:
            return Beat(_Hours(recurrence.interval, schedule, reading, start).find, start, zone)
        case Frequency.MINUTE:
            return Beat(_Minutes(recurrence, schedule, start).find, start, zone)
        case _:
            return Beat(_Days(recurrence, schedule, reading).find, start, zone)


class Beat:
    """Runs that are found by the offset between two clock changes, not before the start."""

    __slots__ = ("_find", "_start", "_zone")

    def __init__(self, find: _Find, start: datetime, zone: Zone) -> None:
        self._find = find
        self._start = start
        self._zone = zone

    def next(self, after: datetime) -> datetime | None:
        if after < self._start:
            after = self._start - datetime.resolution
        stretch = self._zone.stretch(after)
        try:
            while True:  # every round begins later, and the calendar ends
                run = self._find(after, stretch.offset)
                if run is None or run < stretch.end:
                    return run
                after = stretch.end - datetime.resolution
                stretch = self._zone.stretch(stretch.end)
        except OverflowError:
            return None


class _Days:
    """Every named minute of the named local days."""

    __slots__ = ("_walls",)

    def __init__(self, recurrence: Recurrence, schedule: Schedule, reading: datetime) -> None:
        self._walls = Scheduled(recurrence, schedule, reading, BEGINNING)

    def find(self, after: datetime, offset: timedelta) -> datetime | None:
        wall = self._walls.next(after + offset)
        return None if wall is None else wall - offset


class _Minutes:
    """Every interval-th minute of elapsed time, if the clocks show a named one."""

    __slots__ = ("_known", "_recurrence", "_schedule", "_start")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, start: datetime) -> None:
        self._recurrence = recurrence
        self._schedule = schedule
        self._start = start
        self._known: dict[timedelta, Scheduled] = {}

    def find(self, after: datetime, offset: timedelta) -> datetime | None:
        walls = self._known.get(offset)
        if walls is None:  # counted as if the clocks had never been changed since the start
            anchor = self._start + offset
            walls = self._known[offset] = Scheduled(self._recurrence, self._schedule, anchor, BEGINNING)
        wall = walls.next(after + offset)
        return None if wall is None else wall - offset


class _Hours:
    """The named minutes of every interval-th hour of elapsed time, from the hour that holds the anchor."""

    __slots__ = ("_first", "_interval", "_known", "_times")

    def __init__(self, interval: int, schedule: Schedule, reading: datetime, start: datetime) -> None:
        within = (reading - BEGINNING) % _HOUR
        self._first = start - within
        self._interval = interval
        self._times = [timedelta(minutes=minute) for minute in schedule.minutes] or [within]
        self._known: dict[timedelta, list[timedelta]] = {}

    def find(self, after: datetime, offset: timedelta) -> datetime:
        marks = self._known.get(offset)
        if marks is None:
            marks = self._known[offset] = self._marks(offset)
        hour, within = divmod(after - self._first, _HOUR)
        wait = -hour % self._interval
        if wait == 0:
            if within < marks[-1]:
                return self._first + hour * _HOUR + marks[bisect_right(marks, within)]
            wait = self._interval
        return self._first + (hour + wait) * _HOUR + marks[0]

    def _marks(self, offset: timedelta) -> list[timedelta]:
        """Return where in its hours the clocks show the named minutes: some zones move by half an hour."""
        shown = self._first + offset - BEGINNING
        return sorted((time - shown) % _HOUR for time in self._times)
