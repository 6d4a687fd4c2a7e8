"""What runs when: facts from the words and the examples of the service's documentation."""

from datetime import datetime
from itertools import islice
from typing import Any, Final

import pytest

from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.domain.runs import first_run, next_run, runs

MON, TUE, WED, THU, FRI, SAT, SUN = Weekday
LEAP_DAY: Final[dict[str, Any]] = {"months": (2,), "month_days": (29,)}


def every(frequency: str, interval: int = 1, **schedule: Any) -> Recurrence:
    return Recurrence(frequency=Frequency(frequency), interval=interval, schedule=Schedule(**schedule))


def on(day: Weekday, *numbers: int | None) -> tuple[MonthlyOccurrence, ...]:
    return tuple(MonthlyOccurrence(day=day, occurrence=number) for number in numbers)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}Z")


def check_first_runs(recurrence: Recurrence, start: str, expected: str) -> None:
    wanted = [instant(text) for text in expected.split()]

    found = runs(recurrence, start=instant(start), now=instant(start))

    assert list(islice(found, len(wanted))) == wanted


@pytest.mark.parametrize(
    ("recurrence", "start", "expected"),
    [
        pytest.param(
            every("month"),
            "2023-01-31T10:00",
            "2023-01-31T10:00 2023-02-28T10:00 2023-03-31T10:00 2023-04-30T10:00",
            id="the 31st is clamped and comes again",
        ),
        pytest.param(
            every("month"),
            "2024-01-30T10:00",
            "2024-01-30T10:00 2024-02-29T10:00 2024-03-30T10:00",
            id="the 30th is clamped to a leap day",
        ),
        pytest.param(
            every("month", 13),
            "2023-01-31T10:00",
            "2023-01-31T10:00 2024-02-29T10:00 2025-03-31T10:00 2026-04-30T10:00",
            id="clamped across years",
        ),
        pytest.param(
            every("month", hours=(6,)),
            "2023-01-31T10:15",
            "2023-02-28T06:15 2023-03-31T06:15 2023-04-30T06:15",
            id="the anchor's day is clamped under a schedule too",
        ),
        pytest.param(
            every("year"),
            "2024-02-29T10:00",
            "2024-02-29T10:00 2025-02-28T10:00 2026-02-28T10:00 2027-02-28T10:00 2028-02-29T10:00",
            id="a leap day every year is clamped",
        ),
        pytest.param(
            every("year", **LEAP_DAY),
            "1896-01-01T00:00",
            "1896-02-29T00:00 1904-02-29T00:00 1908-02-29T00:00",
            id="1900 has no leap day",
        ),
        pytest.param(
            every("year", **LEAP_DAY),
            "1996-01-01T00:00",
            "1996-02-29T00:00 2000-02-29T00:00 2004-02-29T00:00",
            id="2000 has a leap day",
        ),
        pytest.param(
            every("month", **LEAP_DAY),
            "2096-02-29T00:00",
            "2096-02-29T00:00 2104-02-29T00:00 2108-02-29T00:00",
            id="from 2096 to 2104",
        ),
        pytest.param(
            every("month", 16, **LEAP_DAY),
            "2024-02-01T00:00",
            "2024-02-29T00:00 2028-02-29T00:00 2032-02-29T00:00",
            id="every 16 months meets the leap years",
        ),
        pytest.param(
            every("month", 17, **LEAP_DAY),
            "2032-02-29T00:00",
            "2032-02-29T00:00 2168-02-29T00:00 2236-02-29T00:00",
            id="every 17 years meets a leap year after 136",
        ),
        pytest.param(
            every("month", months=(2,), monthly_occurrences=on(SUN, 5)),
            "2032-01-01T08:00",
            "2032-02-29T08:00 2060-02-29T08:00 2088-02-29T08:00 2128-02-29T08:00",
            id="five Sundays in February",
        ),
    ],
)
def test_short_months_and_leap_years(recurrence: Recurrence, start: str, expected: str) -> None:
    check_first_runs(recurrence, start, expected)


