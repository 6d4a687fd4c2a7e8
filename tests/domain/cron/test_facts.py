"""What cron expressions are stored as: literal facts.

The classes of expressions are those that the documents of cronsim, croniter, Cronos and Azure Functions name,
wherever they have a form here. `test_refusals.py` has the others.
"""

from typing import Any, Final

import pytest

from shared.domain.cron import read_cron
from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday
from tests.domain.first_runs import on

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = Weekday
WORKING_DAYS: Final = (MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY)
EVERY_MINUTE: Final = tuple(range(60))
EVERY_DAY: Final = tuple(range(1, 32))
NINE: Final[dict[str, Any]] = {"hours": (9,), "minutes": (0,)}
MIDNIGHT: Final[dict[str, Any]] = {"hours": (0,), "minutes": (0,)}


def fact(cron: str, frequency: str, told: str, **parts: Any) -> Any:
    return pytest.param(cron, Frequency(frequency), parts, id=f"{cron} · {told}")


TABLE: Final = [
    fact("*/7 * * * *", "hour", "steps begin anew each hour", minutes=(0, 7, 14, 21, 28, 35, 42, 49, 56)),
    fact("0 */5 * * *", "day", "steps of hours", hours=(0, 5, 10, 15, 20), minutes=(0,)),
    fact("0 0 29 2 *", "month", "leap days", months=(2,), month_days=(29,), **MIDNIGHT),
    fact(
        "0 9 1-7 * mon",
        "month",
        "either day suffices",
        month_days=(1, 2, 3, 4, 5, 6, 7),
        monthly_occurrences=on(MONDAY, None),
        **NINE,
    ),
    fact(
        "0 9 * 6 mon",
        "month",
        "weekdays of a month",
        months=(6,),
        monthly_occurrences=on(MONDAY, None),
        **NINE,
    ),
    fact("0 9 * * 5-7", "week", "7 is Sunday", week_days=(FRIDAY, SATURDAY, SUNDAY), **NINE),
    fact(
        "0 12 1/5 * ?",
        "month",
        "a/n goes on to the end",
        month_days=(1, 6, 11, 16, 21, 26, 31),
        hours=(12,),
        minutes=(0,),
    ),
    fact("0 0 L * *", "month", "the last day", month_days=(-1,), **MIDNIGHT),
    fact("0 0 L-3 * *", "month", "the third day before the last", month_days=(-4,), **MIDNIGHT),
    fact("0 0-23 * * *", "hour", "all hours are a beat", minutes=(0,)),
]

NOTHING_LIMITS: Final = [
    fact("* * * * *", "hour", "minutes are always named", minutes=EVERY_MINUTE),
    fact("* 9 * * *", "day", "every minute of an hour", hours=(9,), minutes=EVERY_MINUTE),
    fact("*/1 */1 */1 */1 *", "hour", "steps of one", minutes=EVERY_MINUTE),
    fact("0-59 * * * *", "hour", "all minutes as a range", minutes=EVERY_MINUTE),
    fact("0 0/1 * * *", "hour", "all hours by a step", minutes=(0,)),
    fact("0 9 1-31 * *", "day", "all days of the month", **NINE),
    fact("0 9 * 1-12 *", "day", "all months", **NINE),
    fact("0 9 * * 0-6", "day", "all days of the week", **NINE),
    fact("0 9 * * 1-7", "day", "all days of the week, from Monday", **NINE),
    fact("0 9 ? * ?", "day", "? is *", **NINE),
    fact("0 9 * 6 *", "month", "a month names all its days", months=(6,), month_days=EVERY_DAY, **NINE),
    fact("0 9 1-31 6 *", "month", "or so", months=(6,), month_days=EVERY_DAY, **NINE),
    fact("0 * * 6 *", "month", "a beat in a month", months=(6,), month_days=EVERY_DAY, minutes=(0,)),
    fact("0 * * * mon", "week", "a beat on a weekday", week_days=(MONDAY,), minutes=(0,)),
]

