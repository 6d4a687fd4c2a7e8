"""How close together the runs of a recurrence come. Collections limit it.

The answer does not depend on the day of the request: a schedule of days is compared with all calendars that
can occur, whatever month or year it starts in.

1. Without a schedule, the gap is the period.
2. By the minute or hour, it is the shortest gap among the first thousand runs.
3. By the day and longer, days and times of day are looked at apart: which gaps are there between two
   times of one day, and between the last time of a day and the first time of the next named day?
   The shortest of them counts.
4. For months and years, the nearest named days are found by walking 30 years, once for each month
   in which a job could start so that other days count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise, takewhile
from typing import Final

from shared.domain.days import DaysOfMonths
from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.rule import BEGINNING, MinutesOfDays, rule_for

PERIODS: Final = {
    Frequency.MINUTE: timedelta(minutes=1),
    Frequency.HOUR: timedelta(hours=1),
    Frequency.DAY: timedelta(days=1),
    Frequency.WEEK: timedelta(weeks=1),
    Frequency.MONTH: timedelta(days=30),
    Frequency.YEAR: timedelta(days=365),
}
"""The length of a period when it is compared with another."""

_MOST_RUNS: Final = 1_000
_FIRST_YEAR: Final = 2001
_LAST_DAY: Final = date(2001 + 28 + 2, 1, 1).toordinal()
"""After 28 years, months begin on the same weekdays again; two more give the longest interval its turn."""


@dataclass(frozen=True, slots=True)
class _Days:
    """How many days the two nearest named days are apart, and whether one period may hold several."""

    apart: int
    several: bool


def shortest_gap(recurrence: Recurrence, *, anchor: datetime) -> timedelta:
    """Return the shortest time between two runs; if no period holds more than one run, that is the period.

    By the minute or hour, it is the shortest gap among the first thousand runs, counted from the anchor.
    """
    schedule, period = recurrence.schedule, PERIODS[recurrence.frequency] * recurrence.interval
    if schedule is None:
        return period
    if recurrence.frequency in (Frequency.MINUTE, Frequency.HOUR):
        first_runs = islice(_runs(recurrence, anchor), _MOST_RUNS)
        return min((later - run for run, later in pairwise(first_runs)), default=period)
    times, days = list(MinutesOfDays(recurrence, schedule, anchor).times.all()), _days(recurrence, schedule)
    if len(times) == 1 and not days.several:
        return period
    within = [timedelta(minutes=later - time) for time, later in pairwise(times)]
    return min([*within, timedelta(days=days.apart, minutes=times[0] - times[-1])])


def _runs(recurrence: Recurrence, anchor: datetime) -> Iterator[datetime]:
    """Yield runs until a time of day comes again. What follows a run depends on its time of day alone."""
    rule, seen = rule_for(recurrence, anchor=anchor), set()
    run = rule.next(anchor - datetime.resolution if anchor > BEGINNING else anchor)
    while run is not None:
        yield run
        if run.time() in seen:
            return
        seen.add(run.time())
        run = rule.next(run)


def _days(recurrence: Recurrence, schedule: Schedule) -> _Days:
    interval = recurrence.interval
    if recurrence.frequency is Frequency.DAY:
        return _Days(interval, several=False)
    if recurrence.frequency is Frequency.WEEK:
        named = schedule.week_days or (0,)
        apart = [later - day for day, later in pairwise(named)]
        return _Days(min([*apart, 7 * interval + named[0] - named[-1]]), several=len(named) > 1)
    starts = [_days_of_months(recurrence, schedule, first) for first in range(_first_months(recurrence))]
    return _Days(min(days.apart for days in starts), several=any(days.several for days in starts))


def _first_months(recurrence: Recurrence) -> int:
    """Return how many months in a row a job may start in before the same months count again."""
    schedule = recurrence.schedule
    if recurrence.frequency is Frequency.YEAR:
        return 1 if schedule and schedule.months else 12
    return recurrence.interval


def _days_of_months(recurrence: Recurrence, schedule: Schedule, first: int) -> _Days:
    anchor = datetime(_FIRST_YEAR + first // 12, first % 12 + 1, 1, tzinfo=UTC)
    named = DaysOfMonths(recurrence, schedule, anchor)
    yearly, apart, several = recurrence.frequency is Frequency.YEAR, _LAST_DAY, False
    for day, later in pairwise(takewhile(lambda day: day < _LAST_DAY, _named_days(named, anchor))):
        apart = min(apart, later - day)
        several = several or _period(day, yearly=yearly) == _period(later, yearly=yearly)
        if apart == 1 and several:
            break  # days cannot be nearer
    return _Days(apart, several)


def _named_days(named: DaysOfMonths, anchor: datetime) -> Iterator[int]:
    day = named.find(anchor.toordinal() - 1)
    while day is not None:
        yield day
        day = named.find(day + 1)


def _period(day: int, *, yearly: bool) -> tuple[int, int]:
    within = date.fromordinal(day + 1)
    return within.year, 0 if yearly else within.month
