"""Why a schedule does not name a time: facts by hand."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.exclude import Calendar, Exclude, Span
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.local import DaylightSaving, Missing, Repeated
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Weekday
from shared.domain.refusals import neighbours, refusal
from tests.builders import a_collection, a_definition, at, every

BERLIN: Final = "Europe/Berlin"
MONDAY: Final = at("2026-11-02T09:00:00")
MONDAYS_AND_FRIDAYS: Final = (Weekday.MONDAY, Weekday.FRIDAY)
LAST_FRIDAY: Final = (MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=-1),)
FIFTH_FRIDAY: Final = (MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=5),)
HOLIDAYS: Final = Calendar(dates=("2026-12-25",), ranges=(Span(first="2026-12-28", last="2026-12-31"),))
WITH_HOLIDAYS: Final = a_collection(calendars=(("holidays", HOLIDAYS),))


def daily(**changes: Any) -> Definition:
    return a_definition(**{"recurrence": every("day", hours=(9,), minutes=(0, 30)), **changes})


def in_berlin(hour: int, minute: int, **changes: Any) -> Definition:
    timed = every("day", hours=(hour,), minutes=(minute,))
    return a_definition(**{"recurrence": timed, "time_zone": BERLIN, **changes})


def wall(text: str) -> WallTime:
    return WallTime(datetime.fromisoformat(text).replace(tzinfo=UTC))


def why(
    definition: Definition,
    asked: Moment,
    *,
    anchor: Moment = MONDAY,
    collection: JobCollection = WITH_HOLIDAYS,
) -> tuple[str, str] | None:
    refused = refusal(definition, collection, asked, anchor=anchor)
    return (refused.reason, refused.words) if refused else None


PARTS: Final = [
    (every("minute", 15), "2026-11-02T09:10:00", "inactivePeriod",
     "It runs every 15 minutes, counted from 2026-11-02 09:00; 2026-11-02 09:10 is not one of them."),
    (every("minute", 15), "2026-11-02T09:15:30", "minute",
     "Its runs are at second 0 of a minute, not at second 30."),
    (every("minute", 20, hours=(2, 3)), "2026-11-03T05:10:00", "hour",
     "Hour 5 is none of its hours: 2, 3."),
    (every("minute", 20, hours=(2,)), "2026-11-03T02:10:00", "inactivePeriod",
     "It runs every 20 minutes, counted from 2026-11-02 09:00; 2026-11-03 02:10 is not one of them."),
    (every("minute", minutes=(0, 30)), "2026-11-02T10:01:00", "minute",
     "Minute 1 is none of its minutes: 0, 30."),
    (every("hour", 6), "2026-11-02T20:00:00", "inactivePeriod",
     "It runs every 6 hours, counted from 2026-11-02 09:00; "
     "the hour of 2026-11-02 20:00 is not one of them."),
    (every("hour", 6), "2026-11-02T21:05:00", "minute", "Minute 5 is none of its minutes: 0."),
    (every("hour", 6, minutes=(5,)), "2026-11-02T20:04:00", "inactivePeriod",
     "It runs every 6 hours, counted from 2026-11-02 09:00; "
     "the hour of 2026-11-02 20:04 is not one of them."),
    (every("hour", 2, hours=(9, 11)), "2026-11-02T10:00:00", "hour", "Hour 10 is none of its hours: 9, 11."),
    (every("day", 2), "2026-11-05T10:10:00", "inactivePeriod",
     "It runs every 2 days, counted from 2026-11-02; 2026-11-05 is not one of them."),
    (every("day"), "2026-11-05T10:10:00", "hour", "Hour 10 is none of its hours: 9."),
    (every("day"), "2026-11-05T09:10:00", "minute", "Minute 10 is none of its minutes: 0."),
    (every("day", minutes=(0,)), "2026-11-05T10:00:00.5", "minute",
     "Its runs are at second 0 of a minute, not at second 0.5."),
    (every("week", week_days=MONDAYS_AND_FRIDAYS), "2026-11-04T10:00:00", "weekday",
     "Wednesday is none of its weekdays: Monday, Friday."),
    (every("week"), "2026-11-10T09:00:00", "weekday", "Tuesday is none of its weekdays: Monday."),
    (every("week", 2), "2026-11-10T10:10:10", "inactivePeriod",
     "It runs every 2 weeks, counted from 2026-11-02; the week of 2026-11-09 is not one of them."),
    (every("month", 3), "2026-12-02T09:00:00", "inactivePeriod",
     "It runs every 3 months, counted from 2026-11; 2026-12 is not one of them."),
    (every("month", months=(1, 7)), "2026-12-02T09:00:00", "inactivePeriod",
     "December is none of its months: January, July."),
    (every("year"), "2026-12-02T09:00:00", "inactivePeriod", "December is none of its months: November."),
    (every("month"), "2026-12-03T09:00:00", "noSuchDay", "Day 3 is none of its days of 2026-12: 2."),
    (every("month", month_days=(1, -1), monthly_occurrences=LAST_FRIDAY), "2026-11-20T10:00:00", "noSuchDay",
     "Day 20 is none of its days of 2026-11: 1, 27, 30."),
    (every("month", month_days=(31,)), "2026-11-30T09:00:00", "noSuchDay", "2026-11 has none of its days."),
    (every("month", monthly_occurrences=FIFTH_FRIDAY), "2026-12-25T09:00:00", "noSuchDay",
     "2026-12 has none of its days."),
    (every("month", month_days=(4,)), "2026-12-04T08:00:00", "hour", "Hour 8 is none of its hours: 9."),
    (every("day", end_time=at("2026-12-01T00:00:00")), "2026-12-01T09:00:00", "afterEnd",
     "It ends at 2026-12-01 00:00 UTC."),
    (every("day"), "2026-11-01T09:00:00", "beforeStart",
     "It starts at 2026-11-02 09:00 UTC, when it was created or put."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("recurrence", "asked", "reason", "words"), PARTS, ids=[f"{row[2]} {row[1]}" for row in PARTS]
)
def test_the_coarsest_part_that_does_not_fit_is_told(
    recurrence: Recurrence, asked: str, reason: str, words: str
) -> None:
    assert why(a_definition(recurrence=recurrence), at(asked)) == (reason, words)


SATURDAYS: Final = Exclude(week_days=(Weekday.SATURDAY,))
DATES: Final = Exclude(dates=("2026-12-25", "--12-25"), calendars=("holidays", "lost"))
LATER: Final = Exclude(calendars=("holidays",), then=Then.AFTER)
EARLIER: Final = Exclude(week_days=(Weekday.SATURDAY,), then=Then.BEFORE)
NEVER: Final = Exclude(week_days=tuple(Weekday), then=Then.AFTER)


@pytest.mark.parametrize(
    ("exclude", "asked", "reason", "words"),
    [
        (SATURDAYS, "2026-11-07T09:00:00", "excluded",
         "2026-11-07 is excluded by weekday Saturday; its runs are skipped."),
        (SATURDAYS, "2026-11-07T09:10:00", "minute", "Minute 10 is none of its minutes: 0, 30."),
        (DATES, "2026-12-25T09:30:00", "excluded",
         "2026-12-25 is excluded by date 2026-12-25 and date --12-25 and calendar 'holidays'; "
         "its runs are skipped."),
        (DATES, "2027-12-25T09:30:00", "excluded",
         "2027-12-25 is excluded by date --12-25; its runs are skipped."),
        (LATER, "2026-12-29T09:00:00", "excluded",
         "2026-12-29 is excluded by calendar 'holidays'; its runs are moved to 2027-01-01."),
        (EARLIER, "2026-11-07T09:00:00", "excluded",
         "2026-11-07 is excluded by weekday Saturday; its runs are moved to 2026-11-06."),
        (NEVER, "2026-11-07T09:00:00", "excluded",
         "2026-11-07 is excluded by weekday Saturday; its runs are skipped."),
    ],
)  # fmt: skip
def test_a_day_is_excluded_only_if_all_else_fits(
    exclude: Exclude, asked: str, reason: str, words: str
) -> None:
    assert why(daily(exclude=exclude), at(asked)) == (reason, words)


def test_a_run_that_is_moved_before_the_start_is_refused_there_too() -> None:
    saturday = at("2026-11-07T09:00:00")
    job = daily(exclude=EARLIER, start_time=saturday)

    assert why(job, saturday, anchor=saturday) == (
        "excluded",
        "2026-11-07 is excluded by weekday Saturday; its runs are moved to 2026-11-06. "
        "It starts at 2026-11-07 09:00 UTC.",
    )


def test_a_day_that_others_are_moved_to_is_named() -> None:
    job = a_definition(recurrence=every("week", week_days=(Weekday.SATURDAY,)), exclude=EARLIER)

    assert why(job, at("2026-11-06T09:00:00")) is None
    assert why(job, at("2026-11-05T09:00:00")) == (
        "weekday",
        "Thursday is none of its weekdays: Saturday.",
    )


def test_a_beat_is_excluded_by_the_day_of_its_instant_and_never_moved() -> None:
    job = a_definition(recurrence=every("hour"), time_zone=BERLIN, exclude=EARLIER)

    assert why(job, at("2026-11-06T23:00:00")) == (
        "excluded",
        "2026-11-07 is excluded by weekday Saturday; its runs are skipped.",
    )


LEFT_OUT: Final = DaylightSaving(missing=Missing.SKIP)
TWICE: Final = DaylightSaving(repeated=Repeated.BOTH)
LONG_AGO: Final = wall("2026-01-01T00:00")


@pytest.mark.parametrize(
    ("definition", "asked", "reason", "words"),
    [
        (in_berlin(2, 30), wall("2026-03-29T02:30"), "doesNotExist",
         "02:30 does not exist on 2026-03-29 in Europe/Berlin; it runs at 03:30."),
        (in_berlin(2, 30, daylight_saving=LEFT_OUT), wall("2026-03-29T02:30"), "doesNotExist",
         "02:30 does not exist on 2026-03-29 in Europe/Berlin; it is left out."),
        (in_berlin(9, 30), wall("2026-03-29T02:30:10"), "doesNotExist",
         "02:30:10 does not exist on 2026-03-29 in Europe/Berlin."),
        (in_berlin(2, 30, daylight_saving=LEFT_OUT), at("2026-03-29T01:30:00"), "hour",
         "Hour 3 is none of its hours: 2."),
        (in_berlin(2, 30), at("2026-10-25T01:30:00"), "repeated",
         "02:30 occurs twice on 2026-10-25; it runs at the first only."),
        (in_berlin(9, 30), at("2026-10-25T07:30:00"), "hour", "Hour 8 is none of its hours: 9."),
        (in_berlin(9, 30), wall("2025-12-31T09:30"), "beforeStart",
         "It starts at 2026-01-01 00:00 in Europe/Berlin, when it was created or put."),
        (in_berlin(2, 30, exclude=Exclude(week_days=(Weekday.SATURDAY,), then=Then.AFTER)),
         wall("2026-03-28T02:30"), "excluded",
         "2026-03-28 is excluded by weekday Saturday; its runs are moved to 2026-03-29. "
         "02:30 does not exist on 2026-03-29 in Europe/Berlin; it runs at 03:30."),
        (in_berlin(23, 30, time_zone="America/Nuuk"), wall("2026-03-28T23:30"), "doesNotExist",
         "23:30 does not exist on 2026-03-28 in America/Nuuk; it runs at 00:30 on 2026-03-29."),
        (in_berlin(23, 30, time_zone="America/Nuuk", exclude=SATURDAYS), wall("2026-03-29T00:30"), "excluded",
         "2026-03-28 is excluded by weekday Saturday; its runs are skipped."),
    ],
)  # fmt: skip
def test_clock_changes_are_heeded(definition: Definition, asked: Moment, reason: str, words: str) -> None:
    assert why(definition, asked, anchor=LONG_AGO) == (reason, words)


@pytest.mark.parametrize(
    ("definition", "asked"),
    [
        (in_berlin(2, 30), at("2026-03-29T01:30:00")),
        (in_berlin(2, 30), wall("2026-03-29T03:30")),
        (in_berlin(2, 30), wall("2026-10-25T02:30")),
        (in_berlin(2, 30), at("2026-10-25T00:30:00")),
        (in_berlin(2, 30, daylight_saving=TWICE), at("2026-10-25T01:30:00")),
        (in_berlin(2, 30, recurrence=every("hour", 6)), at("2026-03-29T05:00:00")),
    ],
    ids=["moved", "where it is moved to", "one of two", "the first", "the second", "a beat goes on"],
)
def test_what_is_named_around_clock_changes(definition: Definition, asked: Moment) -> None:
    assert why(definition, asked, anchor=LONG_AGO) is None


def test_minutes_of_a_beat_are_those_that_the_clocks_show_now() -> None:
    """Clocks go back by half an hour on 2026-04-05."""
    beat = a_definition(recurrence=every("hour", 2), time_zone="Australia/Lord_Howe")
    start = wall("2026-04-04T09:10")

    assert why(beat, wall("2026-04-06T08:40"), anchor=start) is None
    assert why(beat, wall("2026-04-06T08:45"), anchor=start) == (
        "minute",
        "Minute 45 is none of its minutes: 40.",
    )


def test_a_one_time_job_runs_once() -> None:
    once = a_definition(every=None, time_zone=BERLIN)
    missing = wall("2026-03-29T02:30")

    assert why(once, at("2026-03-29T01:30:00"), anchor=missing) is None
    assert why(once, missing, anchor=missing) == (
        "oneTime",
        "It runs once, at 2026-03-29 03:30 in Europe/Berlin.",
    )


@pytest.mark.parametrize(
    ("definition", "asked", "earlier", "later"),
    [
        (daily(), "2026-11-03T09:00:00", "2026-11-02T09:30:00", "2026-11-03T09:30:00"),
        (daily(), "2026-11-02T08:00:00", None, "2026-11-02T09:00:00"),
        (daily(), "2026-11-02T09:00:00", None, "2026-11-02T09:30:00"),
        (daily(recurrence=every("day", end_time=at("2026-11-09T12:00:00"))), "2029-01-01T00:00:00",
         "2026-11-09T09:00:00", None),
        (daily(recurrence=every("month", months=(2,), month_days=(29,))), "2036-02-29T00:00:00",
         "2032-02-29T09:00:00", "2036-02-29T09:00:00"),
        (daily(exclude=NEVER), "2030-01-01T00:00:00", None, None),
        (daily(exclude=SATURDAYS), "2026-11-08T00:00:00", "2026-11-06T09:30:00", "2026-11-08T09:00:00"),
        (daily(every=None, recurrence=None), "2026-11-01T00:00:00", None, "2026-11-02T09:00:00"),
        (daily(every=None, recurrence=None), "2026-11-03T00:00:00", "2026-11-02T09:00:00", None),
        (a_definition(), "2036-11-03T00:00:00", "2036-11-02T23:59:00", "2036-11-03T00:01:00"),
    ],
)  # fmt: skip
def test_the_neighbours_of_a_time(
    definition: Definition, asked: str, earlier: str | None, later: str | None
) -> None:
    found = neighbours(definition, WITH_HOLIDAYS, at(asked), anchor=MONDAY)

    assert found == (earlier and at(earlier), later and at(later))


def test_an_earlier_run_is_looked_for_ten_years_back() -> None:
    twelve_years = [f"{year}-01-01" for year in range(2027, 2039)]
    job = daily(
        recurrence=every("year", months=(1,), month_days=(1,)), exclude=Exclude(dates=tuple(twelve_years))
    )
    start = at("2026-01-01T09:00:00")

    assert neighbours(job, WITH_HOLIDAYS, at("2035-01-01T00:00:00"), anchor=start)[0] == start
    assert neighbours(job, WITH_HOLIDAYS, at("2037-01-01T00:00:00"), anchor=start)[0] is None
