"""What the engine has to reach beside its peers, and in local time beside itself."""

from collections.abc import Mapping, Sequence
from typing import Final

from proofs.benchmarks.goals import Goal, at_most
from proofs.benchmarks.recurrence.figures import Figures, Pair, Row
from proofs.benchmarks.recurrence.workloads import (
    BEATS,
    EVERY_6_HOURS,
    EVERY_15_MINUTES,
    FIFTH_FRIDAY,
    LAST_FRIDAY,
    TIMES_OF_DAY,
    WEEKDAY_TABLE,
)
from shared.domain.recurrence import Frequency

HIGHEST_SLOWDOWN: Final = 1.2
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)


def goals(figures: Figures) -> list[Goal]:
    """Return the goals that at least one workload falls under."""
    all_goals = [
        *_cold(figures.cold),
        *_warm(figures.warm),
        _slowdown("age", HIGHEST_SLOWDOWN, "after ten years as after a day", figures.ages),
        *_local_rows("cold", figures.local_cold),
        *_local_rows("warm", figures.local_warm),
        *_local_pairs("cold", figures.beside_utc_cold, figures.changes_cold),
        *_local_pairs("warm", figures.beside_utc_warm, figures.changes_warm),
    ]
    return [goal for goal in all_goals if goal.figures]


def _cold(rows: Sequence[Row]) -> list[Goal]:
    easy = [row for row in rows if row.is_interval or row.workload == WEEKDAY_TABLE]
    ahead = [row for row in rows if row.workload in (EVERY_15_MINUTES, LAST_FRIDAY, FIFTH_FRIDAY)]
    return [
        _beside_python("cold, interval triggers' and the weekday table", 1.5, easy),
        _beside_python("cold, the others", 5, [row for row in rows if row not in easy]),
        _beside_rust("cold, every 15 minutes, last and fifth Friday", 1, ahead),
        _beside_rust("cold, the others", 0.4, [row for row in rows if row not in ahead]),
    ]


def _warm(rows: Sequence[Row]) -> list[Goal]:
    monthly = [row for row in rows if row.workload.recurrence.frequency in _MONTHLY]
    return [
        _beside_python("warm, interval triggers'", 1.2, [row for row in rows if row.is_interval]),
        _beside_python("warm, the others", 8, [row for row in rows if not row.is_interval]),
        _beside_rust("warm, days of months", 0.35, monthly),
    ]


def _local_rows(measure: str, rows: Sequence[Row]) -> list[Goal]:
    times = [row for row in rows if row.workload in TIMES_OF_DAY]
    beats = [row for row in rows if row.workload in BEATS]
    return [
        _beside_schedules(f"{measure}, local times of day", 3, times),
        _beside_schedules(f"{measure}, local beats", 5, beats),
        _beside_interval(f"{measure}, local beats", 1, beats),
    ]


def _local_pairs(measure: str, beside_utc: Sequence[Pair], changes: Sequence[Pair]) -> list[Goal]:
    plain = [pair for pair in beside_utc if pair.workload == EVERY_6_HOURS]
    others = [pair for pair in beside_utc if pair not in plain]
    return [
        _slowdown(f"{measure}, local, with a schedule", 3, "as in UTC", others),
        _slowdown(f"{measure}, local, without a schedule", 4, "as in UTC", plain),
        _slowdown(f"{measure}, local", 2, "on a day of a clock change as on another", changes),
    ]


def _slowdown(what: str, bound: float, than: str, pairs: Sequence[Pair]) -> Goal:
    text = f"{what}: at most {bound} times as slow {than}"
    return at_most(bound, text, {pair.workload.name: pair.slowdown for pair in pairs})


def _beside_schedules(what: str, bound: float, rows: Sequence[Row]) -> Goal:
    text = f"{what}: at least {bound} times as fast as any cron library in Python, or rrule"
    return Goal(text=text, bound=bound, figures={row.workload.name: row.beside_schedules for row in rows})


def _beside_interval(what: str, bound: float, rows: Sequence[Row]) -> Goal:
    ratios = {row.workload.name: row.beside_interval for row in rows}
    return _where_known(f"{what}: at least {bound} times as fast as an interval trigger", bound, ratios)


def _beside_python(what: str, bound: float, rows: Sequence[Row]) -> Goal:
    text = f"{what}: at least {bound} times as fast as any peer in Python"
    return Goal(text=text, bound=bound, figures={row.workload.name: row.beside_python for row in rows})


def _beside_rust(what: str, bound: float, rows: Sequence[Row]) -> Goal:
    ratios = {row.workload.name: row.beside_rust for row in rows}
    return _where_known(f"{what}: at least {bound} times as fast as croniter-rs", bound, ratios)


def _where_known(text: str, bound: float, ratios: Mapping[str, float | None]) -> Goal:
    known = {name: ratio for name, ratio in ratios.items() if ratio is not None}
    return Goal(text=text, bound=bound, figures=known)
