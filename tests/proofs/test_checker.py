"""What the checker finds, planted and told in tables."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.faults.checker import (
    Cause,
    Entry,
    Expected,
    Matched,
    Report,
    Run,
    Series,
    check,
    history_faults,
    is_explained,
)

BOUND = timedelta(seconds=10)
NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def expected(due: float = 0, path: str = "/a", runs: int = 1) -> Expected:
    return Expected(path=path, due=at(due), runs=runs)


def run(started: float, due: float = 0, path: str = "/a") -> Run:
    """A call as the receiver logs it: it knows only the second that the run is for."""
    return Run(path=path, expected=at(int(due)), at=at(started))


def checked(wanted: list[Expected], runs: list[Run]) -> Report:
    return check(wanted, [], runs, bound=BOUND)


def findings(report: Report) -> dict[str, int]:
    found = {
        "lost": len(report.lost),
        "late": len(report.late),
        "doubled": len(report.doubled),
        "early": len(report.early),
        "unexpected": len(report.unexpected),
    }
    return {what: number for what, number in found.items() if number}


@pytest.mark.parametrize(
    ("wanted", "runs", "found"),
    [
        pytest.param([], [], {}, id="nothing expected, nothing run"),
        pytest.param([expected()], [run(0.2)], {}, id="on time"),
        pytest.param([expected()], [run(0)], {}, id="at its very instant"),
        pytest.param([expected(0.75)], [run(0.8, 0.75)], {}, id="within a second, of which only it is told"),
        pytest.param([expected()], [], {"lost": 1}, id="lost"),
        pytest.param([expected(), expected(5)], [run(5.1, 5)], {"lost": 1}, id="one of two lost"),
        pytest.param([expected(runs=2)], [run(0.1)], {"lost": 1}, id="a retry lost"),
        pytest.param([expected(runs=2)], [run(0.1), run(16)], {}, id="a retry is no double"),
        pytest.param([expected()], [run(10)], {}, id="as late as the bound allows"),
        pytest.param([expected()], [run(10.001)], {"late": 1}, id="later than the bound allows"),
        pytest.param([expected()], [run(0.1), run(11)], {"doubled": 1}, id="doubled, and only once late"),
        pytest.param([expected()], [run(11), run(0.1)], {"doubled": 1}, id="in whatever order it was logged"),
        pytest.param([expected(0.75)], [run(0.7, 0.75)], {"early": 1}, id="early by less than a second"),
        pytest.param([expected()], [run(1), run(-1)], {"early": 1, "doubled": 1}, id="early and doubled"),
        pytest.param([], [run(0.1)], {"unexpected": 1}, id="unexpected"),
        pytest.param(
            [expected()], [run(0.1, path="/b")], {"lost": 1, "unexpected": 1}, id="another in its place"
        ),
        pytest.param(
            [expected()], [run(60.1, 60)], {"lost": 1, "unexpected": 1}, id="for an instant that is not due"
        ),
    ],
)
def test_every_occurrence_is_matched_with_its_runs(
    wanted: list[Expected], runs: list[Run], found: dict[str, int]
) -> None:
    assert findings(checked(wanted, runs)) == found


MINUTELY = Series(path="/a", first=NINE, every=timedelta(minutes=1), count=3)


@pytest.mark.parametrize(
    ("runs", "found"),
    [
        pytest.param([run(0.1), run(60.1, 60), run(120.1, 120)], {}, id="all on time"),
        pytest.param([run(0.1), run(60.1, 60)], {"lost": 1}, id="the last one lost"),
        pytest.param([run(0.1), run(120.1, 120), run(180.1, 180)], {"lost": 1}, id="one in the middle lost"),
        pytest.param([], {"lost": 1}, id="it never began"),
        pytest.param(
            [run(130), run(180.1, 180), run(240.1, 240)], {"late": 1}, id="a late run stands for two more"
        ),
        pytest.param(
            [run(61), run(61, 60), run(120.1, 120)],
            {"late": 1},
            id="one that passed as it began may have a run of its own",
        ),
        pytest.param(
            [run(59), run(120.1, 120), run(180.1, 180)],
            {"lost": 1, "late": 1},
            id="a late run stands for none that was still to come",
        ),
        pytest.param(
            [run(0.1), run(60.1, 60), run(120.1, 120), run(180.1, 180)],
            {"unexpected": 1},
            id="one more than counted",
        ),
        pytest.param(
            [run(0.1), run(60.1, 60), run(70, 60), run(120.1, 120)], {"doubled": 1}, id="one of them doubled"
        ),
        pytest.param(
            [run(0.1), run(60.1, 60), run(90.1, 90), run(120.1, 120)], {"unexpected": 1}, id="off the grid"
        ),
    ],
)
def test_a_series_owes_what_no_late_run_has_stood_for(runs: list[Run], found: dict[str, int]) -> None:
    assert findings(check([], [MINUTELY], runs, bound=BOUND)) == found


def test_lateness_is_that_of_first_runs_by_nearest_rank() -> None:
    wanted = [expected(60 * number) for number in range(100)]
    runs = [run(60 * number + number / 100, 60 * number) for number in range(100)]

    report = checked(wanted, [*runs, run(6000, 0)])

    assert [report.lateness(share).total_seconds() for share in (0.5, 0.99, 1)] == [0.49, 0.98, 0.99]


def test_where_nothing_ran_nothing_was_late() -> None:
    assert checked([expected()], []).lateness(0.5) == timedelta()


@pytest.mark.parametrize(
    ("runs", "causes", "explained"),
    [
        pytest.param([1, 9], [(5, 5)], True, id="a cause between the runs"),
        pytest.param([1, 9], [(0, 20)], True, id="a cause around them"),
        pytest.param([1, 9], [(0, 1)], True, id="a cause that ends as the first one starts"),
        pytest.param([1, 9], [(0, 0.5), (9.5, 10)], False, id="causes before and after"),
        pytest.param([1, 9], [], False, id="no cause"),
        pytest.param([1, 9, 20], [(5, 5)], False, id="two too many, one cause"),
        pytest.param([1, 9, 20], [(5, 5), (15, 15)], True, id="two too many, two causes"),
    ],
)
def test_a_double_is_explained_by_a_cause_between_its_runs(
    runs: list[float], causes: list[tuple[float, float]], explained: bool
) -> None:
    match = Matched(expected=expected(), runs=tuple(run(started) for started in runs))
    known = [Cause(begin=at(begin), end=at(end)) for begin, end in causes]

    assert is_explained(match, known) is explained


def entry(attempt: int = 0, completed: bool = True, due: float = 0, path: str = "/a") -> Entry:
    return Entry(path=path, expected=at(due), attempt=attempt, completed=completed)


RETRIED = Expected(path="/a", due=NINE, runs=2, fails=True)


@pytest.mark.parametrize(
    ("wanted", "runs", "entries", "faults"),
    [
        pytest.param(expected(), [0.1], [entry()], 0, id="one run, one entry"),
        pytest.param(expected(), [0.1, 9], [entry()], 0, id="run again, and recorded once"),
        pytest.param(expected(0.75), [0.8], [entry(due=0.75)], 0, id="an instant within a second"),
        pytest.param(expected(), [0.1], [], 1, id="not recorded"),
        pytest.param(expected(), [0.1], [entry(), entry()], 1, id="recorded twice"),
        pytest.param(expected(), [0.1], [entry(), entry(attempt=1)], 1, id="a retry that nobody needed"),
        pytest.param(expected(), [0.1], [entry(completed=False)], 1, id="recorded as failed"),
        pytest.param(expected(), [], [entry()], 1, id="recorded, but never run"),
        pytest.param(expected(), [0.1], [entry(), entry(due=60)], 1, id="recorded for another instant"),
        pytest.param(RETRIED, [0.1, 16], [entry(0, False), entry(1, False)], 0, id="failed, and again"),
        pytest.param(RETRIED, [0.1, 16], [entry(0, False), entry(0, False)], 1, id="one attempt twice"),
        pytest.param(RETRIED, [0.1, 16], [entry(0, False)], 1, id="its retry not recorded"),
    ],
)
def test_the_history_shows_every_attempt_once(
    wanted: Expected, runs: list[float], entries: list[Entry], faults: int
) -> None:
    match = Matched(expected=wanted, runs=tuple(run(started, wanted.due.second) for started in runs))

    assert len(history_faults([match], entries)) == faults


def test_an_error_action_is_early_before_its_delay() -> None:
    wanted = Expected(path="/a/error", due=NINE, delay=timedelta(seconds=15))

    report = checked([wanted], [run(14.9, path="/a/error")])

    assert findings(report) == {"early": 1}
