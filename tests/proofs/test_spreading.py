"""When the runs of a herd start, counted and drawn."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.benchmarks.dispatch.punctuality import Timetable, compare
from proofs.benchmarks.dispatch.spreading import busiest, picture
from proofs.benchmarks.dispatch.waves import Wave
from proofs.harness.receiver import Call

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
DELAY = timedelta(seconds=40)
DELAYED = Timetable(due={"a": [NINE + DELAY]}, end=NINE + timedelta(minutes=5), delays={"a": DELAY})


@pytest.mark.parametrize(
    ("starts", "most"),
    [
        pytest.param([], 0, id="none"),
        pytest.param([0.1, 0.9, 1.0, 1.5, 1.99, 2.0], 3, id="by whole seconds"),
        pytest.param([-0.1, 0.1], 1, id="one that came too early is in a second of its own"),
    ],
)
def test_the_busiest_second_is_found(starts: list[float], most: int) -> None:
    assert busiest(starts) == most


def test_starts_are_drawn_second_by_second() -> None:
    assert picture([0.1, 0.2, 0.3, 0.4, 1.5, 1.6]).splitlines() == [
        "```",
        "    seconds  starts  busiest second",
        "     0 to 1       4               4  ########################################",
        "     1 to 2       2               2  ####################",
        "```",
    ]


def test_a_long_time_is_drawn_in_ten_lines() -> None:
    lines = picture([float(second) for second in range(100)]).splitlines()

    assert len(lines) == 13
    assert lines[2] == "    0 to 10      10               1  ########################################"


def test_where_nothing_started_there_is_nothing_to_draw() -> None:
    assert picture([]).splitlines()[2:-1] == ["     0 to 1       0               0"]


def test_a_delayed_call_names_the_time_of_the_schedule_and_is_late_by_its_due_time() -> None:
    call = Call(path="/a", at=NINE + DELAY + timedelta(seconds=2), expected=NINE)

    found = compare(DELAYED, [call])

    assert (list(found.late), found.strange, list(found.starts)) == ([2], 0, [2])


@pytest.mark.parametrize(
    ("expected", "run"),
    [
        pytest.param(NINE, ("a", NINE + DELAY), id="the time of the schedule"),
        pytest.param(NINE + DELAY, None, id="the due time"),
    ],
)
def test_the_history_names_the_time_of_the_schedule(
    expected: datetime, run: tuple[str, datetime] | None
) -> None:
    assert DELAYED.named("a", expected) == run


def test_the_jobs_of_a_spread_herd_are_due_at_different_times_within_the_spread() -> None:
    herd = Wave(name="h", jobs=50, spread=timedelta(minutes=10)).herd("http://receiver.example", NINE)

    delays = [job.due - NINE for job in herd]
    assert len(set(delays)) == 50
    assert max(delays) < timedelta(minutes=10)
    assert all(job.definition.start_time == NINE for job in herd)
