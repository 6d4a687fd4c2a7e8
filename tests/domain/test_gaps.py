from datetime import timedelta
from typing import Any

import pytest

from shared.domain.gaps import shortest_gap
from shared.domain.recurrence import MonthlyOccurrence, Weekday
from tests.builders import at, every

ALL_DAYS = tuple(range(1, 32))
FIFTH_AND_LAST = (
    MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=5),
    MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=-1),
)
STARTS = ("0001-01-01T00:00:00", "2026-03-01T00:00:00", "2028-02-29T00:00:00", "9999-12-01T00:00:00")


@pytest.mark.parametrize(
    ("frequency", "interval", "fields", "gap"),
    [
        pytest.param("minute", 15, {}, timedelta(minutes=15), id="a grid of minutes"),
        pytest.param("month", 2, {}, timedelta(days=60), id="a month counts 30 days"),
        pytest.param("year", 1, {}, timedelta(days=365), id="a year counts 365 days"),
        pytest.param(
            "day", 1, {"hours": (5, 17)}, timedelta(hours=12), id="within a day and across midnight"
        ),
        pytest.param("day", 1, {"hours": (0, 23)}, timedelta(hours=1), id="across midnight"),
        pytest.param("day", 2, {"hours": (0, 23)}, timedelta(hours=23), id="no neighbour across midnight"),
        pytest.param("day", 3, {"hours": (5,)}, timedelta(days=3), id="once a day"),
        pytest.param("day", 1, {"minutes": (0, 10)}, timedelta(minutes=10), id="minutes of every hour"),
        pytest.param("day", 1, {"minutes": (0, 55)}, timedelta(minutes=5), id="across the hour"),
        pytest.param("week", 1, {"week_days": (0, 6)}, timedelta(days=1), id="Sunday to Monday"),
        pytest.param("week", 2, {"week_days": (0, 6)}, timedelta(days=6), id="Monday to Sunday"),
        pytest.param("month", 1, {"month_days": (1, -1)}, timedelta(days=1), id="last day to first"),
        pytest.param(
            "month", 1, {"month_days": (31,)}, timedelta(days=30), id="one a month at most: a month"
        ),
        pytest.param(
            "month",
            1,
            {"month_days": ALL_DAYS, "minutes": tuple(range(0, 60, 2))},
            timedelta(minutes=2),
            id="dense",
        ),
        pytest.param(
            "month",
            1,
            {"monthly_occurrences": (MonthlyOccurrence(day=Weekday.FRIDAY),)},
            timedelta(days=7),
            id="every Friday",
        ),
        pytest.param(
            "year", 1, {"months": (1, 2), "month_days": (1,)}, timedelta(days=31), id="January, February"
        ),
        pytest.param("week", 3, {"hours": (5,)}, timedelta(weeks=3), id="once in three weeks"),
        pytest.param("week", 1, {"week_days": (0, 3)}, timedelta(days=3), id="Monday to Thursday"),
        pytest.param("month", 1, {"month_days": (15,)}, timedelta(days=30), id="15th, also in February"),
        pytest.param("month", 2, {"month_days": (15,)}, timedelta(days=60), id="15th of every other month"),
        pytest.param("month", 1, {"hours": (5,)}, timedelta(days=30), id="on the day of the start"),
        pytest.param("month", 1, {"hours": (0, 23)}, timedelta(hours=23), id="twice on that day"),
        pytest.param("month", 1, {"month_days": (1, 15)}, timedelta(days=14), id="1st to 15th"),
        pytest.param("month", 1, {"month_days": (1, 28)}, timedelta(days=1), id="28 February to 1 March"),
        pytest.param("month", 2, {"month_days": (1, 28)}, timedelta(days=27), id="not with a month between"),
        pytest.param("month", 1, {"month_days": (3, 28)}, timedelta(days=3), id="28 February to 3 March"),
        pytest.param("month", 1, {"month_days": (29, -1)}, timedelta(days=1), id="29th, last of 30"),
        pytest.param("month", 1, {"month_days": (1, -29)}, timedelta(days=1), id="-29 is the 2nd of 30"),
        pytest.param(
            "month",
            1,
            {"months": (2,), "month_days": (28, 29)},
            timedelta(days=1),
            id="28 and 29 February, in leap years",
        ),
        pytest.param(
            "month",
            1,
            {"months": (2,), "month_days": (29,)},
            timedelta(days=30),
            id="a leap day, one a month",
        ),
        pytest.param(
            "month", 1, {"months": (1, 7), "month_days": (1, -1)}, timedelta(days=30), id="January and July"
        ),
        pytest.param("month", 12, {"month_days": (1, 31)}, timedelta(days=30), id="once a year, 1st to 31st"),
        pytest.param(
            "month",
            1,
            {"monthly_occurrences": FIFTH_AND_LAST},
            timedelta(days=30),
            id="a fifth Friday is the last one",
        ),
        pytest.param(
            "month",
            1,
            {"monthly_occurrences": (*FIFTH_AND_LAST, MonthlyOccurrence(day=Weekday.SATURDAY, occurrence=1))},
            timedelta(days=1),
            id="last Friday to first Saturday",
        ),
        pytest.param(
            "year", 1, {"month_days": (15,)}, timedelta(days=365), id="once a year, in the month of the start"
        ),
        pytest.param("year", 1, {"month_days": (1, 31)}, timedelta(days=30), id="1st and 31st of a month"),
        pytest.param("year", 1, {"months": (2, 3), "month_days": (1,)}, timedelta(days=28), id="February"),
        pytest.param("hour", 1, {"minutes": (0, 50)}, timedelta(minutes=10), id="minutes across the hour"),
        pytest.param("hour", 1, {"hours": (5,)}, timedelta(days=1), id="one hour of the day"),
        pytest.param("hour", 5, {"hours": (0, 1, 2)}, timedelta(hours=25), id="0, then 1 the day after"),
        pytest.param("minute", 7, {"hours": (0,), "minutes": (0, 3)}, timedelta(minutes=2877), id="rarely"),
        pytest.param("minute", 1, {"hours": (0,)}, timedelta(minutes=1), id="every minute of an hour"),
        pytest.param(
            "hour", 2, {"minutes": (0, 50)}, timedelta(minutes=50), id="minutes of every other hour"
        ),
        pytest.param("minute", 5, {"minutes": (0, 5, 30)}, timedelta(minutes=5), id="filtered minutes"),
    ],
)
def test_the_shortest_gap(frequency: str, interval: int, fields: dict[str, Any], gap: timedelta) -> None:
    recurrence = every(frequency, interval, **fields)

    assert shortest_gap(recurrence, anchor=at("2026-03-01T00:00:00")) == gap


@pytest.mark.parametrize(
    ("frequency", "interval", "fields"),
    [
        ("day", 1, {"hours": (0, 23)}),
        ("week", 1, {"week_days": (0, 6)}),
        ("month", 1, {"month_days": (1, 28)}),
        ("month", 12, {"month_days": (28, 29)}),
        ("year", 1, {"month_days": (30, 31)}),
    ],
)
def test_the_gap_does_not_depend_on_the_day_of_the_request(
    frequency: str, interval: int, fields: dict[str, Any]
) -> None:
    recurrence = every(frequency, interval, **fields)

    assert len({shortest_gap(recurrence, anchor=at(start)) for start in STARTS}) == 1
