"""cronsim. It is an iterator that begins at a moment; warm it is stepped, which is faster than a new one."""

from itertools import islice
from typing import Final

from cronsim import CronSim

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.peers import crontab
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "cronsim"

EXPRESSIONS: Final = {
    **crontab.EXPRESSIONS,
    workloads.LAST_FRIDAY: "15 5 * * 5L",
    workloads.LOCAL_LAST_FRIDAY: "15 5 * * 5L",
}


def cold(workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    return each(lambda moment: next(CronSim(expression, moment)))


def warm(workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    return lambda moments: islice(CronSim(expression, moments[0]), len(moments))
