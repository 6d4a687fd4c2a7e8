"""A recurrence in plain English, so that people see what they wrote."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from shared.domain.exclude import Exclude
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import UTC_ZONE, Zone, instant_of, reading_of
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday

MOST_TIMES_LISTED: Final = 8

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_ORDINALS: Final = ("", "first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """By which clocks times are told: those of a zone under the name that the job gives it, or of UTC."""

    zone: Zone = UTC_ZONE
    name: str = ""

    def __str__(self) -> str:
        return f"in {self.name}" if self.name else "UTC"

    def shown(self, moment: Moment) -> datetime:
        return reading_of(moment, self.zone)


_UTC: Final = Clocks()


def describe(
    recurrence: Recurrence | None,
    *,
    start: Moment | None,
    now: datetime,
    clocks: Clocks = _UTC,
    exclude: Exclude | None = None,
) -> str:
    """Return one sentence. What the recurrence leaves open is taken from the start, or else from now."""
    if recurrence is None:
        past = start is None or instant_of(start, clocks.zone) < now
        return "Once, immediately" if past or start is None else f"Once, on {_date_and_time(start, clocks)}"
    schedule, anchor = recurrence.schedule or Schedule(), clocks.shown(start or now)
    when = " ".join(filter(None, (_every(recurrence), *_when(recurrence, schedule, anchor, clocks))))
    words = when + _except(exclude) + _end(recurrence, clocks)
    at_once_too = start is None and recurrence.schedule is not None
    return f"Immediately, then {words}" if at_once_too else words[0].upper() + words[1:]


def _every(recurrence: Recurrence) -> str:
    if recurrence.interval == 1:
        return f"every {recurrence.frequency}"
    return f"every {recurrence.interval} {recurrence.frequency}s"


def _when(recurrence: Recurrence, schedule: Schedule, anchor: datetime, clocks: Clocks) -> tuple[str, ...]:
    match recurrence.frequency:
        case Frequency.MINUTE | Frequency.HOUR if recurrence.schedule is None:
            return (f"from {anchor.hour:02d}:{anchor.minute:02d}{_seconds(anchor)} {clocks}",)
        case Frequency.MINUTE:
            return _within_hours(schedule.minutes, schedule.hours, clocks)
        case Frequency.HOUR:
            return _within_hours(schedule.minutes or (anchor.minute,), schedule.hours, clocks)
        case _:
            return _days(recurrence.frequency, schedule, anchor), _times(schedule, anchor, clocks)


def _within_hours(minutes: tuple[int, ...], hours: tuple[int, ...], clocks: Clocks) -> tuple[str, ...]:
    named = f"at {_minutes(minutes)}" if minutes else "", f"of {_hours(hours, clocks)}" if hours else ""
    return named if len(hours) not in (0, 24) or not clocks.name else (*named, str(clocks))


def _days(frequency: Frequency, schedule: Schedule, anchor: datetime) -> str:
    match frequency:
        case Frequency.WEEK:
            return f"on {_spans(schedule.week_days or (anchor.weekday(),), _weekday)}"
        case Frequency.MONTH:
            return _month_days(schedule, anchor) + _in_months(schedule.months)
        case Frequency.YEAR:
            return _month_days(schedule, anchor) + _in_months(schedule.months or (anchor.month,))
        case _:
            return ""


def _month_days(schedule: Schedule, anchor: datetime) -> str:
    days = schedule.month_days if schedule.month_days or schedule.monthly_occurrences else (anchor.day,)
    named = [_month_day(day) for day in sorted(days, key=lambda day: (day < 0, day))]
    return "on " + _listed([*named, *(_occurrence(wanted) for wanted in schedule.monthly_occurrences)])


def _month_day(day: int) -> str:
    if day > 0:
        return f"day {day}"
    return "the last day" if day == -1 else f"day {-day} from the end"


def _occurrence(wanted: MonthlyOccurrence) -> str:
    number, day = wanted.occurrence, _weekday(wanted.day)
    if number is None:
        return f"every {day}"
    if number > 0:
        return f"the {_ORDINALS[number]} {day}"
    return f"the last {day}" if number == -1 else f"the {_ORDINALS[-number]}-last {day}"


def _in_months(months: tuple[int, ...]) -> str:
    return f" in {_listed([_MONTHS[month - 1] for month in months])}" if months else ""


def _times(schedule: Schedule, anchor: datetime, clocks: Clocks) -> str:
    """List the times if they are few; else say which minutes of which hours."""
    minutes = schedule.minutes or (anchor.minute,)
    hours = schedule.hours or (() if schedule.minutes else (anchor.hour,))
    seconds = "" if schedule.minutes else _seconds(anchor)
    if hours and len(hours) * len(minutes) <= MOST_TIMES_LISTED:
        times = [f"{hour:02d}:{minute:02d}{seconds}" for hour in hours for minute in minutes]
        return f"at {_listed(times)} {clocks}"
    zone = f" {clocks}" if clocks.name and len(hours) in (0, 24) else ""
    return f"at {_minutes(minutes)} of {_hours(hours, clocks)}{zone}"


def _minutes(minutes: tuple[int, ...]) -> str:
    if len(minutes) in (0, 60):
        return "every minute"
    return f"minute{'' if len(minutes) == 1 else 's'} {_listed([str(minute) for minute in minutes])}"


def _hours(hours: tuple[int, ...], clocks: Clocks) -> str:
    if len(hours) in (0, 24):
        return "every hour"
    return f"hour{'' if len(hours) == 1 else 's'} {_spans(hours, str)} {clocks}"


def _except(exclude: Exclude | None) -> str:
    """Say which days do not count, and what becomes of their runs."""
    if not exclude:
        return ""
    days = [f"on {_spans(exclude.week_days, _weekday)}"] if exclude.week_days else []
    if len(exclude.dates) > MOST_TIMES_LISTED:
        days.append(f"on {len(exclude.dates)} dates")
    elif exclude.dates:
        days.append(f"on {_listed([_excluded_date(text) for text in exclude.dates])}")
    if exclude.calendars:
        days.append(f"on days of {_listed([repr(name) for name in exclude.calendars])}")
    moved = "" if exclude.then is Then.SKIP else f", moved to the nearest day {exclude.then}"
    return f", except {_listed(days)}{moved}"


def _excluded_date(text: str) -> str:
    return f"every {int(text[5:7])} {_MONTHS[int(text[2:4]) - 1]}" if text.startswith("-") else text


def _end(recurrence: Recurrence, clocks: Clocks) -> str:
    times = (
        "" if recurrence.count is None else "once" if recurrence.count == 1 else f"{recurrence.count} times"
    )
    until = "" if recurrence.end_time is None else f"until {_date_and_time(recurrence.end_time, clocks)}"
    if times and until:
        return f", {times} or {until}, whichever comes first"
    return f", {times or until}" if times or until else ""


def _spans(values: Sequence[int], name: Callable[[int], str]) -> str:
    """List values in order; three or more neighbours become a span, as in: 1, 3 and 9 to 16."""
    runs = groupby(enumerate(values), key=lambda pair: pair[1] - pair[0])
    return _listed([text for _, run in runs for text in _span([value for _, value in run], name)])


def _span(run: list[int], name: Callable[[int], str]) -> Iterator[str]:
    if len(run) >= 3:
        yield f"{name(run[0])} to {name(run[-1])}"
    else:
        yield from map(name, run)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _weekday(day: int) -> str:
    return Weekday(day).name.title()


def _date_and_time(moment: Moment, clocks: Clocks) -> str:
    shown = clocks.shown(moment)
    return f"{shown:%Y-%m-%d} at {shown:%H:%M}{_seconds(shown)} {clocks}"


def _seconds(instant: datetime) -> str:
    """Return the seconds, unless they are zero. Fractions are not shown."""
    return f":{instant:%S}" if instant.second else ""
