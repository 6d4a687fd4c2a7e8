"""Which jobs fail, so that somebody should look at them. Decided from the row of a job alone.

1. A job fails if its last three occurrences faulted, each after all its retries. Runs that somebody asked
   for count as well.
2. If it runs less often than hourly, or once, the last occurrence suffices.
3. A job that is over fails for a day if it ended faulted.
4. A job that a person disabled does not fail: somebody has looked. One that the scheduler disabled fails if
   its last occurrence faulted, however often it runs: it does not go on by itself.
"""

from datetime import datetime, timedelta
from fractions import Fraction
from math import gcd, lcm
from typing import Final, Protocol

from shared.domain.definition import Definition
from shared.domain.disabled import SCHEDULER, Disabled
from shared.domain.job import JobState
from shared.domain.recurrence import Frequency, Recurrence, Schedule

TOLD_AFTER: Final = timedelta(days=1)
"""So long a job that is over is told of."""
_FAULTS_OF_OFTEN: Final = 3
_HOURLY: Final = 24  # runs a day
_NO_SCHEDULE: Final = Schedule()


class Standing(Protocol):
    """What is looked at of a job."""

    @property
    def definition(self) -> Definition: ...

    @property
    def state(self) -> JobState: ...

    @property
    def recent(self) -> str: ...

    @property
    def since(self) -> datetime | None: ...

    @property
    def disabled(self) -> Disabled | None: ...


def is_failing(job: Standing, *, now: datetime) -> bool:
    in_a_row = faults_in_a_row(job.recent)
    match job.state:
        case JobState.COMPLETED:
            return False
        case JobState.FAULTED:
            return in_a_row > 0 and job.since is not None and now - job.since < TOLD_AFTER
        case JobState.DISABLED:
            return in_a_row > 0 and job.disabled is not None and job.disabled.by == SCHEDULER
    return in_a_row > 0 and in_a_row >= faults_to_tell(job.definition.recurrence)


def faults_in_a_row(recent: str) -> int:
    return len(recent) - len(recent.lstrip("f"))


def faults_to_tell(recurrence: Recurrence | None) -> int:
    """Return after how many faults in a row a job fails."""
    return _FAULTS_OF_OFTEN if recurrence is not None and runs_a_day(recurrence) >= _HOURLY else 1


def runs_a_day(recurrence: Recurrence) -> Fraction:
    """Return how often a recurrence names a time on an average day, whatever zone and exclusions do.

    It is computed from the numbers of the rule. Between rare combinations of named hours and longer
    intervals it is an estimate; wherever runs are an hour apart, it is exact.
    """
    schedule, interval = recurrence.schedule or _NO_SCHEDULE, recurrence.interval
    hours, minutes = len(schedule.hours), len(schedule.minutes)
    match recurrence.frequency:
        case Frequency.MINUTE:
            return _met(interval, 60, schedule.minutes) * (hours or 24)
        case Frequency.HOUR:
            return _met(interval, 24, schedule.hours) * (minutes or 1)
    times = (hours or (24 if minutes else 1)) * (minutes or 1)
    return times * _share_of_days(recurrence.frequency, schedule) / interval


def _met(interval: int, cycle: int, named: tuple[int, ...]) -> Fraction:
    """Return how many of the named values a step of this length meets, on average in a cycle.

    Steps meet only values of one class: those that the interval and the cycle leave the same rest of.
    Where the steps begin is not asked. A job that runs at all meets the class that holds the named ones.
    """
    if not named:
        return Fraction(cycle, interval)
    classes = [value % gcd(interval, cycle) for value in named]
    most = max(classes.count(one) for one in classes)
    return Fraction(most * cycle, lcm(interval, cycle))


def _share_of_days(frequency: Frequency, schedule: Schedule) -> Fraction:
    """Return on which part of all days a schedule of days runs, if it ran in every period."""
    match frequency:
        case Frequency.DAY:
            return Fraction(1)
        case Frequency.WEEK:
            return Fraction(len(schedule.week_days) or 1, 7)
    weekly = sum(one.occurrence is None for one in schedule.monthly_occurrences)
    single = len(schedule.month_days) + len(schedule.monthly_occurrences) - weekly
    of_month = min(Fraction(weekly, 7) + Fraction(single, 31), Fraction(1)) or Fraction(1, 31)
    months = len(schedule.months) or (1 if frequency is Frequency.YEAR else 12)
    return of_month * Fraction(months, 12)
