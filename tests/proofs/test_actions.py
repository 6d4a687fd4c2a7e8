"""`dev.py bench actions` with a handful of calls: that it works, not how fast it is."""

import pytest

from proofs.benchmarks.actions import __main__ as actions


def test_every_kind_is_measured_and_http_stands_beside_bare_requests() -> None:
    report = actions.run(actions.SMALL)

    for name in ("bare requests", "HTTP", "Storage queue", "Service Bus queue"):
        assert f"| {name}" in report.text
    (goal,) = report.goals
    assert sorted(goal.figures) == ["1 side by side", "4 side by side"]


def test_only_whole_measurements_are_saved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        actions.main(["--save", "--small"])

    assert "--save wants everything measured in full" in capsys.readouterr().err
