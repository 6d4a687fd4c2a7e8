"""Local times at both ends of the calendar, where an offset or a day more leads out of it."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from shared.domain.local_time.excluded import NothingInSight
from shared.domain.recurrence import Recurrence, Weekday
from tests.domain.local_time.engine import rule
from tests.domain.local_time.literal_answers import every
from tests.domain.local_time.reference import Job
from tests.domain.local_time.reference_days import Days

LAST: Final = datetime.max.replace(tzinfo=UTC)
FIRST: Final = datetime.min.replace(tzinfo=UTC)
HOURS: Final = timedelta(hours=3)
EDGES: Final = [FIRST, FIRST + HOURS, FIRST + 30 * HOURS, LAST - 30 * HOURS, LAST - HOURS, LAST]
ZONES: Final = ("UTC", "Europe/Berlin", "Australia/Lord_Howe", "Etc/GMT+12", "Etc/GMT-14")
RECURRENCES: Final = [
    every("minute", 90),
    every("hour", minutes=(0, 30)),
    every("day"),
    every("day", hours=(0, 23)),
    every("day", minutes=(0,)),
    every("month"),
    every("week", week_days=(Weekday.FRIDAY,)),
]
DAYS: Final = [
    None,
    Days(weekdays=(4, 5)),
    Days(weekdays=(4, 5), then="after"),
    Days(weekdays=(0, 1), then="before"),
    Days(yearly=((12, 31), (1, 1))),
    Days(yearly=((12, 31), (12, 30)), then="after"),
    Days(yearly=((1, 1), (1, 2)), then="before"),
    Days(weekdays=tuple(range(7)), then="before"),
]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("recurrence", RECURRENCES, ids=range(len(RECURRENCES)))
def test_a_search_ends_with_the_calendar(zone: str, recurrence: Recurrence) -> None:
    for days in DAYS:
        for edge in EDGES:
            for start in (edge, edge.replace(tzinfo=None)):
                job = Job(recurrence=recurrence, zone=zone, start=start, both=True, days=days)
                assert all(is_later(job, after) for after in EDGES)


def is_later(job: Job, after: datetime) -> bool:
    try:
        run = rule(job).next(after)
    except NothingInSight:
        return True
    return run is None or run > after


def test_clock_changes_of_the_last_years_are_met() -> None:
    job = Job(
        recurrence=every("day", hours=(2,), minutes=(30,)),
        zone="Europe/Berlin",
        start=datetime(9998, 1, 1, tzinfo=UTC),
    )

    run = rule(job).next(datetime(9998, 3, 29, tzinfo=UTC))

    assert run == datetime(9998, 3, 29, 1, 30, tzinfo=UTC)