@pytest.mark.parametrize(
    ("recurrence", "start", "expected"),
    [
        pytest.param(
            every("month", month_days=(31,)),
            "2026-01-01T09:00",
            "2026-01-31T09:00 2026-03-31T09:00 2026-05-31T09:00 2026-07-31T09:00 2026-08-31T09:00",
            id="31: months without it are skipped",
        ),
        pytest.param(
            every("month", month_days=(-31,)),
            "2026-01-01T09:00",
            "2026-01-01T09:00 2026-03-01T09:00 2026-05-01T09:00 2026-07-01T09:00 2026-08-01T09:00",
            id="-31: the first day of months with 31 days",
        ),
        pytest.param(
            every("month", minutes=(0,), hours=(6,), month_days=(-1,)),
            "2024-01-01T09:00",
            "2024-01-31T06:00 2024-02-29T06:00 2024-03-31T06:00 2024-04-30T06:00",
            id="-1: the last day",
        ),
        pytest.param(
            every("month", month_days=(31, -1, 1)),
            "2026-01-02T09:00",
            "2026-01-31T09:00 2026-02-01T09:00 2026-02-28T09:00 2026-03-01T09:00 2026-03-31T09:00",
            id="a day named twice runs once",
        ),
        pytest.param(
            every("month", monthly_occurrences=on(FRI, 5)),
            "2026-01-01T09:00",
            "2026-01-30T09:00 2026-05-29T09:00 2026-07-31T09:00 2026-10-30T09:00",
            id="fifth Friday: months without one are skipped",
        ),
        pytest.param(
            every("month", monthly_occurrences=on(FRI, -5)),
            "2026-01-01T09:00",
            "2026-01-02T09:00 2026-05-01T09:00 2026-07-03T09:00 2026-10-02T09:00",
            id="fifth-last Friday: the first of five",
        ),
        pytest.param(
            every("month", monthly_occurrences=on(FRI, -3)),
            "2026-01-01T09:00",
            "2026-01-16T09:00 2026-02-13T09:00 2026-03-13T09:00",
            id="third-last Friday",
        ),
        pytest.param(
            every("month", minutes=(15,), hours=(5,), monthly_occurrences=on(FRI, 1, -1)),
            "2026-01-01T09:00",
            "2026-01-02T05:15 2026-01-30T05:15 2026-02-06T05:15 2026-02-27T05:15",
            id="first and last Friday",
        ),
        pytest.param(
            every("month", 2, monthly_occurrences=on(FRI, None)),
            "2026-01-15T09:00",
            "2026-01-16T09:00 2026-01-23T09:00 2026-01-30T09:00 2026-03-06T09:00 2026-03-13T09:00",
            id="every Friday of every second month",
        ),
        pytest.param(
            every("month", month_days=(13,), monthly_occurrences=on(FRI, 2)),
            "2026-01-01T09:00",
            "2026-01-09T09:00 2026-01-13T09:00 2026-02-13T09:00 2026-03-13T09:00 2026-04-10T09:00",
            id="days and occurrences are united",
        ),
        pytest.param(
            every("month", months=(4, 9), month_days=(30, 31)),
            "2026-01-31T09:00",
            "2026-04-30T09:00 2026-09-30T09:00 2027-04-30T09:00",
            id="months filter months",
        ),
        pytest.param(
            every("month", 2, months=(1, 3, 6)),
            "2026-01-15T09:00",
            "2026-01-15T09:00 2026-03-15T09:00 2027-01-15T09:00 2027-03-15T09:00",
            id="months filter active months only",
        ),
        pytest.param(
            every("year", months=(2, 4)),
            "2026-01-31T09:00",
            "2026-02-28T09:00 2026-04-30T09:00 2027-02-28T09:00 2027-04-30T09:00",
            id="year: the anchor's day in each of the months",
        ),
        pytest.param(
            every("year", month_days=(1, -1)),
            "2026-03-10T09:00",
            "2026-03-31T09:00 2027-03-01T09:00 2027-03-31T09:00",
            id="year without months: the anchor's month",
        ),
        pytest.param(
            every("year", hours=(7, 9)),
            "2026-03-10T08:30",
            "2026-03-10T09:30 2027-03-10T07:30 2027-03-10T09:30",
            id="year without days: the anchor's",
        ),
        pytest.param(
            every("year", monthly_occurrences=on(MON, 1)),
            "2026-09-01T09:00",
            "2026-09-07T09:00 2027-09-06T09:00 2028-09-04T09:00",
            id="year: first Monday of the anchor's month",
        ),
    ],
)
def test_days_of_months_and_years(recurrence: Recurrence, start: str, expected: str) -> None:
    check_first_runs(recurrence, start, expected)


