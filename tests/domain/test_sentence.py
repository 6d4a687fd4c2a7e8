from datetime import datetime

import pytest

from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Weekday
from shared.domain.sentence import describe
from tests.builders import NINE, at, every

START = at("2026-03-04T12:25:00")


@pytest.mark.parametrize(
    ("recurrence", "start", "sentence"),
    [
        (None, None, "Once, immediately"),
        (None, at("2020-01-01T00:00:00"), "Once, immediately"),
        (None, at("2026-03-04T12:25:10"), "Once, on 2026-03-04 at 12:25:10 UTC"),
        (every("minute", 15), START, "Every 15 minutes from 12:25 UTC"),
        (every("hour"), at("2026-03-04T12:25:10"), "Every hour from 12:25:10 UTC"),
        (every("day", 2), START, "Every 2 days at 12:25 UTC"),
        (every("week", 2), START, "Every 2 weeks on Wednesday at 12:25 UTC"),
        (every("month", 18), START, "Every 18 months on day 4 at 12:25 UTC"),
        (every("year"), START, "Every year on day 4 in March at 12:25 UTC"),
        (every("day"), None, "Every day at 09:00 UTC"),
        (every("day", hours=(5,), minutes=(15,)), None, "Immediately, then every day at 05:15 UTC"),
        (
            every(
                "week", 2, week_days=(Weekday.FRIDAY, Weekday.MONDAY), hours=(22, 10), minutes=(0,), count=10
            ),
            START,
            "Every 2 weeks on Monday and Friday at 10:00 and 22:00 UTC, 10 times",
        ),
        (every("minute", hours=(5,)), START, "Every minute of hour 5 UTC"),
        (every("minute", 5, minutes=(0, 30)), START, "Every 5 minutes at minutes 0 and 30"),
        (
            every("minute", 5, minutes=(0, 30), hours=(1, 2, 9, 10, 11)),
            START,
            "Every 5 minutes at minutes 0 and 30 of hours 1, 2 and 9 to 11 UTC",
        ),
        (every("hour", 3, hours=(0, 12)), START, "Every 3 hours at minute 25 of hours 0 and 12 UTC"),
        (
            every("month", month_days=(-1, -3, 15), months=(1, 7)),
            START,
            "Every month on day 15, day 3 from the end and the last day in January and July at 12:25 UTC",
        ),
        (
            every("year", months=(2,), month_days=(29,), hours=(6,), minutes=(0,)),
            START,
            "Every year on day 29 in February at 06:00 UTC",
        ),
        (
            every("month", month_days=(1,), monthly_occurrences=(MonthlyOccurrence(day=Weekday.SUNDAY),)),
            START,
            "Every month on day 1 and every Sunday at 12:25 UTC",
        ),
        (every("day", count=1), START, "Every day at 12:25 UTC, once"),
        (
            every("day", end_time=at("2026-10-10T10:10:10")),
            START,
            "Every day at 12:25 UTC, until 2026-10-10 at 10:10:10 UTC",
        ),
        (
            every("day", count=3, end_time=at("2026-10-10T10:10:00")),
            START,
            "Every day at 12:25 UTC, 3 times or until 2026-10-10 at 10:10 UTC, whichever comes first",
        ),
        (every("day", hours=(5,)), at("2026-03-04T12:25:10"), "Every day at 05:25:10 UTC"),
    ],
)
def test_the_sentence(recurrence: Recurrence | None, start: datetime | None, sentence: str) -> None:
    assert describe(recurrence, start=start, now=NINE) == sentence
