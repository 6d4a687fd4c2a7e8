"""The figures of the recurrence engine as Markdown."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Final

from proofs.benchmarks.goals import Goal, verdicts
from proofs.benchmarks.recurrence.figures import Figures, Pair, Row
from proofs.benchmarks.recurrence.workloads import ZONE
from proofs.harness.pages import table

NOTHING: Final = "cannot"

Ratios = Mapping[str, Callable[[Row], float | None]]
IN_UTC: Final[Ratios] = {"to Python": attrgetter("beside_python"), "to Rust": attrgetter("beside_rust")}
IN_ZONE: Final[Ratios] = {
    "to cron, rrule": attrgetter("beside_schedules"),
    "to interval": attrgetter("beside_interval"),
    "to Rust": attrgetter("beside_rust"),
}


def render(figures: Figures, names: Sequence[str], goals: Sequence[Goal]) -> str:
    """Return everything: a table per measure, then the goals and whether they are met."""
    zones = ["cold, local", "cold, UTC", "ratio", "warm, local", "warm, UTC", "ratio"]
    days = ["cold, change", "cold, other", "ratio", "warm, change", "warm, other", "ratio"]
    return "\n\n".join(
        [
            "**Cold**, answers per second, each from a rule newly made:",
            speeds(figures.cold, names, IN_UTC),
            "**Warm**, answers per second, from one rule, run by run:",
            speeds(figures.warm, names, IN_UTC),
            "**Age**, this engine's cold answers per second, by the age of the start time:",
            pairs(["ten years", "a day", "ratio"], figures.ages),
            f"**Cold, in {ZONE}**, answers per second, each from a rule newly made:",
            speeds(figures.local_cold, names, IN_ZONE),
            f"**Warm, in {ZONE}**, answers per second, from one rule, run by run:",
            speeds(figures.local_warm, names, IN_ZONE),
            f"**Beside UTC**, this engine's answers per second in {ZONE} and in UTC:",
            pairs(zones, figures.beside_utc_cold, figures.beside_utc_warm),
            f"**Clock changes**, this engine's answers per second in {ZONE}, by the days asked about:",
            pairs(days, figures.changes_cold, figures.changes_warm),
            verdicts(goals),
        ]
    )


def speeds(rows: Sequence[Row], names: Sequence[str], ratios: Ratios) -> str:
    """Return a line per workload: everyone's speed, and this engine's beside the others'."""
    head = ["", *names, *ratios]
    return table([head, *([row.workload.name, *_speeds(row, names), *_ratios(row, ratios)] for row in rows)])


def pairs(head: Sequence[str], *measures: Sequence[Pair]) -> str:
    """Return a line per workload: of each measure the hard, the easy and their ratio."""
    lines = (
        [same[0].workload.name, *(cell for pair in same for cell in _pair(pair))]
        for same in zip(*measures, strict=True)
    )
    return table([["", *head], *lines])


def _speeds(row: Row, names: Sequence[str]) -> list[str]:
    return [_speed(row.speeds[name]) if name in row.speeds else NOTHING for name in names]


def _speed(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def _ratios(row: Row, ratios: Ratios) -> list[str]:
    return [NOTHING if (ratio := of(row)) is None else _ratio(ratio) for of in ratios.values()]


def _pair(pair: Pair) -> list[str]:
    return [f"{pair.hard:,.0f}", f"{pair.easy:,.0f}", _ratio(pair.slowdown)]


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}"
