"""The engine against `dateutil.rrule`, which follows iCalendar, wherever its words can say the same.

Where they differ, the rule is put into other words:

* rrule skips months without the anchor's day; here they are clamped. That is the last of the days from the
  28th to the anchor's (`bysetpos`).
* rrule runs where `bymonthday` and `byweekday` agree, and where the weekdays with a number and those without
  one agree; here either suffices. That is a set of several rules.
* To rrule, `byminute` alone means the anchor's hour; here it means every hour of the day.
* To rrule, the seconds are always the anchor's; here they are 0 where minutes are named.
* To rrule, the weekdays of a year with a number count from New Year; here from the month's beginning. That is
  a rule for every month, with the months named.
* rrule raises an error for hours or minutes that the interval never reaches; here such a rule has no runs.
* rrule drops microseconds. Anchors here have none; the other properties prove that they are kept.
"""

from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Any, Final

from dateutil.rrule import DAILY, HOURLY, MINUTELY, MO, MONTHLY, WEEKLY, rrule, rruleset, weekday
from hypothesis import example, given, settings

from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.runs import next_run, runs
from tests.domain.strategies import distances, instants, recurrences, sparse_recurrences

WINDOW: Final = timedelta(days=60 * 365)  # rrule walks; rarer days are left to the reference
FEW: Final = 12
FREQUENCIES: Final = {
    Frequency.MINUTE: MINUTELY,
    Frequency.HOUR: HOURLY,
    Frequency.DAY: DAILY,
    Frequency.WEEK: WEEKLY,
    Frequency.MONTH: MONTHLY,
    Frequency.YEAR: MONTHLY,
}
anchors: Final = instants(microseconds=False)


@settings(deadline=None, max_examples=500)
@given(recurrence=recurrences(), anchor=anchors)
@example(recurrence=Recurrence(frequency=Frequency.MONTH), anchor=datetime(2023, 1, 31, 10, tzinfo=UTC))
def test_the_first_runs_are_those_of_rrule(recurrence: Recurrence, anchor: datetime) -> None:
    assert ours(recurrence, anchor) == theirs(recurrence, anchor)


@settings(deadline=None, max_examples=60)
@given(recurrence=sparse_recurrences(), anchor=anchors)
def test_rare_days_are_those_of_rrule(recurrence: Recurrence, anchor: datetime) -> None:
    assert ours(recurrence, anchor) == theirs(recurrence, anchor)


@settings(deadline=None)
@given(
    recurrence=recurrences(of=(Frequency.DAY, Frequency.WEEK, Frequency.MONTH, Frequency.YEAR)),
    anchor=anchors,
    distance=distances().map(lambda distance: distance % timedelta(days=3000)),
)
def test_the_next_run_is_that_of_rrule(recurrence: Recurrence, anchor: datetime, distance: timedelta) -> None:
    after, end = anchor + distance, anchor + WINDOW
    their_run = rules(recurrence, anchor, end).after(after.replace(tzinfo=None))

    our_run = next_run(recurrence, anchor=anchor, after=after)

    assert (our_run if our_run and our_run <= end else None) == (their_run and their_run.replace(tzinfo=UTC))


def ours(recurrence: Recurrence, anchor: datetime) -> list[datetime]:
    in_time = takewhile(lambda run: run <= anchor + WINDOW, runs(recurrence, start=anchor, now=anchor))
    return list(islice(in_time, FEW))


def theirs(recurrence: Recurrence, anchor: datetime) -> list[datetime]:
    try:
        found = list(islice(rules(recurrence, anchor, anchor + WINDOW), FEW))
    except ValueError as refused:
        if "empty" not in str(refused):
            raise
        return []
    return [run.replace(tzinfo=UTC) for run in found]


def rules(recurrence: Recurrence, anchor: datetime, end: datetime) -> rruleset:
    schedule = recurrence.schedule or Schedule()
    words: dict[str, Any] = {
        "freq": FREQUENCIES[recurrence.frequency],
        "interval": recurrence.interval,
        "dtstart": anchor.replace(tzinfo=None),
        "until": end.replace(tzinfo=None),
        "wkst": MO,
        "byhour": hours(recurrence.frequency, schedule, anchor),
        "byminute": schedule.minutes or None,
        "bysecond": 0 if schedule.minutes else anchor.second,
    }
    if recurrence.frequency == Frequency.YEAR:
        words["bymonth"] = schedule.months or anchor.month
    elif schedule.months:
        words["bymonth"] = schedule.months
    together = rruleset()
    for days in alternatives(recurrence.frequency, schedule, anchor):
        together.rrule(rrule(**words, **days))
    return together


def hours(frequency: Frequency, schedule: Schedule, anchor: datetime) -> tuple[int, ...] | None:
    if frequency in (Frequency.MINUTE, Frequency.HOUR):
        return schedule.hours or None
    return schedule.hours or (tuple(range(24)) if schedule.minutes else (anchor.hour,))


def alternatives(frequency: Frequency, schedule: Schedule, anchor: datetime) -> list[dict[str, Any]]:
    """Return the ways to say which days, of which each suffices."""
    if schedule.week_days:
        return [{"byweekday": [int(day) for day in schedule.week_days]}]
    ways: list[dict[str, Any]] = []
    if schedule.month_days:
        ways.append({"bymonthday": schedule.month_days})
    wanted = schedule.monthly_occurrences
    if numbered := [weekday(each.day, each.occurrence) for each in wanted if each.occurrence]:
        ways.append({"byweekday": numbered})
    if every := [int(each.day) for each in wanted if each.occurrence is None]:
        ways.append({"byweekday": every})
    if not ways and frequency in (Frequency.MONTH, Frequency.YEAR) and anchor.day > 28:
        named = hours(frequency, schedule, anchor) or ()
        times = len(named) * len(schedule.minutes or (anchor.minute,))
        ways.append({"bymonthday": range(28, anchor.day + 1), "bysetpos": range(-times, 0)})
    return ways or [{}]
