"""Days that do not count: by hand, and against a reference that goes day by day."""

from datetime import UTC, date, datetime
from typing import Any, Final

import pytest

from shared.domain.local_time.excluded import NothingInSight
from shared.domain.recurrence import Recurrence, Weekday
from tests.domain.local_time.engine import found_runs, rule
from tests.domain.local_time.literal_answers import BERLIN, LAST_SUNDAY, SATURDAY_NIGHT, at, every
from tests.domain.local_time.reference import Job, expected_runs, shown_at
from tests.domain.local_time.reference_days import Days
from tests.domain.local_time.strategies import Case, cases_with_days
from tests.domain.local_time.trials import Trials

WEEKENDS: Final = (5, 6)
EVERY_DAY: Final = tuple(range(7))
SATURDAYS: Final = every("week", week_days=(Weekday.SATURDAY,), hours=(9,), minutes=(0,))
FIRST_OF_MAY: Final = every("month", months=(5,), month_days=(1,), hours=(9,), minutes=(0,))
LAST_DAY: Final = every("month", month_days=(-1,), hours=(9,), minutes=(0,))


def test_runs_are_those_of_the_reference(trials: Trials) -> None:
    def check(case: Case) -> int:
        expected = expected_runs(case.job, case.begin, case.end)

        found = found_runs(rule(case.job), case.begin, case.end)

        assert found == expected
        return len(found) + 1

    trials.of(cases_with_days(zones=trials.zones), check, share=2)


LITERAL: Final = [
    (
        "the last working day of a month",
        LAST_DAY,
        Days(then="before", weekdays=WEEKENDS, yearly=((12, 31),)),
        "2026-01-01T00:00",
        "2026-01-30T09:00 2026-02-27T09:00 2026-03-31T09:00 2026-04-30T09:00 2026-05-29T09:00",
    ),
    (
        "two days that become one",
        every("week", week_days=(Weekday.SATURDAY, Weekday.SUNDAY), hours=(9,), minutes=(0,)),
        Days(then="after", weekdays=WEEKENDS),
        "2026-03-01T00:00",
        "2026-03-02T09:00 2026-03-09T09:00 2026-03-16T09:00",
    ),
    (
        "a day with times of its own, to which others are added",
        every("month", month_days=(3,), hours=(9, 12), minutes=(0,)),
        Days(then="after", dates=(date(2026, 4, 3),)),
        "2026-04-01T00:00",
        "2026-04-04T09:00 2026-04-04T12:00 2026-05-03T09:00",
    ),
    (
        "moved by 31 days",
        FIRST_OF_MAY,
        Days(then="after", ranges=((date(2026, 5, 1), date(2026, 5, 31)),)),
        "2026-04-02T00:00",
        "2026-06-01T09:00 2027-05-01T09:00",
    ),
    (
        "left out where it would be moved by 32 days",
        FIRST_OF_MAY,
        Days(then="after", ranges=((date(2026, 5, 1), date(2026, 6, 1)),)),
        "2026-04-02T00:00",
        "2027-05-01T09:00 2028-05-01T09:00",
    ),
    (
        "moved back by 31 days",
        FIRST_OF_MAY,
        Days(then="before", ranges=((date(2026, 4, 1), date(2026, 5, 1)),)),
        "2026-02-02T00:00",
        "2026-03-31T09:00 2027-05-01T09:00",
    ),
    (
        "left out where it would be moved back by 32 days",
        FIRST_OF_MAY,
        Days(then="before", ranges=((date(2026, 3, 31), date(2026, 5, 1)),)),
        "2026-02-02T00:00",
        "2027-05-01T09:00 2028-05-01T09:00",
    ),
    (
        "moved back before the start, and so left out",
        SATURDAYS,
        Days(then="before", weekdays=WEEKENDS),
        "2026-03-07T00:00",
        "2026-03-13T09:00 2026-03-20T09:00",
    ),
    (
        "named before the start, and moved behind it",
        SATURDAYS,
        Days(then="after", weekdays=WEEKENDS),
        "2026-03-07T12:00",
        "2026-03-09T09:00 2026-03-16T09:00",
    ),
    (
        "a date of every year, the leap day too",
        every("month", months=(2,), month_days=(29,), hours=(9,), minutes=(0,)),
        Days(then="before", yearly=((2, 29),)),
        "2026-01-01T00:00",
        "2028-02-28T09:00 2032-02-28T09:00",
    ),
]


@pytest.mark.parametrize(
    ("_", "recurrence", "days", "start", "shown"), LITERAL, ids=[row[0] for row in LITERAL]
)
def test_days_that_are_left_out_or_moved(
    _: str, recurrence: Recurrence, days: Days, start: str, shown: str
) -> None:
    job = Job(recurrence=recurrence, zone=BERLIN, start=datetime.fromisoformat(start), days=days)

    assert first_shown(job, len(shown.split())) == shown.split()


def test_a_moved_time_is_resolved_on_its_new_day() -> None:
    job = berlin(every("month", month_days=(28,), hours=(2,), minutes=(30,)), then="after", weekdays=(5,))

    assert first_shown(job, 2, since="2026-03-02T00:00") == ["2026-03-29T03:30", "2026-04-28T02:30"]


