"""The days of calendars are put together once, and not for each job that names them."""

from datetime import date, timedelta
from typing import Final
from unittest.mock import patch

from shared.domain import exclude
from shared.domain.exclude import Calendar, Exclude
from shared.domain.local_time.excluded import Excluded

_DAYS: Final = [f"{date(2026, 1, 1) + timedelta(days=day)}" for day in range(364)]
_CALENDARS: Final = tuple(
    (f"c{number}", Calendar(dates=tuple(f"{2030 + number}{day[4:]}" for day in _DAYS))) for number in range(5)
)
_NAMES: Final = tuple(name for name, _ in _CALENDARS)


def test_a_thousand_jobs_put_the_days_of_their_calendars_together_once() -> None:
    taken = 0

    class Counting(Excluded):
        def __init__(self, *args: object, days: object = (), **more: object) -> None:
            nonlocal taken
            taken += len(list(days))  # type: ignore[call-overload]
            super().__init__(*args, days=days, **more)  # type: ignore[arg-type]

    with patch.object(exclude, "Excluded", Counting):
        for number in range(1_000):
            own = Exclude(dates=(f"2029-01-{number % 28 + 1:02}",), calendars=_NAMES)
            assert own.within(_CALENDARS).covers((date(2034, 12, 30) - date.min).days)

    assert taken <= 5 * 364 + 1_000


def test_calendars_that_differ_in_the_middle_alone_are_told_apart() -> None:
    named = Exclude(calendars=("days",))
    for middle in ("2026-05-01", "2026-05-02"):
        calendars = (("days", Calendar(dates=("2026-01-01", middle, "2026-12-31"))),)
        covered = named.within(calendars)
        assert [covered.covers((date(2026, 5, day) - date.min).days) for day in (1, 2)] == [
            middle == "2026-05-01",
            middle == "2026-05-02",
        ]
