"""dateutil's rrule, asked `after(moment)`: stepping an open iterator would be another question."""

from typing import Any, Final

from dateutil.rrule import DAILY, FR, HOURLY, MINUTELY, MO, MONTHLY, TH, TU, WE, WEEKLY, YEARLY, rrule

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import Workload

NAME = "dateutil"

WEEKDAY_TABLE: Final = {
    "freq": WEEKLY,
    "byweekday": (MO, TU, WE, TH, FR),
    "byhour": range(9, 17),
    "byminute": (0, 15, 30, 45),
}
LAST_FRIDAY: Final = {"freq": MONTHLY, "byweekday": FR(-1), "byhour": 5, "byminute": 15}
ARGUMENTS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.EVERY_15_MINUTES: {"freq": MINUTELY, "interval": 15},
    workloads.WEEKDAY_TABLE: WEEKDAY_TABLE,
    workloads.LAST_FRIDAY: LAST_FRIDAY,
    workloads.FIRST_AND_LAST_DAY: {"freq": MONTHLY, "bymonthday": (1, -1), "byhour": 6, "byminute": 0},
    workloads.FIFTH_FRIDAY: {"freq": MONTHLY, "byweekday": FR(5), "byhour": 9, "byminute": 0},
    workloads.EVERY_548_DAYS: {"freq": DAILY, "interval": 548},
    workloads.THE_31ST: {"freq": MONTHLY, "bymonthday": 31},
    workloads.LEAP_DAY: {"freq": YEARLY, "bymonth": 2, "bymonthday": 29},
    workloads.LOCAL_WEEKDAY_TABLE: WEEKDAY_TABLE,
    workloads.LOCAL_LAST_FRIDAY: LAST_FRIDAY,
    workloads.DAILY: {"freq": DAILY, "byhour": 2, "byminute": 30},
    workloads.FIRST_DAY: {"freq": MONTHLY, "bymonthday": 1, "byhour": 6, "byminute": 0},
    workloads.QUARTERS: {"freq": HOURLY, "byminute": (0, 15, 30, 45)},
    workloads.EVERY_6_HOURS: {"freq": HOURLY, "interval": 6},
    workloads.EVERY_OTHER_HOUR: {"freq": HOURLY, "interval": 2, "byminute": 30},
}


def cold(workload: Workload) -> Walk:
    arguments, start = ARGUMENTS[workload], workload.start
    return each(lambda moment: rrule(**arguments, dtstart=start).after(moment))


def warm(workload: Workload) -> Walk:
    return each(rrule(**ARGUMENTS[workload], dtstart=workload.start).after)
