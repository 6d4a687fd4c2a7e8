"""Times on the wall clock without the days that do not count."""

from datetime import datetime, timedelta
from typing import Final

from shared.domain.local_time.excluded import LONGEST_SEARCH, Excluded, NothingInSight
from shared.domain.local_time.zones import Zone, reading_at
from shared.domain.rule import BEGINNING, Rule

_JUST_BEFORE: Final = -datetime.resolution


class CountedDays:
    """Named times of day; those of a day that does not count are left out, or moved as they are.

    1. Take the first day that counts, from the given time on.
    2. Find the first named time on the days whose runs may be made there or later.
    3. The day on which it is made holds the answer: the earliest time of all days that are made there.
    4. If all of these are over by then, go on with the next day.
    """

    __slots__ = ("_excluded", "_walls")

    def __init__(self, walls: Rule, excluded: Excluded) -> None:
        self._walls = walls
        self._excluded = excluded

    def next(self, after: datetime) -> datetime | None:
        excluded = self._excluded
        today, time = _split(after)
        end = today + LONGEST_SEARCH
        target = excluded.free_from(today)
        passed = time if target == today else _JUST_BEFORE
        source = excluded.sources(target)[0]
        while source < end:
            wall = self._walls.next(_wall(source, _JUST_BEFORE))
            if wall is None:
                return None
            source = (wall - BEGINNING).days
            moved = excluded.moved(source)
            if moved is not None and moved >= target:
                if moved > target:
                    target, passed = moved, _JUST_BEFORE
                if answer := self._earliest(target, passed):
                    return answer
            source += 1
        raise NothingInSight

    def origin(self, wall: datetime) -> int | None:
        """Return the day from which a time was moved, or None if it stands where it was named."""
        target, time = _split(wall)
        for source in (target, *self._excluded.sources(target)):
            if self._walls.next(_wall(source, time + _JUST_BEFORE)) == _wall(source, time):
                return None if source == target else source
        return None

    def _earliest(self, target: int, passed: timedelta) -> datetime | None:
        """Return the first time later than `passed` of all days whose runs are made on the target day."""
        times = []
        for source in self._excluded.sources(target):
            wall = self._walls.next(_wall(source, passed))
            if wall is not None and (wall - BEGINNING).days == source:
                times.append(wall - _wall(source, timedelta()))
        return _wall(target, min(times)) if times else None


class CountedBeats:
    """Instants of a beat, without those on local days that do not count."""

    __slots__ = ("_beat", "_excluded", "_zone")

    def __init__(self, beat: Rule, excluded: Excluded, zone: Zone) -> None:
        self._beat = beat
        self._excluded = excluded
        self._zone = zone

    def next(self, after: datetime) -> datetime | None:
        first = run = self._beat.next(after)
        try:
            while first and run and self._excluded.covers(self._day(run)):
                if (run - first).days > LONGEST_SEARCH:
                    raise NothingInSight
                run = self._beat.next(self._later(run) + _JUST_BEFORE)
        except OverflowError:  # beyond the end of the calendar
            return None
        return run

    def _later(self, run: datetime) -> datetime:
        """Return when the next day that counts begins, or when the clocks are changed before that.

        At a change they may be set back to a day that counts.
        """
        stretch = self._zone.stretch(run)
        midnight = _wall(self._excluded.free_from(self._day(run)), timedelta())
        return min(midnight - stretch.offset, stretch.end)

    def _day(self, run: datetime) -> int:
        return (reading_at(run, self._zone) - BEGINNING).days


def _split(wall: datetime) -> tuple[int, timedelta]:
    past = wall - BEGINNING
    return past.days, past - timedelta(days=past.days)


def _wall(day: int, time: timedelta) -> datetime:
    return BEGINNING + timedelta(days=day) + time
