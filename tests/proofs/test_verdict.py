"""From what was found to what is shown."""

from datetime import UTC, datetime, timedelta

from proofs.faults.checker import Expected, Matched, Report, Run
from proofs.faults.verdict import Verdict, figures, in_a_line

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


def a_match(path: str, *seconds: float) -> Matched:
    runs = tuple(Run(path=path, expected=NINE, at=NINE + timedelta(seconds=late)) for late in seconds)
    return Matched(expected=Expected(path=path, due=NINE), runs=runs)


AGAIN = a_match("/j/2", 0.5, 6.25)
REPORT = Report(matched=(a_match("/j/1"), AGAIN), unexpected=(), bound=timedelta(seconds=10))
VERDICT = Verdict(name="kills", report=REPORT, explained=(AGAIN,), problems=(), harm="killed, 3 times")


def test_figures_are_a_table_with_what_ran_again_below() -> None:
    assert figures([VERDICT]).splitlines() == [
        "| scenario | expected | lost | early | unexpected | again | late |   p50 |   p99 |   max |",
        "| -------- | -------: | ---: | ----: | ---------: | ----: | ---: | ----: | ----: | ----: |",
        "| kills    |        2 |    1 |     0 |          0 |     1 |    0 | 0.5 s | 0.5 s | 0.5 s |",
        "",
        "- **kills**: killed, 3 times.",
        "",
        "Run again under 'kills', each with a fault between its runs:",
        "",
        "- `/j/2` ran 0.5 s, 6.2 s after its due instant",
    ]


def test_a_scenario_is_told_in_a_line() -> None:
    assert in_a_line(VERDICT).startswith("kills: expected 2, lost 1, early 0, unexpected 0, again 1")
