"""`dev.py bench dispatch` with a handful of jobs: that it works, not how fast it is."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from local.dev import benchmarks
from proofs.benchmarks.dispatch import __main__ as dispatch
from proofs.benchmarks.dispatch.parts import PARTS


@pytest.fixture(scope="module")
def report() -> str:
    parts = ("burst", "neighbours", "scan", "history", "herd")  # steady is as the burst
    options = benchmarks.parse("dispatch", ["--small", *(f"--only={part}" for part in parts)])
    with ThreadPoolExecutor(3) as threads:  # they mostly wait, and how fast they are says nothing here
        reports = list(threads.map(lambda measure: measure(), dispatch.measures(options)))
    return "\n".join(report.text for report in reports)


def test_everyone_runs_everything(report: str) -> None:
    rows = re.findall(r"\| (this app|APScheduler) +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|", report)

    assert rows == [
        ("this app", "40", "0", "0", "0"),
        ("APScheduler", "40", "0", "0", "0"),
    ]
    assert "- met: 40 at one instant among 60: none lost" in report


def test_neighbours_of_a_silent_target_all_run(report: str) -> None:
    rows = re.findall(r"\| (victims beside 3|3 that stall|5 to a target) .*?\| +(\d+) \| +(\d+) \|", report)

    assert rows == [("victims beside 3", "4", "0"), ("3 that stall", "3", "0"), ("5 to a target", "5", "0")]
    assert "- met: victims, stalling and slow jobs: none lost" in report


def test_a_herd_runs_at_once_and_spread(report: str) -> None:
    rows = re.findall(r"\| (with\w* spread) +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|", report)

    assert rows == [("without spread", "40", "0", "0", "0"), ("with spread", "40", "0", "0", "0")]
    assert "and with one of 3 seconds" in report
    assert "- met: herd: none lost" in report


def test_every_part_can_be_asked_for() -> None:
    assert tuple(PARTS) == benchmarks.PARTS


def test_a_herd_is_measured_only_if_it_is_asked_for() -> None:
    by_default, asked_for = (benchmarks.parse("dispatch", line) for line in ([], ["--only=herd"]))

    assert dispatch.parts_of(by_default) == ["burst", "steady", "neighbours", "scan", "history"]
    assert dispatch.parts_of(asked_for) == ["herd"]


@pytest.mark.parametrize(
    "line", ["| in memory, 200 jobs", "| Azurite, 100 jobs", "| 200 rows", "messages from the queue"]
)
def test_the_other_parts_are_told_too(report: str, line: str) -> None:
    assert line in report


def test_what_says_nothing_is_not_saved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        dispatch.main(["--save", "--small"])

    assert "leave out --small" in capsys.readouterr().err
