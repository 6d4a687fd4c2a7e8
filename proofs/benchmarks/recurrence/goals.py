"""What the engine has to reach beside its peers."""

from typing import Final

from proofs.benchmarks.goals import Goal, at_most
from proofs.benchmarks.recurrence.figures import Figures, Row
from proofs.benchmarks.recurrence.workloads import EVERY_15_MINUTES, FIFTH_FRIDAY, LAST_FRIDAY, WEEKDAY_TABLE
from shared.domain.recurrence import Frequency

HIGHEST_SLOWDOWN: Final = 1.2
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)


def goals(figures: Figures) -> list[Goal]:
    """Return the goals that at least one workload falls under."""
    all_goals = [*_cold(figures.cold), *_warm(figures.warm), _age(figures)]
    return [goal for goal in all_goals if goal.figures]


def _cold(rows: list[Row]) -> list[Goal]:
    easy = [row for row in rows if row.is_interval or row.workload == WEEKDAY_TABLE]
    ahead = [row for row in rows if row.workload in (EVERY_15_MINUTES, LAST_FRIDAY, FIFTH_FRIDAY)]
    return [
        _beside_python("cold, interval triggers' and the weekday table", 1.5, easy),
        _beside_python("cold, the others", 5, [row for row in rows if row not in easy]),
        _beside_rust("cold, every 15 minutes, last and fifth Friday", 1, ahead),
        _beside_rust("cold, the others", 0.4, [row for row in rows if row not in ahead]),
    ]


def _warm(rows: list[Row]) -> list[Goal]:
    monthly = [row for row in rows if row.workload.recurrence.frequency in _MONTHLY]
    return [
        _beside_python("warm, interval triggers'", 1.2, [row for row in rows if row.is_interval]),
        _beside_python("warm, the others", 8, [row for row in rows if not row.is_interval]),
        _beside_rust("warm, days of months", 0.35, monthly),
    ]


def _age(figures: Figures) -> Goal:
    return at_most(
        HIGHEST_SLOWDOWN,
        f"age: at most {HIGHEST_SLOWDOWN} times as slow after ten years as after a day",
        {age.workload.name: age.slowdown for age in figures.ages},
    )


def _beside_python(what: str, bound: float, rows: list[Row]) -> Goal:
    text = f"{what}: at least {bound} times as fast as any peer in Python"
    return Goal(text=text, bound=bound, figures={row.workload.name: row.beside_python for row in rows})


def _beside_rust(what: str, bound: float, rows: list[Row]) -> Goal:
    ratios = {row.workload.name: row.beside_rust for row in rows}
    return Goal(
        text=f"{what}: at least {bound} times as fast as croniter-rs",
        bound=bound,
        figures={name: ratio for name, ratio in ratios.items() if ratio is not None},
    )
