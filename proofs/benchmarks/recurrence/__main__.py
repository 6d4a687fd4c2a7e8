"""How fast the next run of a job is found, beside other libraries."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.recurrence import measures
from proofs.benchmarks.recurrence.figures import Figures, best_of
from proofs.benchmarks.recurrence.goals import goals
from proofs.benchmarks.recurrence.tables import render
from proofs.benchmarks.recurrence.workloads import LOCAL_WORKLOADS, WORKLOADS

TURNS: Final = 3
PACKAGES: Final = ("python-dateutil", "croniter", "cronsim", "APScheduler", "croniter-rs", "tzdata")


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("recurrence", arguments)
    return conduct([run], save=options.save)


def run() -> Report:
    figures = measure()
    reached = goals(figures)
    text = render(figures, [competitor.NAME for competitor in measures.COMPETITORS], reached)
    return Report(name="recurrence", text=text, goals=reached, packages=PACKAGES)


def measure() -> Figures:
    """Go through everything several times, for a machine may be slow for seconds; the best count."""
    return best_of([measure_once() for _ in range(TURNS)])


def measure_once() -> Figures:
    return Figures(
        cold=[measures.cold(workload) for workload in WORKLOADS],
        warm=[measures.warm(workload) for workload in WORKLOADS],
        ages=[measures.age(workload) for workload in WORKLOADS],
        local_cold=[measures.cold(workload) for workload in LOCAL_WORKLOADS],
        local_warm=[measures.warm(workload) for workload in LOCAL_WORKLOADS],
        beside_utc_cold=[measures.beside_utc_cold(workload) for workload in LOCAL_WORKLOADS],
        beside_utc_warm=[measures.beside_utc_warm(workload) for workload in LOCAL_WORKLOADS],
        changes_cold=[measures.change_cold(workload) for workload in LOCAL_WORKLOADS],
        changes_warm=[measures.change_warm(workload) for workload in LOCAL_WORKLOADS],
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
