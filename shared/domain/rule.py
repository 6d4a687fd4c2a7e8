"""The recurrence engine: which of the wall-clock times that a recurrence names comes next.

Time is cut into periods of one frequency unit; the one that holds the anchor is active, and every
interval-th after it. Without a schedule runs stand on a grid. With one they are the whole minutes of
active periods that the schedule lets through, plus a rest of less than a minute. Nothing is walked
that can be computed: the cost of an answer depends neither on the anchor's age nor on the interval.

Minutes are counted from the beginning of year 1. They become instants, in UTC, in one place only.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from shared.domain.days import Days, DaysOfMonths, DaysOfWeeks, EveryFewDays
from shared.domain.recurrence import Frequency, Recurrence, Schedule


class Minutes(Protocol):
    def find(self, earliest: int, /) -> int | None:
        """Return the first minute named that is not before the given one, or None if there is none."""


_STEPS: Final = {
    Frequency.MINUTE: timedelta(minutes=1),
    Frequency.HOUR: timedelta(hours=1),
    Frequency.DAY: timedelta(days=1),
    Frequency.WEEK: timedelta(weeks=1),
}
_DAY: Final = 24 * 60
_MINUTE: Final = timedelta(minutes=1)
_ALL_HOURS: Final = tuple(range(24))
_ALL_MINUTES: Final = tuple(range(60))
_DAYS: Final[dict[Frequency, Callable[[Recurrence, Schedule, datetime], Days]]] = {
    Frequency.DAY: EveryFewDays,
    Frequency.WEEK: DaysOfWeeks,
    Frequency.MONTH: DaysOfMonths,
    Frequency.YEAR: DaysOfMonths,
}
_NO_SCHEDULE: Final = Schedule()
BEGINNING: Final = datetime(1, 1, 1, tzinfo=UTC)


class Rule(Protocol):
    def next(self, after: datetime) -> datetime | None:
        """Return the first time named that is later than `after`, or None if the calendar holds none."""


def rule_for(recurrence: Recurrence, *, anchor: datetime) -> Rule:
    step = _STEPS.get(recurrence.frequency)
    if recurrence.schedule is None and step is not None:
        return Grid(anchor, step * recurrence.interval)
    return Scheduled(recurrence, recurrence.schedule or _NO_SCHEDULE, anchor)


class Grid:
    """The anchor, and every step after it."""

    __slots__ = ("_anchor", "_step")

    def __init__(self, anchor: datetime, step: timedelta) -> None:
        self._anchor = anchor
        self._step = step

    def next(self, after: datetime) -> datetime | None:
        anchor, step = self._anchor, self._step
        if after < anchor:
            return anchor
        try:
            return after + (step - (after - anchor) % step)
        except OverflowError:
            return None


class Scheduled:
    """Minutes that the schedule lets through, not before the anchor, each plus the rest."""

    __slots__ = ("_anchor", "_beginning", "_find")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._anchor = anchor
        self._beginning = BEGINNING
        if not schedule.minutes and (anchor.second or anchor.microsecond):
            self._beginning += timedelta(0, anchor.second, anchor.microsecond)
        self._find = _FINDS[recurrence.frequency](recurrence, schedule, anchor).find

    def next(self, after: datetime) -> datetime | None:
        past = after - self._beginning
        if after < self._anchor:
            past = self._anchor - self._beginning - datetime.resolution
        try:
            minute = self._find(past.days * _DAY + past.seconds // 60 + 1)
            return None if minute is None else self._beginning + _MINUTE * minute
        except (OverflowError, ValueError):  # the end of the calendar, met by an addition or by a date
            return None


class TimesOfDay:
    """Every minute named of every hour named."""

    __slots__ = ("_hours", "_minutes", "first", "last")

    def __init__(self, hours: tuple[int, ...], minutes: tuple[int, ...]) -> None:
        self._hours = hours
        self._minutes = minutes
        self.first = hours[0] * 60 + minutes[0]
        self.last = hours[-1] * 60 + minutes[-1]

    def all(self) -> Iterator[int]:
        return (hour * 60 + minute for hour in self._hours for minute in self._minutes)

    def not_before(self, time: int) -> int:
        """Return the first time that is not before this one, which is not after the last."""
        hour, minute = divmod(time, 60)
        hours, minutes = self._hours, self._minutes
        if minute <= minutes[-1] and hour in hours:
            return hour * 60 + minutes[bisect_left(minutes, minute)]
        return hours[bisect_right(hours, hour)] * 60 + minutes[0]


class MinutesOfDays:
    """The times of day, on the days."""

    __slots__ = ("next_day", "times")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self.next_day = _DAYS[recurrence.frequency](recurrence, schedule, anchor).find
        # Minutes without hours mean every hour; what neither says is the anchor's.
        hours = schedule.hours or (_ALL_HOURS if schedule.minutes else (anchor.hour,))
        self.times = TimesOfDay(hours, schedule.minutes or (anchor.minute,))

    def find(self, earliest: int) -> int | None:
        today, now = earliest // _DAY, earliest % _DAY
        times = self.times
        if now > times.last:
            today, now = today + 1, 0
        day = self.next_day(today)
        if day is None:
            return None
        return day * _DAY + (times.not_before(now) if day == today else times.first)


class MinutesOfHours:
    """The minutes of every few hours, as far as these are among the hours of the day named."""

    __slots__ = ("_first", "_hours", "_interval", "_minutes")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._first = _minute_of(anchor) // 60
        self._interval = recurrence.interval
        self._hours = schedule.hours or _ALL_HOURS
        self._minutes = schedule.minutes or (anchor.minute,)

    def find(self, earliest: int) -> int | None:
        hour, minute = divmod(earliest, 60)
        wait = (self._first - hour) % self._interval
        if wait == 0:
            if minute <= self._minutes[-1] and hour % 24 in self._hours:
                return hour * 60 + self._minutes[bisect_left(self._minutes, minute)]
            wait = self._interval
        # After 24 steps at the latest the same hours of the day come again.
        for later in range(hour + wait, hour + wait + 24 * self._interval, self._interval):
            if later % 24 in self._hours:
                return later * 60 + self._minutes[0]
        return None


class MinutesOfMinutes:
    """Every few minutes, as far as these are among the times of day named."""

    __slots__ = ("_first", "_interval", "_times")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._first = _minute_of(anchor)
        self._interval = recurrence.interval
        self._times = TimesOfDay(schedule.hours or _ALL_HOURS, schedule.minutes or _ALL_MINUTES)

    def find(self, earliest: int) -> int | None:
        """Jump in turn to the next active minute and to the next time of day, until both are one."""
        active = earliest + (self._first - earliest) % self._interval
        end = active + _DAY * self._interval  # then the same times of the day come again
        while active < end:
            named = self._next_time(active)
            if named == active:
                return active
            active = named + (self._first - named) % self._interval
        return None

    def _next_time(self, minute: int) -> int:
        day, time = divmod(minute, _DAY)
        if time > self._times.last:
            return (day + 1) * _DAY + self._times.first
        return day * _DAY + self._times.not_before(time)


def _minute_of(instant: datetime) -> int:
    return (instant.toordinal() - 1) * _DAY + instant.hour * 60 + instant.minute


_FINDS: Final[dict[Frequency, Callable[[Recurrence, Schedule, datetime], Minutes]]] = {
    Frequency.MINUTE: MinutesOfMinutes,
    Frequency.HOUR: MinutesOfHours,
    Frequency.DAY: MinutesOfDays,
    Frequency.WEEK: MinutesOfDays,
    Frequency.MONTH: MinutesOfDays,
    Frequency.YEAR: MinutesOfDays,
}
