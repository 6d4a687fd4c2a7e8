"""APScheduler's CronTrigger."""

from typing import Any, Final

from apscheduler.triggers.cron import CronTrigger

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "APScheduler cron"

ARGUMENTS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.EVERY_15_MINUTES: {"minute": "*/15"},
    workloads.WEEKDAY_TABLE: {"day_of_week": "mon-fri", "hour": "9-16", "minute": "*/15"},
    workloads.LAST_FRIDAY: {"day": "last fri", "hour": 5, "minute": 15},
    workloads.FIRST_AND_LAST_DAY: {"day": "1,last", "hour": 6, "minute": 0},
    workloads.FIFTH_FRIDAY: {"day": "5th fri", "hour": 9, "minute": 0},
    workloads.THE_31ST: {"day": 31, "hour": 9, "minute": 0},
    workloads.LEAP_DAY: {"month": 2, "day": 29, "hour": 9, "minute": 0},
    workloads.LOCAL_WEEKDAY_TABLE: {"day_of_week": "mon-fri", "hour": "9-16", "minute": "*/15"},
    workloads.LOCAL_LAST_FRIDAY: {"day": "last fri", "hour": 5, "minute": 15},
    workloads.DAILY: {"hour": 2, "minute": 30},
    workloads.FIRST_DAY: {"day": 1, "hour": 6, "minute": 0},
    workloads.QUARTERS: {"minute": "*/15"},
    workloads.EVERY_6_HOURS: {"hour": "5-23/6", "minute": 0},
    workloads.EVERY_OTHER_HOUR: {"hour": "1-23/2", "minute": 30},
}


def cold(workload: Workload) -> Walk | None:
    arguments = ARGUMENTS.get(workload)
    if arguments is None:
        return None
    start = workload.start
    return each(lambda moment: CronTrigger(**arguments, start_date=start).get_next_fire_time(None, moment))


def warm(workload: Workload) -> Walk | None:
    arguments = ARGUMENTS.get(workload)
    if arguments is None:
        return None
    rule = CronTrigger(**arguments, start_date=workload.start)
    return lambda moments: map(rule.get_next_fire_time, moments, moments)
