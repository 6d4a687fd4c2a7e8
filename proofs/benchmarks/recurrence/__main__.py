"""How fast the next run of a job is found, beside other libraries."""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.command import Report, conduct, parser_for
from proofs.benchmarks.recurrence import engine
from proofs.benchmarks.recurrence.competitor import Competitor, Walk
from proofs.benchmarks.recurrence.contest import compete
from proofs.benchmarks.recurrence.figures import Age, Figures, Row, best_of
from proofs.benchmarks.recurrence.goals import goals
from proofs.benchmarks.recurrence.peers import (
    apscheduler_cron,
    apscheduler_interval,
    croniter_python,
    croniter_rust,
    cronsim_steps,
    dateutil_rrule,
)
from proofs.benchmarks.recurrence.tables import render
from proofs.benchmarks.recurrence.workloads import (
    A_DAY_BACK,
    MOMENTS,
    NOW,
    TEN_YEARS_BACK,
    WORKLOADS,
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
TURNS: Final = 3
PACKAGES: Final = ("python-dateutil", "croniter", "cronsim", "APScheduler", "croniter-rs")


def main(arguments: Sequence[str]) -> int:
    options = parser_for("recurrence", __doc__).parse_args(arguments)
    return conduct([run], save=options.save)


def run() -> Report:
    figures = measure()
    reached = goals(figures)
    text = render(figures, [competitor.NAME for competitor in COMPETITORS], reached)
    return Report(name="recurrence", text=text, goals=reached, packages=PACKAGES)


def measure() -> Figures:
    """Go through everything several times, for a machine may be slow for seconds; the best count."""
    return best_of([measure_once() for _ in range(TURNS)])


def measure_once() -> Figures:
    return Figures(
        cold=[cold(workload) for workload in WORKLOADS],
        warm=[warm(workload) for workload in WORKLOADS],
        ages=[age(workload) for workload in WORKLOADS],
    )


def cold(workload: Workload) -> Row:
    say(f"cold: {workload.name} …")
    walks = entered(lambda competitor: competitor.cold(workload))
    return Row(workload=workload, speeds=compete(walks, MOMENTS))


def warm(workload: Workload) -> Row:
    say(f"warm: {workload.name} …")
    walks = entered(lambda competitor: competitor.warm(workload))
    return Row(workload=workload, speeds=compete(walks, tuple(workload.runs())))


def age(workload: Workload) -> Age:
    say(f"age: {workload.name} …")
    young, old = (engine.cold(workload, anchor) for anchor in (A_DAY_BACK, TEN_YEARS_BACK))
    # Every 548 days from another day on are other days.
    speeds = compete({"young": young, "old": old}, [NOW] * 50, alike=False)
    return Age(workload=workload, young=speeds["young"], old=speeds["old"])


def entered(walk_of: Callable[[Competitor], Walk | None]) -> dict[str, Walk]:
    """Return the walks of those that can express the workload, by name, this engine's first."""
    walks = {competitor.NAME: walk_of(competitor) for competitor in COMPETITORS}
    return {name: walk for name, walk in walks.items() if walk is not None}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
