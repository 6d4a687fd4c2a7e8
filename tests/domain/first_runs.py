"""What the tables of facts about runs share."""

from itertools import islice
from typing import Any, Final

from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Weekday
from shared.domain.runs import runs
from tests.builders import at

LEAP_DAY: Final[dict[str, Any]] = {"months": (2,), "month_days": (29,)}


def on(day: Weekday, *numbers: int | None) -> tuple[MonthlyOccurrence, ...]:
    return tuple(MonthlyOccurrence(day=day, occurrence=number) for number in numbers)


def check_first_runs(recurrence: Recurrence, start: str, expected: str) -> None:
    wanted = [at(text) for text in expected.split()]

    found = runs(recurrence, start=at(start), now=at(start))

    assert list(islice(found, len(wanted))) == wanted
