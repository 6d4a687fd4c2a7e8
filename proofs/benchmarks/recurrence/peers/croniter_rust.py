"""croniter-rs, in Rust. It answers without a time zone; its answers get the one it was asked in, untimed."""

from croniter_rs import croniter

from proofs.benchmarks.recurrence.competitor import Walk
from proofs.benchmarks.recurrence.peers.crontab import cold_with, warm_with
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "croniter-rs"


def cold(workload: Workload) -> Walk | None:
    return cold_with(croniter, workload)


def warm(workload: Workload) -> Walk | None:
    return warm_with(croniter, workload)
