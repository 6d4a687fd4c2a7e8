"""What came out: answers per second, and how this engine's compare with the others'."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from proofs.benchmarks.recurrence import engine
from proofs.benchmarks.recurrence.workloads import Workload

RUST: Final = "croniter-rs"
INTERVAL: Final = "APScheduler interval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A workload's answers per second, of everyone who can express it."""

    workload: Workload
    speeds: Mapping[str, float]

    @property
    def beside_python(self) -> float:
        """How many times as fast this engine is as the best peer in pure Python."""
        others = [speed for name, speed in self.speeds.items() if name not in (engine.NAME, RUST)]
        return self.speeds[engine.NAME] / max(others)

    @property
    def beside_rust(self) -> float | None:
        rust = self.speeds.get(RUST)
        return None if rust is None else self.speeds[engine.NAME] / rust

    @property
    def is_interval(self) -> bool:
        return INTERVAL in self.speeds


@dataclass(frozen=True, slots=True, kw_only=True)
class Age:
    """A workload's cold answers per second, by the age of the start time."""

    workload: Workload
    young: float
    old: float

    @property
    def slowdown(self) -> float:
        return self.young / self.old


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    cold: list[Row]
    warm: list[Row]
    ages: list[Age]


def best_of(turns: Sequence[Figures]) -> Figures:
    """Return each one's best speeds: whatever else a machine does only ever makes it slower."""
    return Figures(
        cold=[_best_row(rows) for rows in zip(*(turn.cold for turn in turns), strict=True)],
        warm=[_best_row(rows) for rows in zip(*(turn.warm for turn in turns), strict=True)],
        ages=[
            Age(
                workload=ages[0].workload,
                young=max(age.young for age in ages),
                old=max(age.old for age in ages),
            )
            for ages in zip(*(turn.ages for turn in turns), strict=True)
        ],
    )


def _best_row(rows: Sequence[Row]) -> Row:
    names = rows[0].speeds
    return Row(
        workload=rows[0].workload, speeds={name: max(row.speeds[name] for row in rows) for name in names}
    )