DAYS_TOGETHER: Final = [
    fact(
        "2 4 1 * wed",
        "month",
        "croniter: the 1st, and every Wednesday",
        month_days=(1,),
        monthly_occurrences=on(WEDNESDAY, None),
        hours=(4,),
        minutes=(2,),
    ),
    fact(
        "0 0 13 * 5",
        "month",
        "either, where Cronos means both",
        month_days=(13,),
        monthly_occurrences=on(FRIDAY, None),
        **MIDNIGHT,
    ),
    fact("0 9 1-31 * mon", "day", "every day is either", **NINE),
    fact("0 9 1-7 * 0-6", "day", "either is every day", **NINE),
    fact("0 9 *,1 * mon", "week", "a list that begins with * limits nothing", week_days=(MONDAY,), **NINE),
    fact("0 9 1,* * mon", "day", "a list that ends with * names all days", **NINE),
    fact(
        "0 9 L 2 mon#1,tue",
        "month",
        "the last day, a first and every weekday",
        months=(2,),
        month_days=(-1,),
        monthly_occurrences=(*on(MONDAY, 1), *on(TUESDAY, None)),
        **NINE,
    ),
    fact(
        "0 0 31 2 fri",
        "month",
        "a day that never comes beside one that does",
        months=(2,),
        month_days=(31,),
        monthly_occurrences=on(FRIDAY, None),
        **MIDNIGHT,
    ),
    fact("0 0 */10 * *", "month", "steps of days alone", month_days=(1, 11, 21, 31), **MIDNIGHT),
    fact("0 0 */10 * ?", "month", "steps of days and ?", month_days=(1, 11, 21, 31), **MIDNIGHT),
    fact("0 0 ? * */3", "week", "steps of weekdays", week_days=(SUNDAY, WEDNESDAY, SATURDAY), **MIDNIGHT),
]

WRITING: Final = [
    fact("1,2,3 * * * *", "hour", "cronsim: a list", minutes=(1, 2, 3)),
    fact("1-3,7-9 * * * *", "hour", "cronsim: two ranges", minutes=(1, 2, 3, 7, 8, 9)),
    fact("0-10/2 * * * *", "hour", "cronsim: a range with a step", minutes=(0, 2, 4, 6, 8, 10)),
    fact("5/15 * * * *", "hour", "cronsim: a start with a step", minutes=(5, 20, 35, 50)),
    fact("3,5-11/3,12 * * * *", "hour", "Cronos: all of it", minutes=(3, 5, 8, 11, 12)),
    fact("*/24 * * * *", "hour", "Cronos: */24 is 0, 24 and 48", minutes=(0, 24, 48)),
    fact("*/60 */24 * * *", "day", "a step beyond the end names the start", **MIDNIGHT),
    fact("5-5/15 * * * *", "hour", "a range of one stays one", minutes=(5,)),
    fact("30,30,5,5-6 * * * *", "hour", "each value once, in order", minutes=(5, 6, 30)),
    fact("*/30,5 * * * *", "hour", "a star in a list", minutes=(0, 5, 30)),
    fact("00 009 * * *", "day", "leading zeros", **NINE),
    fact(" \t0\t9  * * *\n", "day", "Cronos: any white space", **NINE),
    fact("0 9 * * mOn-FRI", "week", "Cronos: names in any case", week_days=WORKING_DAYS, **NINE),
    fact("0 9 * * monday", "week", "full names of weekdays", week_days=(MONDAY,), **NINE),
    fact(
        "0 9 1 Jan,mar-APRIL *",
        "month",
        "names of months, some of them full",
        months=(1, 3, 4),
        month_days=(1,),
        **NINE,
    ),
    fact("2 4 * * mon,fri", "week", "croniter: names", week_days=(MONDAY, FRIDAY), hours=(4,), minutes=(2,)),
]

