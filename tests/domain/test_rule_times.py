"""Which times, and where runs begin and end: facts from the service's documentation."""

from itertools import islice

import pytest

from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday
from shared.domain.runs import first_run, next_run, runs
from tests.builders import at, every
from tests.domain.first_runs import LEAP_DAY, check_first_runs

MON, TUE, WED, THU, FRI, SAT, SUN = Weekday


@pytest.mark.parametrize(
    ("recurrence", "start", "expected"),
    [
        pytest.param(
            every("day", hours=(6, 18)),
            "2026-03-02T09:10:11.123456",
            "2026-03-02T18:10:11.123456 2026-03-03T06:10:11.123456",
            id="hours alone keep the anchor's minute and seconds",
        ),
        pytest.param(
            every("day", hours=(9,), minutes=(20,)),
            "2026-03-02T09:10:11.123456",
            "2026-03-02T09:20 2026-03-03T09:20",
            id="minutes drop the seconds",
        ),
        pytest.param(
            every("day", hours=(9,), minutes=(10,)),
            "2026-03-02T09:10:00.000001",
            "2026-03-03T09:10 2026-03-04T09:10",
            id="what lies before the anchor is dropped, by a microsecond",
        ),
        pytest.param(
            every("day", hours=(9,), minutes=(10,)),
            "2026-03-02T09:10",
            "2026-03-02T09:10 2026-03-03T09:10",
            id="the anchor itself runs where the schedule names it",
        ),
        pytest.param(
            every("day", minutes=(15,)),
            "2026-03-02T22:20",
            "2026-03-02T23:15 2026-03-03T00:15 2026-03-03T01:15",
            id="minutes alone mean every hour",
        ),
        pytest.param(
            every("week", minutes=(0,)),
            "2026-03-02T22:30",
            "2026-03-02T23:00 2026-03-09T00:00 2026-03-09T01:00",
            id="minutes alone mean every hour of the anchor's weekday",
        ),
        pytest.param(
            every("month", minutes=(0,)),
            "2026-03-02T22:30",
            "2026-03-02T23:00 2026-04-02T00:00 2026-04-02T01:00",
            id="minutes alone mean every hour of the anchor's day",
        ),
        pytest.param(
            every("hour", 2, minutes=(15, 45)),
            "2026-03-02T09:30",
            "2026-03-02T09:45 2026-03-02T11:15 2026-03-02T11:45 2026-03-02T13:15",
            id="hour: minutes expand",
        ),
        pytest.param(
            every("hour", 5, hours=(5, 10)),
            "2026-03-02T00:07:08",
            "2026-03-02T05:07:08 2026-03-02T10:07:08 2026-03-07T05:07:08 2026-03-07T10:07:08",
            id="hour: hours filter, and keep minute and seconds",
        ),
        pytest.param(
            every("hour", hours=(5,)),
            "2026-03-02T05:07:08",
            "2026-03-02T05:07:08 2026-03-03T05:07:08 2026-03-04T05:07:08",
            id="hour: one hour of the day comes again after 24",
        ),
        pytest.param(
            every("hour", 7, hours=(5,), minutes=(0, 59)),
            "2026-03-02T05:00",
            "2026-03-02T05:00 2026-03-02T05:59 2026-03-09T05:00 2026-03-09T05:59",
            id="hour: every 7 hours meets an hour after 7 days",
        ),
        pytest.param(
            every("minute", 25, hours=(5,)),
            "2026-03-02T04:50:30",
            "2026-03-02T05:15:30 2026-03-02T05:40:30 2026-03-03T05:00:30 2026-03-03T05:25:30",
            id="minute: hours filter active minutes",
        ),
        pytest.param(
            every("minute", hours=(5,)),
            "2026-03-02T05:58",
            "2026-03-02T05:58 2026-03-02T05:59 2026-03-03T05:00 2026-03-03T05:01",
            id="minute: every minute of an hour",
        ),
        pytest.param(
            every("minute", 7, minutes=(0,)),
            "2026-03-02T09:00:01",
            "2026-03-02T16:00 2026-03-02T23:00 2026-03-03T06:00",
            id="minute: minutes filter, and drop the seconds",
        ),
        pytest.param(
            every("minute", 1000),
            "2026-03-02T09:00:05",
            "2026-03-02T09:00:05 2026-03-03T01:40:05 2026-03-03T18:20:05",
            id="minute: the longest interval",
        ),
        pytest.param(
            every("hour", 1000),
            "2026-03-02T09:00:05",
            "2026-03-02T09:00:05 2026-04-13T01:00:05",
            id="hour: the longest interval",
        ),
    ],
)
def test_times_of_day(recurrence: Recurrence, start: str, expected: str) -> None:
    check_first_runs(recurrence, start, expected)


