"""The workloads as cron expressions. Cron cannot count days across months: it has no every 548 days."""

from datetime import datetime
from itertools import repeat
from typing import Any, Final, Protocol

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import Workload

EXPRESSIONS: Final = {
    workloads.EVERY_15_MINUTES: "*/15 * * * *",
    workloads.WEEKDAY_TABLE: "*/15 9-16 * * 1-5",
    workloads.LAST_FRIDAY: "15 5 * * L5",
    workloads.FIRST_AND_LAST_DAY: "0 6 1,L * *",
    workloads.FIFTH_FRIDAY: "0 9 * * 5#5",
    workloads.THE_31ST: "0 9 31 * *",
    workloads.LEAP_DAY: "0 9 29 2 *",
    workloads.LOCAL_WEEKDAY_TABLE: "*/15 9-16 * * 1-5",
    workloads.LOCAL_LAST_FRIDAY: "15 5 * * L5",
    workloads.DAILY: "30 2 * * *",
    workloads.FIRST_DAY: "0 6 1 * *",
    workloads.QUARTERS: "*/15 * * * *",
    workloads.EVERY_6_HOURS: "0 5-23/6 * * *",
    workloads.EVERY_OTHER_HOUR: "30 1-23/2 * * *",
}


class Croniter(Protocol):
    """What croniter and croniter-rs have in common: the class, made with an expression and a moment."""

    def __call__(self, expression: str, moment: datetime) -> Any: ...


def cold_with(croniter: Croniter, workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    return each(lambda moment: croniter(expression, moment).get_next(datetime))


def warm_with(croniter: Croniter, workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    rule = croniter(expression, workload.start)
    return lambda moments: map(rule.get_next, repeat(datetime), moments)
