"""croniter, in Python."""

from croniter import croniter

from benchmarks.competitor import Walk
from benchmarks.peers.crontab import cold_with, warm_with
from benchmarks.workloads import Workload

NAME = "croniter"


def cold(workload: Workload) -> Walk | None:
    return cold_with(croniter, workload)


def warm(workload: Workload) -> Walk | None:
    return warm_with(croniter, workload)