@pytest.mark.parametrize(
    ("recurrence", "start"),
    [
        pytest.param(every("hour", 24, hours=(10,)), "2026-03-02T09:00", id="every 24 hours, another hour"),
        pytest.param(
            every("minute", 60, minutes=(1,)), "2026-03-02T09:00", id="every 60 minutes, another one"
        ),
        pytest.param(
            every("minute", 720, hours=(10,)), "2026-03-02T09:00", id="every 720 minutes, another hour"
        ),
        pytest.param(
            every("month", 12, months=(2,)), "2026-03-02T09:00", id="every 12 months, another month"
        ),
        pytest.param(every("month", 4, months=(2, 12)), "2026-01-02T09:00", id="every 4 months, others"),
        pytest.param(every("month", 16, **LEAP_DAY), "2025-02-01T09:00", id="every 16 months, no leap year"),
        pytest.param(
            every("month", 12, month_days=(31,)), "2026-04-02T09:00", id="every 12 months, a short one"
        ),
    ],
)
def test_a_rule_that_names_nothing_never_runs(recurrence: Recurrence, start: str) -> None:
    assert first_run(recurrence, start=at(start), now=at(start)) is None


def test_the_sample_of_the_documentation_runs_ten_times() -> None:
    recurrence = Recurrence(
        frequency=Frequency.WEEK,
        count=10,
        schedule=Schedule(week_days=(MON, WED, FRI), hours=(10, 22)),
    )
    start = at("2012-08-04T00:00")

    assert [run.strftime("%m-%d %H:%M") for run in runs(recurrence, start=start, now=start)] == [
        "08-06 10:00",
        "08-06 22:00",
        "08-08 10:00",
        "08-08 22:00",
        "08-10 10:00",
        "08-10 22:00",
        "08-13 10:00",
        "08-13 22:00",
        "08-15 10:00",
        "08-15 22:00",
    ]


@pytest.mark.parametrize(
    ("end", "count", "expected"),
    [
        pytest.param("2026-03-02T10:00", None, 2, id="a run at the end time still runs"),
        pytest.param("2026-03-02T09:59:59.999999", None, 1, id="a run just after it does not"),
        pytest.param("2026-03-02T10:59:59.999999", None, 2, id="nor does a later one"),
        pytest.param("2026-03-02T12:00", 3, 3, id="the count is reached first"),
        pytest.param("2026-03-02T10:00", 3, 2, id="the end time is reached first"),
        pytest.param("2026-03-02T08:00", None, 0, id="an end before the start leaves nothing"),
    ],
)
def test_the_end_time_and_the_count(end: str, count: int | None, expected: int) -> None:
    recurrence = Recurrence(frequency=Frequency.HOUR, count=count, end_time=at(end))
    nine = at("2026-03-02T09:00")

    assert len(list(runs(recurrence, start=nine, now=nine))) == expected


@pytest.mark.parametrize("text", ["2015-04-07T14:00", "2015-04-05T14:00", "2015-04-01T14:00"])
def test_a_past_start_keeps_its_grid(text: str) -> None:
    first = first_run(every("day", 2), start=at(text), now=at("2015-04-08T13:00"))

    assert first == at("2015-04-09T14:00")


def test_without_a_start_the_first_run_is_at_once_and_the_others_follow_the_schedule() -> None:
    now = at("2026-03-02T09:10:11.5")

    found = islice(runs(every("day", hours=(5, 17), minutes=(0,)), start=None, now=now), 3)

    assert list(found) == [now, at("2026-03-02T17:00"), at("2026-03-03T05:00")]


@pytest.mark.parametrize("hours", [(), (5,), (10,)], ids=["without a schedule", "earlier", "same hour"])
@pytest.mark.parametrize("frequency", ["day", "week", "month", "year"])
def test_nothing_comes_after_the_last_day_of_the_calendar(frequency: str, hours: tuple[int, ...]) -> None:
    last = at("9999-12-31T10:00")

    assert next_run(every(frequency, hours=hours), anchor=last, after=last) is None


@pytest.mark.parametrize("frequency", list(Frequency))
def test_nothing_comes_after_the_last_minute_of_the_calendar(frequency: str) -> None:
    last = at("9999-12-31T23:59:00")

    assert next_run(every(frequency, minutes=(59,)), anchor=last, after=last) is None
    assert next_run(every(frequency), anchor=last, after=last) is None
