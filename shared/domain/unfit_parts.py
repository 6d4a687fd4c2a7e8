"""Which part of a recurrence does not fit a time.

The parts are asked from the coarsest to the finest: month, week or day, then hour, minute and second.
The period that the interval counts comes with the parts of its own length.
"""

from calendar import month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.days import DaysOfMonths
from shared.domain.local_time.rules import is_beat
from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)
_SHORT: Final = (Frequency.MINUTE, Frequency.HOUR)
_ALL_HOURS: Final = tuple(range(24))
_ALL_MINUTES: Final = tuple(range(60))
_NO_SCHEDULE: Final = Schedule()


class Reason(StrEnum):
    """What refuses a time."""

    ONE_TIME = "oneTime"
    BEFORE_START = "beforeStart"
    AFTER_END = "afterEnd"
    DOES_NOT_EXIST = "doesNotExist"
    EXCLUDED = "excluded"
    INACTIVE_PERIOD = "inactivePeriod"
    WEEKDAY = "weekday"
    NO_SUCH_DAY = "noSuchDay"
    HOUR = "hour"
    MINUTE = "minute"
    REPEATED = "repeated"
    """The clocks show it for the second time, and the job runs at the first."""


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: Reason
    words: str
    """A sentence with the facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A time, and what the recurrence is counted from: as instants, and as what the clocks show."""

    recurrence: Recurrence
    at: datetime
    wall: datetime
    start: datetime
    reading: datetime
    """What the clocks show at the start."""

    @property
    def schedule(self) -> Schedule:
        return self.recurrence.schedule or _NO_SCHEDULE


def unfit_part(asked: Asked) -> Refusal:
    """Return the coarsest part that does not fit a time that is not named.

    If all fit, the clocks show the time twice, and only the first counts.
    """
    twice = f"{time_of(asked.wall)} occurs twice on {asked.wall:%Y-%m-%d}; it runs at the first only."
    return next(filter(None, _unfit(asked)), Refusal(Reason.REPEATED, twice))


def time_of(wall: datetime) -> str:
    """Return what the clocks show, with seconds only where there are some."""
    return f"{wall:%H:%M:%S}" if wall.second else f"{wall:%H:%M}"


def weekday_of(day: date) -> str:
    return Weekday(day.weekday()).name.title()


def _unfit(asked: Asked) -> Iterator[Refusal | None]:
    frequency = asked.recurrence.frequency
    if frequency not in _SHORT:
        yield _inactive_period(asked)
    if frequency is Frequency.WEEK:
        yield _wrong_weekday(asked)
    if frequency in _MONTHLY:
        yield _wrong_month(asked)
        yield _wrong_day(asked)
    yield _wrong_hour(asked)
    if frequency is Frequency.HOUR:
        yield _inactive_period(asked)
    yield _wrong_minute(asked)
    yield _inactive_period(asked)
    yield _wrong_second(asked)


def _inactive_period(asked: Asked) -> Refusal | None:
    frequency, interval = asked.recurrence.frequency, asked.recurrence.interval
    if _periods(asked) % interval == 0:
        return None
    since, this = _period(frequency, asked.reading), _period(frequency, asked.wall)
    if frequency is Frequency.WEEK:
        this = f"the week of {asked.wall - timedelta(days=asked.wall.weekday()):%Y-%m-%d}"
    if frequency is Frequency.HOUR:
        this = f"the hour of {this}"
    words = f"It runs every {interval} {frequency}s, counted from {since}; {this} is not one of them."
    return Refusal(Reason.INACTIVE_PERIOD, words)


def _periods(asked: Asked) -> int:
    """Return how many periods come from that of the start to that of the time."""
    wall, reading = asked.wall, asked.reading
    match asked.recurrence.frequency:
        case Frequency.YEAR:
            return wall.year - reading.year
        case Frequency.MONTH:
            return (wall.year - reading.year) * 12 + wall.month - reading.month
        case Frequency.WEEK:
            return (wall.toordinal() - 1) // 7 - (reading.toordinal() - 1) // 7
        case Frequency.DAY:
            return wall.toordinal() - reading.toordinal()
        case Frequency.HOUR:
            return _past(
                asked, timedelta(0, reading.minute * 60 + reading.second, reading.microsecond), _HOUR
            )
        case Frequency.MINUTE:
            return _past(asked, timedelta(0, reading.second, reading.microsecond), _MINUTE)


