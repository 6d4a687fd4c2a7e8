"""`dev.py bench dispatch` with a handful of jobs: that it works, not how fast it is."""

import re

import pytest

from proofs.benchmarks.dispatch import __main__ as dispatch


@pytest.fixture(scope="module")
def report() -> str:
    wanted = ["--only=burst", "--only=scan", "--only=history"]  # the other parts are as the burst
    options = dispatch.parser().parse_args(["--small", *wanted])
    return "\n".join(measure().text for measure in dispatch.measures(options))


def test_everyone_runs_everything(report: str) -> None:
    rows = re.findall(r"\| (this app|APScheduler) +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|", report)

    assert rows == [
        ("this app", "40", "0", "0", "0"),
        ("APScheduler", "40", "0", "0", "0"),
    ]
    assert "- met: 40 at one instant among 60: none lost" in report


@pytest.mark.parametrize(
    "line", ["| in memory, 200 jobs", "| Azurite, 100 jobs", "| 200 rows", "messages from the queue"]
)
def test_the_other_parts_are_told_too(report: str, line: str) -> None:
    assert line in report


def test_what_says_nothing_is_not_saved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        dispatch.main(["--save", "--small"])

    assert "leave out --small" in capsys.readouterr().err