@pytest.mark.parametrize(
    ("recurrence", "start", "expected"),
    [
        pytest.param(
            every("week", 2, week_days=(MON, THU)),
            "2026-02-05T08:00",
            "2026-02-05T08:00 2026-02-16T08:00 2026-02-19T08:00 2026-03-02T08:00",
            id="every second week, from a Thursday",
        ),
        pytest.param(
            every("week", 2, week_days=(MON,)),
            "2026-02-08T08:00",
            "2026-02-16T08:00 2026-03-02T08:00",
            id="a Sunday ends its week",
        ),
        pytest.param(
            every("week", 2, week_days=(SUN,)),
            "2026-02-02T08:00",
            "2026-02-08T08:00 2026-02-22T08:00",
            id="a Monday begins its week",
        ),
        pytest.param(
            every("week", 2, hours=(6,)),
            "2026-02-05T08:00",
            "2026-02-19T06:00 2026-03-05T06:00",
            id="without weekdays the anchor's",
        ),
        pytest.param(
            every("week", 78),
            "2026-02-05T08:00",
            "2026-02-05T08:00 2027-08-05T08:00",
            id="the longest interval of weeks",
        ),
        pytest.param(
            every("day", 3, hours=(6, 18), minutes=(30,)),
            "2026-02-01T00:00",
            "2026-02-01T06:30 2026-02-01T18:30 2026-02-04T06:30 2026-02-04T18:30",
            id="every third day, twice",
        ),
        pytest.param(
            every("day", 548),
            "2026-01-01T00:00",
            "2026-01-01T00:00 2027-07-03T00:00",
            id="the longest interval of days",
        ),
    ],
)
def test_days_and_weeks(recurrence: Recurrence, start: str, expected: str) -> None:
    check_first_runs(recurrence, start, expected)


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
    assert first_run(recurrence, start=instant(start), now=instant(start)) is None


def test_the_sample_of_the_documentation_runs_ten_times() -> None:
    recurrence = Recurrence(
        frequency=Frequency.WEEK,
        count=10,
        schedule=Schedule(week_days=(MON, WED, FRI), hours=(10, 22)),
    )
    start = instant("2012-08-04T00:00")

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
    recurrence = Recurrence(frequency=Frequency.HOUR, count=count, end_time=instant(end))
    nine = instant("2026-03-02T09:00")

    assert len(list(runs(recurrence, start=nine, now=nine))) == expected


@pytest.mark.parametrize("text", ["2015-04-07T14:00", "2015-04-05T14:00", "2015-04-01T14:00"])
def test_a_past_start_keeps_its_grid(text: str) -> None:
    first = first_run(every("day", 2), start=instant(text), now=instant("2015-04-08T13:00"))

    assert first == instant("2015-04-09T14:00")


def test_without_a_start_the_first_run_is_at_once_and_the_others_follow_the_schedule() -> None:
    now = instant("2026-03-02T09:10:11.5")

    found = islice(runs(every("day", hours=(5, 17), minutes=(0,)), start=None, now=now), 3)

    assert list(found) == [now, instant("2026-03-02T17:00"), instant("2026-03-03T05:00")]


@pytest.mark.parametrize("hours", [(), (5,), (10,)], ids=["without a schedule", "earlier", "same hour"])
@pytest.mark.parametrize("frequency", ["day", "week", "month", "year"])
def test_nothing_comes_after_the_last_day_of_the_calendar(frequency: str, hours: tuple[int, ...]) -> None:
    last = instant("9999-12-31T10:00")

    assert next_run(every(frequency, hours=hours), anchor=last, after=last) is None


@pytest.mark.parametrize("frequency", list(Frequency))
def test_nothing_comes_after_the_last_minute_of_the_calendar(frequency: str) -> None:
    last = instant("9999-12-31T23:59:00")

    assert next_run(every(frequency, minutes=(59,)), anchor=last, after=last) is None
    assert next_run(every(frequency), anchor=last, after=last) is None
