"""This project's recurrence engine as a competitor."""

from datetime import datetime

from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import TEN_YEARS_BACK, Workload
from shared.domain.rule import rule_for
from shared.domain.runs import rule_of

NAME = "this engine"


def cold(workload: Workload, anchor: datetime = TEN_YEARS_BACK) -> Walk:
    recurrence, local = workload.recurrence, workload.local
    if local is not None:
        return each(lambda moment: rule_of(recurrence, anchor=anchor, local=local).next(moment))
    return each(lambda moment: rule_for(recurrence, anchor=anchor).next(moment))


def warm(workload: Workload) -> Walk:
    return each(rule_of(workload.recurrence, anchor=TEN_YEARS_BACK, local=workload.local).next)
