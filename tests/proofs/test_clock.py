"""Clocks that are turned, so that nobody has to wait."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.harness.clock import RunningClock, TurnedClock

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
TEN = datetime(2026, 3, 2, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("instant", "shown"),
    [
        pytest.param(TEN, TEN, id="ahead"),
        pytest.param(NINE - timedelta(minutes=1), NINE, id="never back"),
    ],
)
def test_a_turned_clock_stands_still_until_it_is_turned(instant: datetime, shown: datetime) -> None:
    clock = TurnedClock(NINE)

    before = clock()
    clock.turn_to(instant)

    assert (before, clock()) == (NINE, shown)


def test_whoever_follows_a_clock_is_told_when_it_was_turned() -> None:
    told: list[datetime] = []
    clock = TurnedClock(NINE, lambda: told.append(clock()))

    clock.turn(timedelta(minutes=1))
    clock.turn_to(TEN)

    assert told == [NINE + timedelta(minutes=1), TEN]


def test_a_running_clock_goes_on_from_where_it_was_turned_to() -> None:
    clock = RunningClock(NINE)

    first = clock()
    clock.turn_to(TEN)

    assert NINE <= first < TEN <= clock()
