"""croniter-rs, in Rust. It answers without a time zone; its answers are taken as UTC, at no cost to it."""

from datetime import datetime
from itertools import repeat

from croniter_rs import croniter

from benchmarks.competitor import Walk, each
from benchmarks.peers.crontab import EXPRESSIONS
from benchmarks.workloads import TEN_YEARS_BACK, Workload

NAME = "croniter-rs"


def cold(workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    return each(lambda moment: croniter(expression, moment).get_next(datetime))


def warm(workload: Workload) -> Walk | None:
    expression = EXPRESSIONS.get(workload)
    if expression is None:
        return None
    rule = croniter(expression, TEN_YEARS_BACK)
    return lambda moments: map(rule.get_next, repeat(datetime), moments)
