"""The workloads as cron expressions. Cron cannot count days across months: it has no every 548 days."""

from typing import Final

from benchmarks import workloads

EXPRESSIONS: Final = {
    workloads.EVERY_15_MINUTES: "*/15 * * * *",
    workloads.WEEKDAY_TABLE: "*/15 9-16 * * 1-5",
    workloads.LAST_FRIDAY: "15 5 * * L5",
    workloads.FIRST_AND_LAST_DAY: "0 6 1,L * *",
    workloads.FIFTH_FRIDAY: "0 9 * * 5#5",
    workloads.THE_31ST: "0 9 31 * *",
    workloads.LEAP_DAY: "0 9 29 2 *",
}
