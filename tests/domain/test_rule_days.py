"""Which days: facts from the words and the examples of the service's documentation."""

import pytest

from shared.domain.recurrence import Recurrence, Weekday
from tests.builders import every
from tests.domain.first_runs import LEAP_DAY, check_first_runs, on

MON, TUE, WED, THU, FRI, SAT, SUN = Weekday


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
