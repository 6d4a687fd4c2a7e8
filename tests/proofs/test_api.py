"""`dev.py bench api` with a handful of calls: that it works, not how fast it is."""

import pytest

from proofs.benchmarks.api import __main__ as api
from proofs.benchmarks.api.measures import ALL, BARE, NEW, OPERATIONS, PAGE, PATCH, SMALL, Times


def test_every_operation_is_measured_with_one_caller_and_with_eight() -> None:
    report = api.run(SMALL)

    for operation in OPERATIONS:
        assert f"| {operation} " in report.text
    assert [sorted(goal.figures) for goal in report.goals] == [
        ["1 caller"],
        ["1 caller"],
        ["1 caller", "8 callers"],
        ["new jobs"],
    ]


def test_the_goals_are_ratios_of_what_one_round_measured() -> None:
    times = Times()
    rounds = [(10, 20, 30, 5, 50), (10, 30, 30, 15, 50), (20, 20, 50, 10, 100)]
    for bare, new, patch, new_by_eight, listed in rounds:
        times.note(BARE, 1, bare)
        times.note(NEW, 1, new)
        times.note(NEW, 8, new_by_eight)
        times.note(PATCH, 1, patch)
        for callers in (1, 8):
            times.note(PAGE, callers, 5)
            times.note(ALL, callers, listed)

    figures = [list(goal.figures.values()) for goal in api.goals(times)]

    assert figures == [[1.5], [2.0], [0.1, 0.1], [2.0]]


def test_only_whole_measurements_are_saved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        api.main(["--save", "--small"])

    assert "--save wants everything measured in full" in capsys.readouterr().err
