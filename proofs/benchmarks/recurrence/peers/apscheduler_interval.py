"""APScheduler's interval triggers: IntervalTrigger, and CalendarIntervalTrigger where months are counted.

The latter only ever adds to a run: it knows no way from another moment to the next run,
so that it takes part warm, but not cold.
"""

from datetime import UTC, date
from typing import Any, Final

from apscheduler.triggers.calendarinterval import CalendarIntervalTrigger
from apscheduler.triggers.interval import IntervalTrigger

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import TEN_YEARS_BACK, Workload

NAME = "APScheduler interval"

INTERVALS: Final[dict[Workload, dict[str, int]]] = {
    workloads.EVERY_15_MINUTES: {"minutes": 15},
    workloads.EVERY_548_DAYS: {"days": 548},
}
CALENDAR_INTERVALS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.THE_31ST: {"months": 1, "start_date": date(2016, 7, 31)},
    workloads.LEAP_DAY: {"years": 1, "start_date": date(2020, 2, 29)},
}


def cold(workload: Workload) -> Walk | None:
    interval = INTERVALS.get(workload)
    if interval is None:
        return None
    return each(
        lambda moment: IntervalTrigger(**interval, start_date=TEN_YEARS_BACK).get_next_fire_time(None, moment)
    )


def warm(workload: Workload) -> Walk | None:
    rule: Any
    if workload in INTERVALS:
        rule = IntervalTrigger(**INTERVALS[workload], start_date=TEN_YEARS_BACK)
    elif workload in CALENDAR_INTERVALS:
        rule = CalendarIntervalTrigger(**CALENDAR_INTERVALS[workload], hour=9, timezone=UTC)
    else:
        return None
    return lambda moments: map(rule.get_next_fire_time, moments, moments)
