"""The figures of the recurrence engine as Markdown."""

from collections.abc import Sequence
from typing import Final

from proofs.benchmarks.goals import Goal, verdicts
from proofs.benchmarks.recurrence.figures import Age, Figures, Row
from proofs.harness.pages import table

NOTHING: Final = "cannot"


def render(figures: Figures, names: Sequence[str], goals: Sequence[Goal]) -> str:
    """Return everything: a table per measure, then the goals and whether they are met."""
    return "\n\n".join(
        [
            "**Cold**, answers per second, each from a rule newly made:",
            speeds(figures.cold, names),
            "**Warm**, answers per second, from one rule, run by run:",
            speeds(figures.warm, names),
            "**Age**, this engine's cold answers per second, by the age of the start time:",
            ages(figures.ages),
            verdicts(goals),
        ]
    )


def speeds(rows: Sequence[Row], names: Sequence[str]) -> str:
    head = ["", *names, "to Python", "to Rust"]
    return table([head, *([row.workload.name, *_speeds(row, names), *_ratios(row)] for row in rows)])


def ages(rows: Sequence[Age]) -> str:
    head = ["", "ten years", "a day", "ratio"]
    return table(
        [
            head,
            *(
                [row.workload.name, f"{row.old:,.0f}", f"{row.young:,.0f}", _ratio(row.slowdown)]
                for row in rows
            ),
        ]
    )


def _speeds(row: Row, names: Sequence[str]) -> list[str]:
    return [_speed(row.speeds[name]) if name in row.speeds else NOTHING for name in names]


def _speed(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def _ratios(row: Row) -> list[str]:
    return [_ratio(row.beside_python), NOTHING if row.beside_rust is None else _ratio(row.beside_rust)]


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}"
