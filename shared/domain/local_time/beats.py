"""Beats: runs at every real instant at which the clocks show what is named.

Nothing is moved and nothing left out; an hour that is repeated is beaten twice. Between two clock changes
the offset stays the same, and the next run is computed from it. If that lies beyond the change, the search
goes on from there with the next offset.
"""

from bisect import bisect_right
from datetime import datetime, timedelta
from typing import Final

from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import Zone, instant_of, reading_of
from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.rule import BEGINNING, Rule, Scheduled, rule_for

_HOUR: Final = timedelta(hours=1)
_SHORT: Final = (Frequency.MINUTE, Frequency.HOUR)


def beat_for(recurrence: Recurrence, *, anchor: Moment, zone: Zone) -> Rule:
    """Return what finds the runs of a beat."""
    if recurrence.schedule is None:
        return rule_for(recurrence, anchor=instant_of(anchor, zone))
    return Beat(recurrence, recurrence.schedule, anchor, zone)


class Beat:
    """Runs that are found by the offset between two clock changes, not before the start."""

    __slots__ = ("_known", "_reading", "_recurrence", "_schedule", "_start", "_zone")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: Moment, zone: Zone) -> None:
        self._recurrence = recurrence
        self._schedule = schedule
        self._start = instant_of(anchor, zone)
        self._reading = reading_of(anchor, zone)
        self._zone = zone
        self._known: dict[timedelta, Rule] = {}

    def next(self, after: datetime) -> datetime | None:
        if after < self._start:
            after = self._start - datetime.resolution
        try:
            stretch = self._zone.stretch(after)
            while True:  # every round begins later, and the calendar ends
                offset = stretch.offset
                walls = self._known.get(offset) or self._walls(offset)
                wall = walls.next(after + offset)
                if wall is None or wall - offset < stretch.end:
                    return None if wall is None else wall - offset
                after = stretch.end - datetime.resolution
                stretch = self._zone.stretch(stretch.end)
        except OverflowError:
            return None

    def _walls(self, offset: timedelta) -> Rule:
        """Return what the clocks show at the runs, as far as they have this offset.

        Minutes and hours are of elapsed time: they are counted as if the clocks had always had it. Days are
        the calendar's.
        """
        recurrence, schedule, walls = self._recurrence, self._schedule, self._reading
        if recurrence.frequency in _SHORT:
            walls = self._start + offset
        moved = walls - self._reading
        rule: Rule
        if recurrence.frequency is Frequency.HOUR and moved % _HOUR:
            rule = _AskewHours(recurrence.interval, schedule, self._reading, moved)
        else:
            rule = Scheduled(recurrence, schedule, walls, BEGINNING)
        self._known[offset] = rule
        return rule


class _AskewHours:
    """The named minutes of every interval-th hour, which do not begin when the clocks show a full hour.

    Some zones move their clocks by half an hour. The hours begin where they began before.
    """

    __slots__ = ("_first", "_interval", "_marks")

    def __init__(self, interval: int, schedule: Schedule, reading: datetime, moved: timedelta) -> None:
        within = (reading - BEGINNING) % _HOUR
        times = [timedelta(minutes=minute) for minute in schedule.minutes] or [within]
        self._first = reading - within + moved
        self._interval = interval
        self._marks = sorted((time - moved) % _HOUR for time in times)

    def next(self, after: datetime) -> datetime:
        hour, within = divmod(after - self._first, _HOUR)
        wait = -hour % self._interval
        if wait == 0:
            if within < self._marks[-1]:
                return self._first + hour * _HOUR + self._marks[bisect_right(self._marks, within)]
            wait = self._interval
        return self._first + (hour + wait) * _HOUR + self._marks[0]