def _past(asked: Asked, begun: timedelta, unit: timedelta) -> int:
    """Count minutes or hours: of elapsed time for a beat, else on the calendar.

    `begun` is how much of the first one had passed at the start.
    """
    passed = asked.at - asked.start if is_beat(asked.recurrence) else asked.wall - asked.reading
    return (passed + begun) // unit


def _period(frequency: Frequency, wall: datetime) -> str:
    if frequency in _SHORT:
        return f"{wall:%Y-%m-%d %H:%M}"
    return f"{wall:%Y-%m-%d}" if frequency in (Frequency.DAY, Frequency.WEEK) else f"{wall:%Y-%m}"


def _wrong_weekday(asked: Asked) -> Refusal | None:
    named = asked.schedule.week_days or (Weekday(asked.reading.weekday()),)
    if asked.wall.weekday() in named:
        return None
    days = ", ".join(day.name.title() for day in named)
    return Refusal(Reason.WEEKDAY, f"{weekday_of(asked.wall)} is none of its weekdays: {days}.")


def _wrong_month(asked: Asked) -> Refusal | None:
    named, month = asked.schedule.months, asked.wall.month
    if not named and asked.recurrence.frequency is Frequency.YEAR:
        named = (asked.reading.month,)
    if not named or month in named:
        return None
    months = ", ".join(month_name[one] for one in named)
    return Refusal(Reason.INACTIVE_PERIOD, f"{month_name[month]} is none of its months: {months}.")


def _wrong_day(asked: Asked) -> Refusal | None:
    named, day = _days_of_month(asked), asked.wall.day
    if day in named:
        return None
    if not named:
        return Refusal(Reason.NO_SUCH_DAY, f"{asked.wall:%Y-%m} has none of its days.")
    words = f"Day {day} is none of its days of {asked.wall:%Y-%m}: {_listed(named)}."
    return Refusal(Reason.NO_SUCH_DAY, words)


def _days_of_month(asked: Asked) -> list[int]:
    """Return the named days of the month, which is an active one."""
    find = DaysOfMonths(asked.recurrence, asked.schedule, asked.reading).find
    day, days = find(asked.wall.toordinal() - asked.wall.day), list[int]()
    while day is not None and f"{date.fromordinal(day + 1):%Y-%m}" == f"{asked.wall:%Y-%m}":
        days.append(date.fromordinal(day + 1).day)
        day = find(day + 1)
    return days


def _wrong_hour(asked: Asked) -> Refusal | None:
    schedule, hour = asked.schedule, asked.wall.hour
    every_hour = asked.recurrence.frequency in _SHORT or schedule.minutes
    named = schedule.hours or (_ALL_HOURS if every_hour else (asked.reading.hour,))
    if hour in named:
        return None
    return Refusal(Reason.HOUR, f"Hour {hour} is none of its hours: {_listed(named)}.")


def _wrong_minute(asked: Asked) -> Refusal | None:
    named, minute = _minutes(asked), asked.wall.minute
    if minute in named:
        return None
    return Refusal(Reason.MINUTE, f"Minute {minute} is none of its minutes: {_listed(named)}.")


def _minutes(asked: Asked) -> tuple[int, ...]:
    if asked.schedule.minutes:
        return asked.schedule.minutes
    match asked.recurrence.frequency:
        case Frequency.MINUTE:
            return _ALL_MINUTES
        case Frequency.HOUR if asked.recurrence.schedule is None:
            # Some zones move their clocks by half an hour. The beat goes on, and they show another minute.
            return ((asked.wall + (asked.start - asked.at) % _HOUR).minute,)
        case _:
            return (asked.reading.minute,)


def _wrong_second(asked: Asked) -> Refusal | None:
    named = timedelta(0) if asked.schedule.minutes else _seconds(asked.reading)
    if _seconds(asked.wall) == named:
        return None
    words = f"Its runs are at second {_told(named)} of a minute, not at second {_told(_seconds(asked.wall))}."
    return Refusal(Reason.MINUTE, words)


def _seconds(wall: datetime) -> timedelta:
    return timedelta(0, wall.second, wall.microsecond)


def _told(seconds: timedelta) -> str:
    return f"{seconds.total_seconds():.6f}".rstrip("0").rstrip(".")


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
