"""APScheduler's interval triggers: IntervalTrigger, and CalendarIntervalTrigger for days of the calendar.

The latter only ever adds to a run: it knows no way from another moment to the next run,
so that it takes part warm, but not cold.
"""

from datetime import date, datetime
from typing import Any, Final

from apscheduler.triggers.calendarinterval import CalendarIntervalTrigger
from apscheduler.triggers.interval import IntervalTrigger

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "APScheduler interval"

INTERVALS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.EVERY_15_MINUTES: {"minutes": 15},
    workloads.EVERY_548_DAYS: {"days": 548},
    workloads.QUARTERS: {"minutes": 15},
    workloads.EVERY_6_HOURS: {"hours": 6},
    workloads.EVERY_OTHER_HOUR: {"hours": 2},
}
CALENDAR_INTERVALS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.THE_31ST: {"months": 1, "start_date": date(2016, 7, 31), "hour": 9},
    workloads.LEAP_DAY: {"years": 1, "start_date": date(2020, 2, 29), "hour": 9},
    workloads.DAILY: {"days": 1, "start_date": date(2016, 7, 2), "hour": 2, "minute": 30},
    workloads.FIRST_DAY: {"months": 1, "start_date": date(2016, 8, 1), "hour": 6},
}


def cold(workload: Workload) -> Walk | None:
    interval = INTERVALS.get(workload)
    if interval is None:
        return None
    start = first(workload)
    return each(lambda moment: IntervalTrigger(**interval, start_date=start).get_next_fire_time(None, moment))


def warm(workload: Workload) -> Walk | None:
    rule: Any
    if workload in INTERVALS:
        rule = IntervalTrigger(**INTERVALS[workload], start_date=first(workload))
    elif workload in CALENDAR_INTERVALS:
        rule = CalendarIntervalTrigger(**CALENDAR_INTERVALS[workload], timezone=workload.zone_info)
    else:
        return None
    return lambda moments: map(rule.get_next_fire_time, moments, moments)


def first(workload: Workload) -> datetime:
    """Return what the interval is added to: the start, unless a minute is named."""
    return workload.start.replace(minute=30) if workload == workloads.EVERY_OTHER_HOUR else workload.start
