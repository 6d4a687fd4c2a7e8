"""This project's recurrence engine as a competitor."""

from datetime import datetime

from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import TEN_YEARS_BACK, Workload
from shared.domain.rule import rule_for

NAME = "this engine"


def cold(workload: Workload, anchor: datetime = TEN_YEARS_BACK) -> Walk:
    recurrence = workload.recurrence
    return each(lambda moment: rule_for(recurrence, anchor=anchor).next(moment))


def warm(workload: Workload) -> Walk:
    return each(rule_for(workload.recurrence, anchor=TEN_YEARS_BACK).next)
