"""What the receiver saw against what it should have seen: nothing lost or doubled goes unnoticed."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.benchmarks.dispatch.punctuality import Timetable, compare
from proofs.benchmarks.dispatch.waves import Wave
from proofs.harness.receiver import Call
from shared.domain.recurrence import Frequency

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
ONE_EACH = Timetable(due={"a": [NINE], "b": [NINE]}, end=NINE + timedelta(minutes=1))
MINUTELY = Timetable(
    due={"a": [NINE, NINE + timedelta(minutes=1), NINE + timedelta(minutes=2)]},
    end=NINE + timedelta(minutes=2),
)


def a_call(job: str, seconds: float, *, named: datetime | None = None) -> Call:
    return Call(path=f"/{job}", at=NINE + timedelta(seconds=seconds), expected=named)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        pytest.param([a_call("a", 1), a_call("b", 2)], (0, 0, 0, 0), id="all is well"),
        pytest.param([a_call("a", 1)], (1, 0, 0, 0), id="lost"),
        pytest.param([a_call("a", 1), a_call("b", 2), a_call("a", 3)], (0, 1, 0, 0), id="doubled"),
        pytest.param([a_call("a", -0.1), a_call("b", 2)], (0, 0, 1, 0), id="early"),
        pytest.param([a_call("a", 1), a_call("b", 2), a_call("c", 3)], (0, 0, 0, 1), id="strange"),
    ],
)
def test_what_went_wrong_is_counted(calls: list[Call], expected: tuple[int, int, int, int]) -> None:
    found = compare(ONE_EACH, calls)

    assert (found.lost, found.doubled, found.early, found.strange) == expected


def test_a_call_belongs_to_the_run_that_it_names_however_late_it_is() -> None:
    found = compare(
        MINUTELY, [a_call("a", 61, named=NINE), a_call("a", 62, named=NINE + timedelta(minutes=1))]
    )

    assert list(found.lateness) == [2, 61]
    assert (found.lost, found.doubled) == (0, 0)


def test_a_call_that_names_no_run_belongs_to_the_latest_that_was_due() -> None:
    found = compare(MINUTELY, [a_call("a", 3), a_call("a", 62)])

    assert list(found.lateness) == [2, 3]


def test_runs_after_the_end_do_not_count() -> None:
    found = compare(MINUTELY, [a_call("a", 1), a_call("a", 61), a_call("a", 121)])

    assert (found.wanted, found.lost, found.doubled) == (2, 0, 0)


def test_lateness_is_told_in_percentiles() -> None:
    jobs = {f"{number}": [NINE] for number in range(101)}

    found = compare(
        Timetable(due=jobs, end=NINE + timedelta(minutes=1)),
        [a_call(job, int(job) / 10) for job in jobs],
    )

    assert [found.percentile(percent) for percent in (50, 99, 100)] == pytest.approx([5.0, 9.9, 10.0])
    assert found.rate == pytest.approx(10.1)


def test_a_wave_spreads_its_jobs_and_repeats_them() -> None:
    wave = Wave(name="steady", jobs=4, span=timedelta(minutes=1), every=Frequency.MINUTE, rounds=2)

    timetable = wave.timetable(wave.herd("http://receiver.example", NINE))

    assert (timetable.begin, timetable.last) == (NINE, NINE + timedelta(seconds=105))
    assert timetable.size == 8
