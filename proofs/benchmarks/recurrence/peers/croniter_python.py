"""croniter, in Python."""

from croniter import croniter

from proofs.benchmarks.recurrence.competitor import Walk
from proofs.benchmarks.recurrence.peers.crontab import cold_with, warm_with
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "croniter"


def cold(workload: Workload) -> Walk | None:
    return cold_with(croniter, workload)


def warm(workload: Workload) -> Walk | None:
    return warm_with(croniter, workload)
