"""What came out: answers per second, and how this engine's compare with the others'."""

from collections.abc import Iterable, Mapping, Sequence
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
        return self._beside_all_but(RUST)

    @property
    def beside_schedules(self) -> float:
        """How many times as fast this engine is as the best cron library in pure Python or rrule."""
        return self._beside_all_but(RUST, INTERVAL)

    @property
    def beside_interval(self) -> float | None:
        return self._beside(INTERVAL)

    @property
    def beside_rust(self) -> float | None:
        return self._beside(RUST)

    @property
    def is_interval(self) -> bool:
        return INTERVAL in self.speeds

    def _beside(self, name: str) -> float | None:
        return self.speeds[engine.NAME] / self.speeds[name] if name in self.speeds else None

    def _beside_all_but(self, *left_out: str) -> float:
        others = [speed for name, speed in self.speeds.items() if name not in (engine.NAME, *left_out)]
        return self.speeds[engine.NAME] / max(others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """This engine's answers per second to a workload, where it is easy and where it might be hard."""

    workload: Workload
    easy: float
    hard: float

    @property
    def slowdown(self) -> float:
        return self.easy / self.hard


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    cold: Sequence[Row] = ()
    warm: Sequence[Row] = ()
    ages: Sequence[Pair] = ()
    local_cold: Sequence[Row] = ()
    local_warm: Sequence[Row] = ()
    beside_utc_cold: Sequence[Pair] = ()
    beside_utc_warm: Sequence[Pair] = ()
    changes_cold: Sequence[Pair] = ()
    changes_warm: Sequence[Pair] = ()


def best_of(turns: Sequence[Figures]) -> Figures:
    """Return each one's best speeds: whatever else a machine does only ever makes it slower."""
    return Figures(
        cold=_best_rows(turn.cold for turn in turns),
        warm=_best_rows(turn.warm for turn in turns),
        ages=_best_pairs(turn.ages for turn in turns),
        local_cold=_best_rows(turn.local_cold for turn in turns),
        local_warm=_best_rows(turn.local_warm for turn in turns),
        beside_utc_cold=_best_pairs(turn.beside_utc_cold for turn in turns),
        beside_utc_warm=_best_pairs(turn.beside_utc_warm for turn in turns),
        changes_cold=_best_pairs(turn.changes_cold for turn in turns),
        changes_warm=_best_pairs(turn.changes_warm for turn in turns),
    )


def _best_rows(turns: Iterable[Sequence[Row]]) -> list[Row]:
    return [
        Row(
            workload=rows[0].workload,
            speeds={name: max(row.speeds[name] for row in rows) for name in rows[0].speeds},
        )
        for rows in zip(*turns, strict=True)
    ]


def _best_pairs(turns: Iterable[Sequence[Pair]]) -> list[Pair]:
    return [
        Pair(
            workload=pairs[0].workload,
            easy=max(pair.easy for pair in pairs),
            hard=max(pair.hard for pair in pairs),
        )
        for pairs in zip(*turns, strict=True)
    ]
