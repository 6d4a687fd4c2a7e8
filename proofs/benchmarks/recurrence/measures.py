"""What is timed: everyone beside everyone, and this engine where it is easy beside where it might be hard."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.recurrence import engine
from proofs.benchmarks.recurrence.competitor import Competitor, Walk, in_its_zone
from proofs.benchmarks.recurrence.contest import compete
from proofs.benchmarks.recurrence.figures import Pair, Row
from proofs.benchmarks.recurrence.peers import (
    apscheduler_cron,
    apscheduler_interval,
    croniter_python,
    croniter_rust,
    cronsim_steps,
    dateutil_rrule,
)
from proofs.benchmarks.recurrence.workloads import (
    A_DAY_BACK,
    CLOCK_CHANGES,
    NOW,
    OTHER_DAYS,
    TEN_YEARS_BACK,
    Workload,
)

COMPETITORS: Final[Sequence[Competitor]] = (
    engine,
    dateutil_rrule,
    croniter_python,
    cronsim_steps,
    apscheduler_cron,
    apscheduler_interval,
    croniter_rust,
)


def cold(workload: Workload) -> Row:
    say(f"cold: {workload.name} …")
    walks = entered(workload, lambda competitor: competitor.cold(workload))
    return Row(workload=workload, speeds=compete(walks, workload.moments, zone=workload.zone_info))


def warm(workload: Workload) -> Row:
    say(f"warm: {workload.name} …")
    walks = entered(workload, lambda competitor: competitor.warm(workload))
    return Row(workload=workload, speeds=compete(walks, tuple(workload.runs()), zone=workload.zone_info))


def age(workload: Workload) -> Pair:
    say(f"age: {workload.name} …")
    young, old = (engine.cold(workload, anchor) for anchor in (A_DAY_BACK, TEN_YEARS_BACK))
    return paired(workload, young, old, [NOW] * 50)


def beside_utc_cold(workload: Workload) -> Pair:
    say(f"beside UTC, cold: {workload.name} …")
    return paired(workload, engine.cold(workload.in_utc), engine.cold(workload), workload.moments)


def beside_utc_warm(workload: Workload) -> Pair:
    say(f"beside UTC, warm: {workload.name} …")
    runs, runs_in_utc = list(workload.runs()), list(workload.in_utc.runs())
    easy = instead(engine.warm(workload.in_utc), runs, runs_in_utc)
    return paired(workload, easy, engine.warm(workload), runs)


def change_cold(workload: Workload) -> Pair:
    say(f"clock change, cold: {workload.name} …")
    return on_days(workload, engine.cold(workload))


def change_warm(workload: Workload) -> Pair:
    say(f"clock change, warm: {workload.name} …")
    return on_days(workload, engine.warm(workload))


def on_days(workload: Workload, walk: Walk) -> Pair:
    return paired(workload, instead(walk, CLOCK_CHANGES, OTHER_DAYS), walk, CLOCK_CHANGES)


def paired(workload: Workload, easy: Walk, hard: Walk, moments: Sequence[datetime]) -> Pair:
    """Return both speeds. The answers differ: another zone, other days, or 548 days from another day on."""
    speeds = compete({"easy": easy, "hard": hard}, moments, alike=False)
    return Pair(workload=workload, easy=speeds["easy"], hard=speeds["hard"])


def instead(walk: Walk, asked: Sequence[datetime], others: Sequence[datetime]) -> Walk:
    """Return a walk that asks about the other moments. They are looked up before it begins, untimed."""
    other = dict(zip(asked, others, strict=True))
    return lambda moments: walk([other[moment] for moment in moments])


def entered(workload: Workload, walk_of: Callable[[Competitor], Walk | None]) -> dict[str, Walk]:
    """Return the walks of those that can express the workload, by name, this engine's first.

    This engine is asked in UTC, as the app asks it; all others in the workload's zone.
    """
    walks = {competitor.NAME: walk_of(competitor) for competitor in COMPETITORS}
    return {
        name: walk if name == engine.NAME else in_its_zone(workload, walk)
        for name, walk in walks.items()
        if walk is not None
    }
