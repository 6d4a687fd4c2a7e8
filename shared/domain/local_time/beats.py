"""Beats: runs at every real instant at which the clocks show what is named.

Nothing is moved and nothing left out; an hour that is repeated is beaten twice. Between two clock changes
the offset stays the same, and the next run is computed from it. If that lies beyond the change, the search
goes on from there with the next offset.
"""

from bisect import bisect_left
from datetime import datetime, timedelta
from typing import Final

from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import Zone, instant_of, reading_of
from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.rule import BEGINNING, Rule, Scheduled, rule_for

_HOUR: Final = timedelta(hours=1)
_MINUTE: Final = timedelta(minutes=1)
_DAY: Final = 24 * 60


def beat_for(recurrence: Recurrence, *, anchor: Moment, zone: Zone) -> Rule:
    """Return what finds the runs of a beat."""
    if recurrence.schedule is None:
        return rule_for(recurrence, anchor=instant_of(anchor, zone))
    return Beat(recurrence, recurrence.schedule, anchor, zone)


class Beat:
    """Runs that are found by the offset between two clock changes, not before the start.

    The stretch that was asked about last is kept: from `_begin` to `_end`, `_find` finds the runs.
    """

    __slots__ = ("_begin", "_end", "_find", "_reading", "_recurrence", "_schedule", "_start", "_zone")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: Moment, zone: Zone) -> None:
        self._recurrence = recurrence
        self._schedule = schedule
        self._start = self._begin = self._end = instant_of(anchor, zone)
        self._reading = reading_of(anchor, zone)
        self._zone = zone

    def next(self, after: datetime) -> datetime | None:
        try:
            if not self._begin <= after < self._end:
                if after < self._start:
                    after = self._start - datetime.resolution
                self._turn_to(after)
            run = self._find(after)
            while run is not None and run >= self._end:  # every round begins later, and the calendar ends
                after = self._end - datetime.resolution
                self._turn_to(self._end)
                run = self._find(after)
            return run
        except OverflowError:
            return None

    def _turn_to(self, instant: datetime) -> None:
        stretch, start = self._zone.stretch(instant), self._start
        self._find = self._rule(stretch.offset).next
        self._begin = stretch.begin if start < stretch.begin else start
        self._end = stretch.end

    def _rule(self, offset: timedelta) -> Rule:
        """Return a rule that counts as if the clocks had always had this offset.

        Minutes and hours are of elapsed time, days are the calendar's.
        """
        recurrence, schedule, anchor = self._recurrence, self._schedule, self._start + offset
        match recurrence.frequency:
            case Frequency.HOUR:
                return self._hours(schedule.minutes, anchor - self._reading)
            case Frequency.MINUTE:
                return _Walls(Scheduled(recurrence, schedule, anchor, BEGINNING), offset)
            case _:
                return _Walls(Scheduled(recurrence, schedule, self._reading, BEGINNING), offset)

    def _hours(self, minutes: tuple[int, ...], moved: timedelta) -> Rule:
        """Return the rule of hours that go on as the anchor's began, however the clocks were moved since."""
        start, reading, interval = self._start, self._reading, self._recurrence.interval
        if moved and moved % _HOUR:  # some zones move their clocks by half an hour
            within = timedelta(0, reading.minute * 60 + reading.second, reading.microsecond)
            times = [_MINUTE * minute for minute in minutes] or [within]
            marks = sorted((time - moved) % _HOUR for time in times)
            first = start - within + marks[0] % _MINUTE
            return _Hours(interval, first, tuple(mark // _MINUTE for mark in marks))
        first = start - _MINUTE * reading.minute
        if minutes and (reading.second or reading.microsecond):
            first -= timedelta(0, reading.second, reading.microsecond)
        return _Hours(interval, first, minutes or (reading.minute,))


class _Walls:
    """Wall times as instants, as long as the clocks have an offset."""

    __slots__ = ("_offset", "_walls")

    def __init__(self, walls: Rule, offset: timedelta) -> None:
        self._walls = walls
        self._offset = offset

    def next(self, after: datetime) -> datetime | None:
        wall = self._walls.next(after + self._offset)
        return None if wall is None else wall - self._offset


class _Hours:
    """The named minutes of every interval-th hour of elapsed time.

    `first` is the first one's first minute. If it has seconds, all runs have them.
    """

    __slots__ = ("_first", "_interval", "_minutes")

    def __init__(self, interval: int, first: datetime, minutes: tuple[int, ...]) -> None:
        self._first = first
        self._interval = interval
        self._minutes = minutes

    def next(self, after: datetime) -> datetime:
        past = after - self._first
        hour, minute = divmod(past.days * _DAY + past.seconds // 60 + 1, 60)
        wait = -hour % self._interval
        minutes = self._minutes
        if wait == 0:
            if minute <= minutes[-1]:
                return self._first + _MINUTE * (hour * 60 + minutes[bisect_left(minutes, minute)])
            wait = self._interval
        return self._first + _MINUTE * ((hour + wait) * 60 + minutes[0])
