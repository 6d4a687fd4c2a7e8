"""The rules of local time: they find the next run of a recurrence in a zone.

A run whose hour is named is a *time of day*: it happens once for every time named. `TimesOfDay` takes the
times of the wall clock from the rules in `rule.py`, without excluded days, and turns them into instants:

1. In the middle of a stretch between two clock changes, that is a subtraction.
2. Beyond the end of the stretch, a time that exists is the next run too.
3. Else, and shortly after a change, the order of walls may not be the order of runs: some are moved forward,
   some come again. Then `_search` takes the walls one by one, beginning as far back as clocks are moved.
   If repeated times count twice, this also holds shortly before a change.

A run whose hour is not named keeps a *beat*, which has a file of its own.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from shared.domain.local_time.beats import beat_for
from shared.domain.local_time.counted_days import CountedBeats, CountedDays
from shared.domain.local_time.excluded import LONGEST_SEARCH, NothingInSight
from shared.domain.local_time.local import Local, Missing, Repeated
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import instant_of, reading_at, reading_of
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.rule import BEGINNING, Rule, Scheduled, rule_for

_DAY: Final = timedelta(days=1)
_HOURS: Final = 24
_SHORT: Final = (Frequency.MINUTE, Frequency.HOUR)


def is_beat(recurrence: Recurrence) -> bool:
    """Say whether runs keep a beat in elapsed time: no hour is named, or all are."""
    schedule, short = recurrence.schedule, recurrence.frequency in _SHORT
    if schedule is None:
        return short
    if not schedule.hours:
        return short or bool(schedule.minutes)
    return len(schedule.hours) == _HOURS


def local_rule(recurrence: Recurrence, *, anchor: Moment, local: Local) -> Rule:
    """Return what finds the runs in local time. The anchor counts by what the clocks show then."""
    if not is_beat(recurrence):
        return TimesOfDay(recurrence, anchor, local)
    beat = beat_for(recurrence, anchor=anchor, zone=local.zone)
    return CountedBeats(beat, local.excluded, local.zone) if local.excluded else beat


class TimesOfDay:
    """The times of day that a recurrence names, each as an instant, none before the start.

    The stretch that was asked about last is kept: from `_begin` to `_end`, clocks are ahead by `_offset`.
    """

    __slots__ = ("_begin", "_end", "_first", "_offset", "_skip", "_start", "_twice", "_walls", "_zone")

    def __init__(self, recurrence: Recurrence, anchor: Moment, local: Local) -> None:
        reading = reading_of(anchor, local.zone)
        walls: Rule
        if recurrence.schedule is None:
            walls = rule_for(recurrence, anchor=reading)
        else:  # what lies before the start is dropped by instants, not by what clocks show
            walls = Scheduled(recurrence, recurrence.schedule, reading, BEGINNING)
        self._walls = CountedDays(walls, local.excluded) if local.excluded else walls
        self._zone = local.zone
        self._start = self._begin = self._end = instant_of(anchor, local.zone)
        self._skip = local.daylight_saving.missing is Missing.SKIP
        self._twice = local.daylight_saving.repeated is Repeated.BOTH
        plain = recurrence.schedule is None and isinstance(anchor, datetime)
        self._first = self._start if plain and not _excluded(reading, local) else None

    def next(self, after: datetime) -> datetime | None:
        """Return the first run later than `after`; raise NothingInSight if none is found in ten years."""
        try:
            if not self._begin <= after < self._end:
                if after < self._start:
                    if self._first is not None:  # an instant is the first run even where clocks show it again
                        return self._first
                    after = self._start - datetime.resolution
                if not self._turn_to(after):
                    return self._search(after, self._earliest(after))
            wall = self._walls.next(after + self._offset)
            if wall is None:
                return None
            run = wall - self._offset
            return run if run < self._end else self._beyond(after, wall)
        except OverflowError:  # beyond the end of the calendar
            return None

    def note(self, run: datetime) -> str | None:
        """Say what a clock change or a day that does not count has to do with a run."""
        return " ".join(self._notes(run)) or None

    def _turn_to(self, instant: datetime) -> bool:
        """Keep the stretch that holds an instant, unless the instant is close to a change."""
        stretch = self._zone.stretch(instant)
        if instant < stretch.settled or (self._twice and stretch.end - instant <= _DAY):
            return False
        self._begin = stretch.settled if self._start < stretch.settled else self._start
        self._end = stretch.end - _DAY if self._twice else stretch.end
        self._offset = stretch.offset
        return True

    def _beyond(self, after: datetime, wall: datetime) -> datetime | None:
        """Return the next run, where the next wall lies beyond the end of the stretch."""
        stretch = self._zone.stretch(self._end)
        run = wall - stretch.offset
        if stretch.begin <= run < stretch.end:
            return run
        first, second = self._zone.instants(wall)
        return first if first <= second else self._search(after, wall)

    def _earliest(self, after: datetime) -> datetime | None:
        """Return the first wall that may have a run later than `after`."""
        return self._walls.next(self._reading(after) - self._moved_by(after) - datetime.resolution)

    def _search(self, after: datetime, wall: datetime | None) -> datetime | None:
        """Take the walls upward until no later one can come earlier than the best."""
        best: datetime | None = None
        while wall is not None:
            for run in self._runs(wall):
                if run > after and (best is None or run < best):
                    best = run
            if best is not None and wall >= self._reading(best) + self._moved_by(best):
                return best
            if best is None and (wall - after).days > LONGEST_SEARCH:
                raise NothingInSight
            try:
                wall = self._walls.next(wall)
            except NothingInSight:
                if best is None:
                    raise
                return best
        return best

    def _runs(self, wall: datetime) -> tuple[datetime, ...]:
        first, second = self._zone.instants(wall)
        if first > second:  # the clocks never show it
            return () if self._skip else (first,)
        return (first, second) if self._twice and first < second else (first,)

    def _moved_by(self, instant: datetime) -> timedelta:
        """Return by how much clocks are moved within a day of an instant."""
        stretch, moved = self._zone.stretch(instant), timedelta()
        if instant - _DAY < stretch.begin:
            moved = abs(stretch.offset - stretch.before)
        if instant + _DAY >= stretch.end:
            moved = max(moved, abs(self._zone.stretch(stretch.end).offset - stretch.offset))
        return moved

    def _reading(self, instant: datetime) -> datetime:
        return reading_at(instant, self._zone)

    def _notes(self, run: datetime) -> Iterator[str]:
        shown = named = self._reading(run)
        first, second = self._zone.instants(shown)
        if first < second:
            which = "first" if run == first else "second"
            yield f"{shown:%H:%M} occurs twice on {shown:%Y-%m-%d}; this is the {which}."
        stretch = self._zone.stretch(run)
        if run < stretch.settled and stretch.offset > stretch.before and not self._skip:
            missing = run + stretch.before
            if self._names(missing):
                named = missing
                runs_at = f"{shown:%H:%M}" if shown.date() == missing.date() else f"{shown:%H:%M on %Y-%m-%d}"
                yield f"{missing:%H:%M} does not exist on {missing:%Y-%m-%d}; runs at {runs_at}."
        origin = self._walls.origin(named) if isinstance(self._walls, CountedDays) else None
        if origin is not None:
            day = BEGINNING + timedelta(days=origin)
            yield f"Moved from {day:%Y-%m-%d}, which is excluded."

    def _names(self, wall: datetime) -> bool:
        return self._walls.next(wall - datetime.resolution) == wall


def _excluded(reading: datetime, local: Local) -> bool:
    return local.excluded is not None and local.excluded.covers((reading - BEGINNING).days)
