"""The engine against libraries that others wrote, wherever they mean the same, and against itself in UTC.

* `dateutil.rrule` says what the wall clock names. `zoneinfo` turns that into instants: with fold 0 it moves
  what is missing forward by the gap, and takes the first of what is repeated.
* Beats without a schedule are rrule's in UTC.
* `cronsim` knows zones and clock changes. Where minutes and hours are named, a repeated time runs once, at
  the first. A missing one runs at the end of the gap, which differs from ours: such runs are left out. Where
  the hour is a star, it goes from one real minute to the next. (In zones that change by half an hour, or
  at midnight, it can step over a run. They are not asked.)
* A zone that never changes is UTC, shifted.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.recurrence import Frequency, Recurrence, Weekday
from shared.domain.runs import next_run
from tests.domain.local_time.engine import found_runs, rule
from tests.domain.local_time.literal_answers import every
from tests.domain.local_time.reference import DAY, Job, keeps_a_beat, zone_of
from tests.domain.local_time.strategies import FIRST_YEAR, LAST_YEAR, changes, offset
from tests.domain.local_time.trials import Trials
from tests.domain.strategies import distances, instants, recurrences
from tests.domain.test_rule_against_dateutil import rules

FEW: Final = 40
WINDOW: Final = 3 * 366 * DAY
LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
LONG: Final = (Frequency.DAY, Frequency.WEEK, Frequency.MONTH, Frequency.YEAR)
SHORT: Final = (Frequency.MINUTE, Frequency.HOUR)
NEVER_CHANGING: Final = {
    "Asia/Kolkata": timedelta(hours=5, minutes=30),
    "Etc/GMT-1": timedelta(hours=1),
    "Etc/GMT+12": timedelta(hours=-12),
}
BY_FULL_HOURS: Final = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Sydney",
    "Europe/Dublin",
    "Africa/Casablanca",
    "Antarctica/Troll",
)
CRON_DAYS: Final = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")


def test_times_of_day_are_those_of_rrule_and_zoneinfo(trials: Trials) -> None:
    def check(job: Job) -> int:
        walls = few_of_rrule(job.recurrence, job.start)
        theirs = {wall.replace(tzinfo=zone_of(job.zone)).astimezone(UTC) for wall in walls}
        end = max(theirs, default=LONG_AGO) - 2 * DAY  # the order of walls is not always that of runs

        ours = found_runs(rule(job), LONG_AGO, end)

        assert ours == sorted(run for run in theirs if run < end)
        return len(ours)

    trials.of(jobs(trials.zones, recurrences(of=LONG)), check, share=2)


def test_beats_without_a_schedule_are_those_of_rrule_in_utc(trials: Trials) -> None:
    def check(job: Job) -> int:
        start = job.start.replace(tzinfo=zone_of(job.zone)).astimezone(UTC)
        theirs = [run.replace(tzinfo=UTC) for run in few_of_rrule(job.recurrence, start)]

        assert found_runs(rule(job), LONG_AGO, theirs[-1] + datetime.resolution) == theirs
        return len(theirs)

    plain = st.builds(every, st.sampled_from(SHORT), st.integers(1, 1000))
    trials.of(jobs(trials.zones, plain), check, share=2)


def few_of_rrule(recurrence: Recurrence, start: datetime) -> list[datetime]:
    start = start.replace(tzinfo=UTC)
    return list(islice(rules(recurrence, start, start + WINDOW), FEW))


@st.composite
def jobs(draw: st.DrawFn, zones: Iterable[str], recurring: st.SearchStrategy[Recurrence]) -> Job:
    """Jobs that begin on days without a clock change."""
    zone = draw(st.sampled_from(list(zones)))
    recurrence = draw(recurring.filter(lambda made: made.schedule is None or not keeps_a_beat(made)))
    starts = instants(years=tuple(range(FIRST_YEAR, LAST_YEAR - 3)), microseconds=False)
    quiet = starts.filter(lambda start: offset(zone, start - 2 * DAY) == offset(zone, start + 2 * DAY))
    return Job(recurrence=recurrence, zone=zone, start=draw(quiet).replace(tzinfo=None))


CRON: Final[list[tuple[str, int, Recurrence]]] = [  # with how many days to both sides of a clock change
    ("30 2 * * *", 40, every("day", hours=(2,), minutes=(30,))),
    ("0,30 1-3 * * *", 20, every("day", hours=(1, 2, 3), minutes=(0, 30))),
    ("15 0 * * SUN", 80, every("week", week_days=(Weekday.SUNDAY,), hours=(0,), minutes=(15,))),
    ("45 1,2,3,23 * * SAT,SUN", 80, every("week", week_days=(5, 6), hours=(1, 2, 3, 23), minutes=(45,))),
    ("0 2 25,29 * *", 200, every("month", month_days=(25, 29), hours=(2,), minutes=(0,))),
    ("59 2 L 3,10 *", 400, every("month", month_days=(-1,), months=(3, 10), hours=(2,), minutes=(59,))),
    ("* * * * *", 1, every("hour", minutes=tuple(range(60)))),
    ("*/15 * * * *", 2, every("hour", minutes=(0, 15, 30, 45))),
    ("*/20 * * * *", 2, every("day", minutes=(0, 20, 40))),
    ("7,37 * * * SUN", 9, every("week", week_days=(Weekday.SUNDAY,), minutes=(7, 37))),
    ("0 * 29 * *", 60, every("month", month_days=(29,), minutes=(0,))),
]


@pytest.mark.parametrize(("expression", "days", "recurrence"), CRON, ids=[row[0] for row in CRON])
def test_runs_are_those_of_cronsim(expression: str, days: int, recurrence: Recurrence) -> None:
    cronsim = pytest.importorskip("cronsim")  # the fast tests under another Python come without it
    for zone, change in ((key, change) for key in BY_FULL_HOURS for change in changes(key, 2026)):
        begin, end = change - days * DAY, change + days * DAY
        job = Job(recurrence=recurrence, zone=zone, start=datetime(2010, 1, 1))  # noqa: DTZ001 - local
        theirs = cronsim.CronSim(expression, (begin - timedelta(seconds=1)).astimezone(zone_of(zone)))

        ours = found_runs(rule(job), begin, end)

        in_utc = (run.astimezone(UTC) for run in theirs)
        assert named(ours, job) == named(takewhile(end.__gt__, in_utc), job)


def named(runs: Iterable[datetime], job: Job) -> list[datetime]:
    """Return the runs at times that are named, without those that were moved out of a gap."""
    schedule, zone = job.recurrence.schedule, zone_of(job.zone)
    assert schedule is not None
    hours = schedule.hours or range(24)
    local = {run: run.astimezone(zone) for run in runs}
    return sorted(run for run, at in local.items() if at.hour in hours and at.minute in schedule.minutes)


@pytest.mark.parametrize("zone", NEVER_CHANGING)
@settings(deadline=None, max_examples=30, derandomize=True)
@given(
    recurrence=recurrences(),
    start=instants(),
    distance=distances(),
    policy=st.tuples(st.booleans(), st.booleans()),
)
def test_a_zone_that_never_changes_is_utc_shifted(
    zone: str, recurrence: Recurrence, start: datetime, distance: timedelta, policy: Any
) -> None:
    shift, after = NEVER_CHANGING[zone], start + distance
    expected = next_run(recurrence, anchor=start, after=after)

    for begin in (start.replace(tzinfo=None), start - shift):
        job = Job(recurrence=recurrence, zone=zone, start=begin, skip=policy[0], both=policy[1])
        run = rule(job).next(after - shift)
        assert (run and run + shift) == expected
