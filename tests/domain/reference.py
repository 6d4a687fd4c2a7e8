"""The recurrence rule once more, slow and obvious: nothing is shared with the engine but the values.

It is written from the words of the service's documentation. Whether an instant is named is a question to
that instant alone; the next run is found by asking it of one instant after the other.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, UTC, date, datetime, timedelta
from itertools import count
from typing import Final

from shared.domain.local_time.wall_time import WallTime
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule

INSTANT: Final = timedelta(microseconds=1)
UNITS: Final = {
    Frequency.MINUTE: timedelta(minutes=1),
    Frequency.HOUR: timedelta(hours=1),
    Frequency.DAY: timedelta(days=1),
    Frequency.WEEK: timedelta(weeks=1),
}
MONTHS: Final = {Frequency.MONTH: 1, Frequency.YEAR: 12}
CYCLE: Final = timedelta(days=1000)
"""Active minutes meet the same times of day again after 1440 intervals, a thousand days for the longest;
hours after 24 intervals, as long; days and weeks do so sooner. What does not come within it never comes.
Rules that speak of months are followed to the end of the calendar."""


def expected_next(recurrence: Recurrence, *, anchor: datetime, after: datetime) -> datetime | None:
    """Return the first instant later than `after` that the recurrence names, up to its end time."""
    if recurrence.schedule is None:
        run = next((run for run in grid(recurrence, anchor, after) if run > after), None)
    else:
        named = Named(recurrence, recurrence.schedule, anchor)
        run = next((run for run in named.possible(after) if run > after and named(run)), None)
    end = recurrence.end_time
    assert not isinstance(end, WallTime)  # local time has a reference of its own
    return run if run and (end is None or run <= end) else None


def expected_runs(
    recurrence: Recurrence, *, start: datetime | None, now: datetime, most: int
) -> list[datetime]:
    """Return the first runs of a job created now: without a start time at once, then by its rule."""
    anchor = now if start is None else start
    run = now if start is None else expected_next(recurrence, anchor=anchor, after=now - INSTANT)
    runs: list[datetime] = []
    while run and len(runs) < min(most, recurrence.count or most):
        runs.append(run)
        run = expected_next(recurrence, anchor=anchor, after=run)
    return runs


def is_named(recurrence: Recurrence, *, anchor: datetime, instant: datetime) -> bool:
    """Say whether the recurrence names this instant, whatever its end time."""
    if recurrence.schedule is None:
        return instant in grid(recurrence, anchor, instant)
    return Named(recurrence, recurrence.schedule, anchor)(instant)


def grid(recurrence: Recurrence, anchor: datetime, around: datetime) -> Iterator[datetime]:
    """Yield occurrences 0, 1, 2 … from a little before the instant to a little after it.

    Occurrence k is the anchor plus k intervals; months and years are clamped to the month's length.
    """
    months = MONTHS.get(recurrence.frequency)
    apart = UNITS[recurrence.frequency] if months is None else timedelta(days=31 * months)
    for number in count(max(0, (around - anchor) // (apart * recurrence.interval) - 1)):
        try:
            if months is None:
                run = anchor + number * recurrence.interval * apart
            else:
                run = add_months(anchor, number * recurrence.interval * months)
        except (OverflowError, ValueError):  # the calendar has ended
            return
        yield run
        if run > around:
            return


def add_months(instant: datetime, months: int) -> datetime:
    years, month = divmod(instant.month - 1 + months, 12)
    year, month = instant.year + years, month + 1
    if year > MAXYEAR:
        raise OverflowError
    return instant.replace(year=year, month=month, day=min(instant.day, monthrange(year, month)[1]))


class Named:
    """Whether a recurrence with a schedule names an instant."""

    def __init__(self, recurrence: Recurrence, schedule: Schedule, anchor: datetime) -> None:
        self.frequency = recurrence.frequency
        self.interval = recurrence.interval
        self.schedule = schedule
        self.anchor = anchor
        self.anchor_period = period(recurrence.frequency, anchor)
        self.hours = self.named_hours()
        self.minutes = self.named_minutes()
        self.rest = (0, 0) if schedule.minutes else (anchor.second, anchor.microsecond)

    def __call__(self, instant: datetime) -> bool:
        return (
            instant >= self.anchor
            and (period(self.frequency, instant) - self.anchor_period) % self.interval == 0
            and instant.hour in self.hours
            and instant.minute in self.minutes
            and (instant.second, instant.microsecond) == self.rest
            and instant.date() in self.named_days(instant.date())
        )

    def named_hours(self) -> tuple[int, ...]:
        if self.schedule.hours:
            return self.schedule.hours
        if self.schedule.minutes or self.frequency in (Frequency.MINUTE, Frequency.HOUR):
            return tuple(range(24))
        return (self.anchor.hour,)

    def named_minutes(self) -> tuple[int, ...]:
        if self.schedule.minutes:
            return self.schedule.minutes
        return tuple(range(60)) if self.frequency == Frequency.MINUTE else (self.anchor.minute,)

    def named_days(self, day: date) -> list[date]:
        """Return the days named in the week or the month of this day; for shorter periods, the day."""
        schedule = self.schedule
        if self.frequency == Frequency.WEEK:
            monday = day.toordinal() - day.weekday()
            weekdays = schedule.week_days or (self.anchor.weekday(),)
            # The calendar's last week has only five days.
            named = [monday + weekday for weekday in weekdays]
            return [date.fromordinal(number) for number in named if number <= date.max.toordinal()]
        if self.frequency not in MONTHS:
            return [day]
        if not self.has_month(day.month):
            return []
        month = days_of_month(day)
        if not schedule.month_days and not schedule.monthly_occurrences:
            return [month[: self.anchor.day][-1]]
        picked = [pick(month, number) for number in schedule.month_days]
        for occurrence in schedule.monthly_occurrences:
            picked.append(pick_weekdays(month, occurrence))
        return [day for days in picked for day in days]

    def has_month(self, month: int) -> bool:
        if self.schedule.months:
            return month in self.schedule.months
        return self.frequency == Frequency.MONTH or month == self.anchor.month

    def possible(self, after: datetime) -> Iterator[datetime]:
        """Yield, in order, every instant from the day of `after` on that is worth the question."""
        for day in self.possible_days(max(after, self.anchor).date()):
            for hour in sorted(self.hours):
                for minute in sorted(self.minutes):
                    yield datetime(day.year, day.month, day.day, hour, minute, *self.rest, tzinfo=UTC)

    def possible_days(self, first: date) -> Iterator[date]:
        if self.frequency not in MONTHS:
            last = min(first.toordinal() + CYCLE.days, date.max.toordinal())
            yield from (date.fromordinal(number) for number in range(first.toordinal(), last + 1))
            return
        for month in range(first.year * 12 + first.month - 1, (MAXYEAR + 1) * 12):
            number = month // 12 if self.frequency == Frequency.YEAR else month
            if (number - self.anchor_period) % self.interval == 0 and self.has_month(month % 12 + 1):
                yield from sorted(set(self.named_days(date(month // 12, month % 12 + 1, 1))))


def period(frequency: Frequency, instant: datetime) -> int:
    """Return the number of the minute, hour, day, week, month or year that holds the instant."""
    match frequency:
        case Frequency.YEAR:
            return instant.year
        case Frequency.MONTH:
            return instant.year * 12 + instant.month - 1
        case _:
            monday = datetime(1900, 1, 1, tzinfo=UTC)
            return (instant - monday) // UNITS[frequency]


def days_of_month(day: date) -> list[date]:
    return [day.replace(day=number + 1) for number in range(monthrange(day.year, day.month)[1])]


def pick_weekdays(month: list[date], wanted: MonthlyOccurrence) -> list[date]:
    weekdays = [day for day in month if day.weekday() == wanted.day]
    return weekdays if wanted.occurrence is None else pick(weekdays, wanted.occurrence)


def pick(days: list[date], number: int) -> list[date]:
    """Return the first for 1, the last for -1, and so on; nothing if there are fewer."""
    if abs(number) > len(days):
        return []
    return [days[number - 1] if number > 0 else days[number]]
