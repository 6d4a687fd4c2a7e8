"""dateutil's rrule, asked `after(moment)`: stepping an open iterator would be another question."""

from typing import Any, Final

from dateutil.rrule import DAILY, FR, MINUTELY, MO, MONTHLY, TH, TU, WE, WEEKLY, YEARLY, rrule

from proofs.benchmarks.recurrence import workloads
from proofs.benchmarks.recurrence.competitor import Walk, each
from proofs.benchmarks.recurrence.workloads import TEN_YEARS_BACK, Workload

NAME = "dateutil"

ARGUMENTS: Final[dict[Workload, dict[str, Any]]] = {
    workloads.EVERY_15_MINUTES: {"freq": MINUTELY, "interval": 15},
    workloads.WEEKDAY_TABLE: {
        "freq": WEEKLY,
        "byweekday": (MO, TU, WE, TH, FR),
        "byhour": range(9, 17),
        "byminute": (0, 15, 30, 45),
    },
    workloads.LAST_FRIDAY: {"freq": MONTHLY, "byweekday": FR(-1), "byhour": 5, "byminute": 15},
    workloads.FIRST_AND_LAST_DAY: {"freq": MONTHLY, "bymonthday": (1, -1), "byhour": 6, "byminute": 0},
    workloads.FIFTH_FRIDAY: {"freq": MONTHLY, "byweekday": FR(5), "byhour": 9, "byminute": 0},
    workloads.EVERY_548_DAYS: {"freq": DAILY, "interval": 548},
    workloads.THE_31ST: {"freq": MONTHLY, "bymonthday": 31},
    workloads.LEAP_DAY: {"freq": YEARLY, "bymonth": 2, "bymonthday": 29},
}


def cold(workload: Workload) -> Walk:
    arguments = ARGUMENTS[workload]
    return each(lambda moment: rrule(**arguments, dtstart=TEN_YEARS_BACK).after(moment))


def warm(workload: Workload) -> Walk:
    return each(rrule(**ARGUMENTS[workload], dtstart=TEN_YEARS_BACK).after)
