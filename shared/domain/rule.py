"""The recurrence engine: it finds the next time that a recurrence names.

The anchor is the instant that a recurrence is counted from: the job's start time, or when it was created.
Time is cut into periods of one frequency unit: minutes, hours, days, weeks, months or years.
The period that holds the anchor is active, and every interval-th period after it.

1. Without a schedule, runs by the minute, hour, day or week are the anchor plus a multiple of the step:
   `Grid` computes the next one. Months and years differ in length, so they take the way of a schedule.
2. With a schedule, `Scheduled` turns `after` into the next whole minute, counted from the start of year 1.
3. It asks the frequency's class for the first minute from there on that lies in an active period
   and that the schedule lets through. By the day and longer, that is a day of `days.py` and a time of day.
4. It turns the minute back into an instant, in UTC, and adds the anchor's seconds, unless the schedule
   names minutes.

Nothing is walked that can be computed: the cost depends neither on the anchor's age nor on the interval.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from shared.domain.days import Days, DaysOfMonths, DaysOfWeeks, EveryFewDays
from shared.domain.recurrence import Frequency, Recurrence, Schedule


class Minutes(Protocol):
    def find(self, earliest: int, /) -> int | None:
        """Return the first named minute that is not before the given one, or None if there is none."""


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
        """Return the first named time that is later than `after`, or None if the calendar holds none."""


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
    """The minutes that the schedule lets through, not before `since`, each with the anchor's seconds.

    If the schedule names minutes, the seconds are zero.
    """

    __slots__ = ("_beginning", "_find", "_since")

    def __init__(
        self, recurrence: Recurrence, schedule: Schedule, anchor: datetime, since: datetime | None = None
    ) -> None:
        self._since = anchor if since is None else since
        self._beginning = BEGINNING  # with the seconds in it, every whole minute after it has them too
        if not schedule.minutes and (anchor.second or anchor.microsecond):
            self._beginning += timedelta(0, anchor.second, anchor.microsecond)
        self._find = _FINDS[recurrence.frequency](recurrence, schedule, anchor).find

    def next(self, after: datetime) -> datetime | None:
        past = after - self._beginning
        if after < self._since:  # the anchor itself may be the first run
            past = self._since - self._beginning - datetime.resolution
        try:
            minute = self._find(past.days * _DAY + past.seconds // 60 + 1)
            return None if minute is None else self._beginning + _MINUTE * minute
        except (OverflowError, ValueError):  # an addition or a date went beyond the end of the calendar
            return None


class TimesOfDay:
    """The times of day, in minutes: every named minute of every named hour."""

    __slots__ = ("_hours", "_minutes", "first", "last")

    def __init__(self, hours: tuple[int, ...], minutes: tuple[int, ...]) -> None:
        self._hours = hours
        self._minutes = minutes
        self.first = hours[0] * 60 + minutes[0]
        self.last = hours[-1] * 60 + minutes[-1]

    def all(self) -> Iterator[int]:
        return (hour * 60 + minute for hour in self._hours for minute in self._minutes)

    def not_before(self, time: int) -> int:
        """Return the first time that is not before `time`, which must not be after the last."""
        hour, minute = divmod(time, 60)
        hours, minutes = self._hours, self._minutes
        if minute <= minutes[-1] and hour in hours:
            return hour * 60 + minutes[bisect_left(minutes, minute)]
        return hours[bisect_right(hours, hour)] * 60 + minutes[0]


class MinutesOfDays:
    """The named times of day, on the named days.

    1. If the last time of today has passed, begin with tomorrow.
    2. Find the next named day.
    3. If that is today, take the next time of day; on a later day, take the first.
    """

    __slots__ = ("next_day", "times")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self.next_day = _DAYS[recurrence.frequency](recurrence, schedule, anchor).find
        # Minutes without hours mean every hour. What the schedule leaves out is the anchor's.
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
    """The named minutes of every interval-th hour, if that is among the named hours of the day.

    1. If this hour is active and named, and a named minute is left in it, take that.
    2. Else go on from one active hour to the next until one is named, and take its first minute.
    """

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
        # After 24 steps at the latest, the same hours of the day come again.
        for later in range(hour + wait, hour + wait + 24 * self._interval, self._interval):
            if later % 24 in self._hours:
                return later * 60 + self._minutes[0]
        return None


class MinutesOfMinutes:
    """Every interval-th minute, if it is among the named times of day."""

    __slots__ = ("_first", "_interval", "_times")

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self._first = _minute_of(anchor)
        self._interval = recurrence.interval
        self._times = TimesOfDay(schedule.hours or _ALL_HOURS, schedule.minutes or _ALL_MINUTES)

    def find(self, earliest: int) -> int | None:
        """Jump to the next active minute, then to the next named time, and so on until both are the same."""
        active = earliest + (self._first - earliest) % self._interval
        end = active + _DAY * self._interval  # from there on, the same times of day come again
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