def test_the_day_of_a_time_is_the_one_that_names_it() -> None:
    sundays = Job(
        recurrence=SATURDAY_NIGHT,
        zone="America/Nuuk",
        start=wall("2026-03-23T00:00"),
        days=Days(weekdays=(6,)),
    )

    assert first_shown(sundays, 2) == ["2026-03-29T00:30", "2026-04-04T23:30"]


def test_a_start_on_an_excluded_day_is_not_its_own_first_run() -> None:
    saturday = datetime(2026, 3, 7, 8, tzinfo=UTC)
    job = Job(
        recurrence=every("day"), zone=BERLIN, start=saturday, days=Days(then="after", weekdays=WEEKENDS)
    )

    assert first_shown(job, 2) == ["2026-03-09T09:00", "2026-03-10T09:00"]


@pytest.mark.parametrize(
    ("zone", "start", "weekday", "shown"),
    [
        # At 00:01 on a Sunday the clocks went back to 23:01 on Saturday.
        ("America/St_Johns", "2005-10-29T23:30", 6, "29T23:30 29T23:45 29T23:15 29T23:30 29T23:45 31T00:00"),
        ("America/St_Johns", "2005-10-29T22:30", 5, "30T00:00 30T00:00 30T00:15"),
        # At 02:00 on a Friday they went back to 23:00 on Thursday.
        ("Antarctica/Casey", "2010-03-04T23:30", 4, "04T23:30 04T23:45 04T23:00 04T23:15 04T23:30 04T23:45"),
    ],
    ids=["the day that is left for an hour", "the day that is come back to", "by three hours"],
)
def test_beats_where_the_clocks_go_back_to_the_day_before(
    zone: str, start: str, weekday: int, shown: str
) -> None:
    days = Days(weekdays=(weekday,))
    job = Job(recurrence=every("minute", 15), zone=zone, start=wall(start), days=days)

    assert [run[8:] for run in first_shown(job, len(shown.split()))] == shown.split()


@pytest.mark.parametrize(
    ("recurrence", "days"),
    [
        (at(9, 0), Days(weekdays=EVERY_DAY)),
        (at(9, 0), Days(weekdays=EVERY_DAY, then="after")),
        (every("hour"), Days(weekdays=EVERY_DAY)),
        (SATURDAYS, Days(weekdays=(5,))),
        (every("week", week_days=(Weekday.SATURDAY,), minutes=(0,)), Days(weekdays=(5,))),
        (every("month", 18, months=(1,), month_days=(1,), minutes=(0,)), Days(yearly=((1, 1),))),
        (every("month", 18, months=(1,), month_days=(1,), hours=(0,)), Days(yearly=((1, 1),))),
    ],
    ids=[
        "time",
        "moved",
        "beat",
        "weekly",
        "weekly beat",
        "every third year, beat",
        "every third year, time",
    ],
)
def test_a_search_gives_up_after_ten_years(recurrence: Recurrence, days: Days) -> None:
    local = rule(Job(recurrence=recurrence, zone=BERLIN, start=wall("2026-01-02T00:00"), days=days))

    with pytest.raises(NothingInSight):
        local.next(datetime(2026, 1, 1, tzinfo=UTC))


def test_a_time_that_is_missing_every_year_is_never_in_sight() -> None:
    recurrence = every("month", months=(3,), monthly_occurrences=LAST_SUNDAY, hours=(2,), minutes=(30,))
    local = rule(Job(recurrence=recurrence, zone=BERLIN, start=wall("2026-01-02T00:00"), skip=True))

    with pytest.raises(NothingInSight):
        local.next(datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("month", "both", "runs"),
    [(3, False, ["2026-03-29T03:30"]), (10, True, ["2026-10-25T02:30", "2026-10-25T02:30"])],
    ids=["missing", "repeated"],
)
def test_the_last_run_before_ten_years_without_one_is_found(month: int, both: bool, runs: list[str]) -> None:
    day = date(2026, month, int(runs[0][8:10]))
    later = tuple(day.replace(year=year) for year in range(2027, 2038))
    recurrence = every("month", months=(month,), month_days=(day.day,), hours=(2,), minutes=(30,))
    job = Job(
        recurrence=recurrence, zone=BERLIN, start=wall("2026-01-01T00:00"), both=both, days=Days(dates=later)
    )

    assert first_shown(job, len(runs)) == runs
    with pytest.raises(NothingInSight):
        first_shown(job, len(runs) + 1)


def first_shown(job: Job, number: int, since: str = "2000-01-01T00:00") -> list[str]:
    """Return what the clocks show at the first runs."""
    local, after = rule(job), wall(since).replace(tzinfo=UTC)
    shown: list[str] = []
    while len(shown) < number:
        run = local.next(after)
        assert run is not None
        after = run
        shown.append(shown_at(run, job.zone).isoformat(timespec="minutes"))
    return shown


def berlin(recurrence: Recurrence, **days: Any) -> Job:
    return Job(recurrence=recurrence, zone=BERLIN, start=wall("2010-01-01T00:00"), days=Days(**days))


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text)
