"""How close the runs of a recurrence come, for collections that allow only so many."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice, pairwise
from typing import Final

from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.rule import MinutesOfDays, rule_for

PERIODS: Final = {
    Frequency.MINUTE: timedelta(minutes=1),
    Frequency.HOUR: timedelta(hours=1),
    Frequency.DAY: timedelta(days=1),
    Frequency.WEEK: timedelta(weeks=1),
    Frequency.MONTH: timedelta(days=30),
    Frequency.YEAR: timedelta(days=365),
}
"""How long a period counts when it is compared with another."""

_TWO_HOURS_OF_MINUTES: Final = 2 * 60 + 1


def shortest_gap(recurrence: Recurrence, *, anchor: datetime, now: datetime) -> timedelta:
    """Return the shortest time between two runs: without a schedule the period, which is always the same.

    With one it is the shortest found in the next two active periods that have runs, or,
    by the minute or hour, among as many runs as two full hours can have.
    """
    schedule, period = recurrence.schedule, PERIODS[recurrence.frequency] * recurrence.interval
    if schedule is None:
        return period
    if recurrence.frequency in (Frequency.MINUTE, Frequency.HOUR):
        found = islice(_runs(recurrence, anchor, now), _TWO_HOURS_OF_MINUTES)
        return min((later - run for run, later in pairwise(found)), default=period)
    minutes = MinutesOfDays(recurrence, schedule, anchor)
    return min(_gaps(minutes, max(anchor, now), _PERIOD_OF[recurrence.frequency]), default=period)


def _runs(recurrence: Recurrence, anchor: datetime, now: datetime) -> Iterator[datetime]:
    rule = rule_for(recurrence, anchor=anchor)
    run = rule.next(now - datetime.resolution)
    while run is not None:
        yield run
        run = rule.next(run)


def _gaps(minutes: MinutesOfDays, now: datetime, period_of: Callable[[int], object]) -> Iterator[timedelta]:
    """Yield the gaps between times of a day, and those from the last of a day to the first of the next."""
    times = list(minutes.times.all())
    for time, later in pairwise(times):
        yield timedelta(minutes=later - time)
    for day, later in pairwise(_days_of_two_periods(minutes, now, period_of)):
        yield timedelta(days=later - day, minutes=times[0] - times[-1])


def _days_of_two_periods(
    minutes: MinutesOfDays, now: datetime, period_of: Callable[[int], object]
) -> Iterator[int]:
    seen = set()
    day = minutes.next_day(now.toordinal() - 1)
    while day is not None:
        seen.add(period_of(day))
        if len(seen) > 2:
            return
        yield day
        day = minutes.next_day(day + 1)


def _month_of(day: int) -> tuple[int, int]:
    within = date.fromordinal(day + 1)
    return within.year, within.month


_PERIOD_OF: Final[dict[Frequency, Callable[[int], object]]] = {
    Frequency.DAY: lambda day: day,
    Frequency.WEEK: lambda day: day // 7,
    Frequency.MONTH: _month_of,
    Frequency.YEAR: lambda day: _month_of(day)[0],
}