WEEKDAYS: Final = [
    fact("0 0 * * 0", "week", "0 is Sunday", week_days=(SUNDAY,), **MIDNIGHT),
    fact("0 0 * * 7", "week", "croniter: so is 7", week_days=(SUNDAY,), **MIDNIGHT),
    fact("0 0 * * 6,7", "week", "croniter: a list", week_days=(SATURDAY, SUNDAY), **MIDNIGHT),
    fact("0 0 * * 1-5", "week", "1 is Monday", week_days=WORKING_DAYS, **MIDNIGHT),
    fact("0 0 * * sun-tue", "week", "cronsim: from Sunday", week_days=(MONDAY, TUESDAY, SUNDAY), **MIDNIGHT),
    fact("0 0 * * Sat-Sun", "week", "croniter: to Sunday", week_days=(SATURDAY, SUNDAY), **MIDNIGHT),
    fact("0 0 * * MON-SUN", "day", "Cronos: from Monday to Sunday", **MIDNIGHT),
    fact("0 0 * * 1/3", "week", "the last day is 7", week_days=(MONDAY, THURSDAY, SUNDAY), **MIDNIGHT),
    fact(
        "0 0 * 2 MON#5",
        "month",
        "cronsim: a fifth",
        months=(2,),
        monthly_occurrences=on(MONDAY, 5),
        **MIDNIGHT,
    ),
    fact(
        "0 0 * * sun#2,sat#1",
        "month",
        "croniter: a first and a second",
        monthly_occurrences=(*on(SATURDAY, 1), *on(SUNDAY, 2)),
        **MIDNIGHT,
    ),
    fact("0 0 * * FRIL", "month", "Cronos: the last Friday", monthly_occurrences=on(FRIDAY, -1), **MIDNIGHT),
    fact(
        "15 5 * * fri#1,friL",
        "month",
        "the first and the last",
        monthly_occurrences=on(FRIDAY, 1, -1),
        hours=(5,),
        minutes=(15,),
    ),
    fact(
        "0 0 ? 1 MON#1",
        "month",
        "Cronos: beside ?",
        months=(1,),
        monthly_occurrences=on(MONDAY, 1),
        **MIDNIGHT,
    ),
    fact("0 0 * * fri#3,mon-sun", "day", "one of all", **MIDNIGHT),
]

LAST_DAYS: Final = [
    fact("0 0 l * *", "month", "croniter: the last day", month_days=(-1,), **MIDNIGHT),
    fact("0 0 L-1 * *", "month", "Cronos: the day before the last", month_days=(-2,), **MIDNIGHT),
    fact("0 0 L-30 * *", "month", "the first of 31", month_days=(-31,), **MIDNIGHT),
    fact("0 6 1,L * *", "month", "the first and the last", month_days=(-1, 1), hours=(6,), minutes=(0,)),
    fact("0 0 L-28 2 *", "month", "the first, in leap years", months=(2,), month_days=(-29,), **MIDNIGHT),
]

MACROS: Final = [
    fact("@yearly", "month", "1 January", months=(1,), month_days=(1,), **MIDNIGHT),
    fact("@annually", "month", "1 January", months=(1,), month_days=(1,), **MIDNIGHT),
    fact("@monthly", "month", "the 1st", month_days=(1,), **MIDNIGHT),
    fact("@weekly", "week", "Sunday", week_days=(SUNDAY,), **MIDNIGHT),
    fact("@daily", "day", "midnight", **MIDNIGHT),
    fact("@midnight", "day", "midnight", **MIDNIGHT),
    fact("@hourly", "hour", "on the hour", minutes=(0,)),
    fact("@every_minute", "hour", "Cronos: every minute", minutes=EVERY_MINUTE),
    fact("  @Daily ", "day", "any case, white space around it", **MIDNIGHT),
]

SIX_FIELDS: Final = [
    fact("0 */20 * * * *", "hour", "Functions: minutes", minutes=(0, 20, 40)),
    fact("0 0 * * * *", "hour", "Functions: on the hour", minutes=(0,)),
    fact("0 0 9-11 * * *", "day", "Functions: hours", hours=(9, 10, 11), minutes=(0,)),
    fact("00 0 9 * * 1-5", "week", "Functions: numbered weekdays", week_days=WORKING_DAYS, **NINE),
    fact(
        "0 0 9 * Jan Mon",
        "month",
        "Functions: names",
        months=(1,),
        monthly_occurrences=on(MONDAY, None),
        **NINE,
    ),
    fact("0 0 9 ? * MON-FRI", "week", "Quartz: beside ?", week_days=WORKING_DAYS, **NINE),
    fact("0 0 9 L-2 * ?", "month", "Quartz: before the last day", month_days=(-3,), **NINE),
]


@pytest.mark.parametrize(
    ("cron", "frequency", "parts"),
    [*TABLE, *NOTHING_LIMITS, *DAYS_TOGETHER, *WRITING, *WEEKDAYS, *LAST_DAYS, *MACROS, *SIX_FIELDS],
)
def test_cron_becomes_a_frequency_and_a_schedule(
    cron: str, frequency: Frequency, parts: dict[str, Any]
) -> None:
    found = read_cron(cron)

    assert (found.frequency, found.schedule) == (frequency, Schedule(**parts))
    assert Recurrence(frequency=found.frequency, schedule=found.schedule).interval == 1
