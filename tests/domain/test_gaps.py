from datetime import timedelta
from typing import Any

import pytest

from shared.domain.gaps import shortest_gap
from shared.domain.recurrence import MonthlyOccurrence, Weekday
from tests.builders import at, every

ALL_DAYS = tuple(range(1, 32))


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
        pytest.param("month", 1, {"month_days": (31,)}, timedelta(days=61), id="31 March to 31 May"),
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
        pytest.param("hour", 1, {"minutes": (0, 50)}, timedelta(minutes=10), id="minutes across the hour"),
        pytest.param(
            "hour", 2, {"minutes": (0, 50)}, timedelta(minutes=50), id="minutes of every other hour"
        ),
        pytest.param("minute", 5, {"minutes": (0, 5, 30)}, timedelta(minutes=5), id="filtered minutes"),
    ],
)
def test_the_shortest_gap(frequency: str, interval: int, fields: dict[str, Any], gap: timedelta) -> None:
    recurrence = every(frequency, interval, **fields)
    start = at("2026-03-01T00:00:00")

    assert shortest_gap(recurrence, anchor=start, now=start) == gap
