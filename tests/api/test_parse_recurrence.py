from typing import Any

import pytest

from shared.api.parse import parse_job
from shared.api.render import render_job
from shared.domain.errors import Invalid
from shared.domain.job import JobState
from shared.domain.lifecycle import Wanted, create
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from tests.builders import KEY, NINE, PlainVault, a_collection, at

ACTION = {"type": "http", "request": {"uri": "http://receiver.example/hook", "method": "GET"}}


def parse(recurrence: Any, **properties: Any) -> Recurrence | None:
    body = {"properties": {"action": ACTION, "recurrence": recurrence, **properties}}
    return parse_job(body, PlainVault(), now=NINE)[0].recurrence


def faults(recurrence: Any, **properties: Any) -> list[str]:
    with pytest.raises(Invalid) as refused:
        parse(recurrence, **properties)
    return [str(fault).removeprefix("properties.") for fault in refused.value.faults]


def test_the_smallest_recurrence() -> None:
    assert parse({"frequency": "DAY"}) == Recurrence(frequency=Frequency.DAY, interval=1)


def test_a_whole_recurrence() -> None:
    read = parse(
        {
            "Frequency": "Month",
            "interval": 2,
            "count": 10,
            "endTime": "2026-10-10T10:10:10",
            "schedule": {
                "MINUTES": [30, 0, 30],
                "hours": 5,
                "monthDays": [15, -1],
                "monthlyOccurrences": [{"day": "Friday", "Occurrence": -1}, {"day": "sunday"}],
                "months": [12, 1],
            },
        }
    )

    assert read == Recurrence(
        frequency=Frequency.MONTH,
        interval=2,
        count=10,
        end_time=at("2026-10-10T10:10:10"),
        schedule=Schedule(
            minutes=(0, 30),
            hours=(5,),
            month_days=(-1, 15),
            monthly_occurrences=(
                MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=-1),
                MonthlyOccurrence(day=Weekday.SUNDAY),
            ),
            months=(1, 12),
        ),
    )


@pytest.mark.parametrize("schedule", [{}, None, {"hours": []}, {"weekDays": None}])
def test_a_schedule_that_says_nothing_counts_as_none(schedule: Any) -> None:
    assert parse({"frequency": "day", "schedule": schedule}) == Recurrence(frequency=Frequency.DAY)


def test_single_names_and_objects_stand_for_arrays() -> None:
    weekly = parse({"frequency": "week", "schedule": {"weekDays": "MONDAY"}})
    monthly = parse(
        {"frequency": "month", "schedule": {"monthlyOccurrences": {"day": "monday", "occurrence": 1}}}
    )

    assert weekly is not None
    assert weekly.schedule == Schedule(week_days=(Weekday.MONDAY,))
    assert monthly is not None
    assert monthly.schedule == Schedule(
        monthly_occurrences=(MonthlyOccurrence(day=Weekday.MONDAY, occurrence=1),)
    )


@pytest.mark.parametrize(
    ("recurrence", "fault"),
    [
        ([], "recurrence: is not an object"),
        ({}, "recurrence.frequency: is required"),
        (
            {"frequency": "monthly"},
            "recurrence.frequency: 'monthly' is none of minute, hour, day, week, month, year",
        ),
        (
            {"frequency": "day", "interval": 549},
            "recurrence.interval: 549 is not between 1 and 548, the limit for 'day'",
        ),
        ({"frequency": "day", "interval": True}, "recurrence.interval: is not an integer"),
        ({"frequency": "day", "interval": 1.5}, "recurrence.interval: is not an integer"),
        ({"frequency": "day", "count": 0}, "recurrence.count: 0 is not between 1 and 2147483647"),
        (
            {"frequency": "day", "endTime": "soon"},
            "recurrence.endTime: 'soon' is not a date-time like 2026-01-31T09:30:00Z",
        ),
        ({"frequency": "day", "endTime": "2026-03-02T08:59:59Z"}, "recurrence.endTime: lies in the past"),
        (
            {"frequency": "day", "intervall": 2},
            "recurrence.intervall: is not known; did you mean 'interval'?",
        ),
        (
            {"frequency": "month", "schedule": {"monthlyOccurences": []}},
            "recurrence.schedule.monthlyOccurences: is not known; did you mean 'monthlyOccurrences'?",
        ),
        (
            {"frequency": "day", "schedule": {"hour": 5}},
            "recurrence.schedule.hour: is not known; did you mean 'hours'?",
        ),
        (
            {"frequency": "day", "schedule": {"hours": [5, 6, 24]}},
            "recurrence.schedule.hours[2]: 24 is not between 0 and 23",
        ),
        (
            {"frequency": "day", "schedule": {"hours": ["5"]}},
            'recurrence.schedule.hours[0]: "5" is not an integer',
        ),
        (
            {"frequency": "day", "schedule": {"minutes": -1}},
            "recurrence.schedule.minutes[0]: -1 is not between 0 and 59",
        ),
        (
            {"frequency": "month", "schedule": {"monthDays": [0]}},
            "recurrence.schedule.monthDays[0]: 0 is not between -31 and -1 or between 1 and 31",
        ),
        (
            {"frequency": "year", "schedule": {"months": [13]}},
            "recurrence.schedule.months[0]: 13 is not between 1 and 12",
        ),
        (
            {"frequency": "week", "schedule": {"weekDays": ["monday", "mon"]}},
            "recurrence.schedule.weekDays[1]: 'mon' is none of "
            "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
        ),
        (
            {"frequency": "month", "schedule": {"monthlyOccurrences": [{"day": "friday", "occurrence": 6}]}},
            "recurrence.schedule.monthlyOccurrences[0].occurrence: "
            "6 is not between -5 and -1 or between 1 and 5",
        ),
        (
            {"frequency": "month", "schedule": {"monthlyOccurrences": [{"occurrence": 1}]}},
            "recurrence.schedule.monthlyOccurrences[0].day: is required",
        ),
        (
            {"frequency": "week", "schedule": {"monthDays": [1]}},
            "recurrence.schedule.monthDays: fits frequency 'month' or 'year' only, not 'week'",
        ),
        (
            {"frequency": "day", "schedule": {"weekDays": ["monday"]}},
            "recurrence.schedule.weekDays: fits frequency 'week' only, not 'day'",
        ),
        (
            {"frequency": "year", "schedule": {"months": [2], "monthDays": [30, -31]}},
            "recurrence.schedule.monthDays: the job could never run: "
            "no day of -31, 30 exists in month 2, which has at most 29 days",
        ),
        (
            {"frequency": "hour", "interval": 24, "schedule": {"hours": [5]}},
            "recurrence.schedule: the job could never run: counted from 2026-03-02 09:00, "
            "every 24 hours, it never falls on a time named here",
        ),
    ],
)
def test_a_fault_is_named_with_its_path_the_value_and_the_rule(recurrence: Any, fault: str) -> None:
    assert faults(recurrence) == [fault]


def test_all_faults_of_a_recurrence_come_in_one_answer() -> None:
    assert faults(
        {
            "frequency": "day",
            "interval": 0,
            "count": 0,
            "schedule": {"hours": ["x", 24], "minutes": [60], "weekDays": ["noday"], "what": 1},
        },
        startTime="2099-01-01",
    ) == [
        "recurrence.schedule.what: is not known; "
        "known here: minutes, hours, weekDays, monthDays, monthlyOccurrences, months",
        'recurrence.schedule.hours[0]: "x" is not an integer',
        "recurrence.schedule.weekDays[0]: 'noday' is none of "
        "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
        "recurrence.schedule.minutes[0]: 60 is not between 0 and 59",
        "recurrence.schedule.hours[1]: 24 is not between 0 and 23",
        "recurrence.schedule.weekDays: fits frequency 'week' only, not 'day'",
        "recurrence.interval: 0 is not between 1 and 548, the limit for 'day'",
        "recurrence.count: 0 is not between 1 and 2147483647",
        "startTime: is more than 548 days ahead",
    ]


@pytest.mark.parametrize(
    ("start", "end", "fault"),
    [
        (
            "2026-03-03",
            "2026-03-02T10:00Z",
            "recurrence.endTime: the job would never run: it ends before its first run",
        ),
        (
            "2026-03-01T08:00Z",
            "2026-03-03T07:59Z",
            "recurrence.endTime: the job would never run: it ends before its first run",
        ),
    ],
)
def test_an_end_before_the_first_run_is_refused(start: str, end: str, fault: str) -> None:
    assert faults({"frequency": "day", "endTime": end}, startTime=start) == [fault]


def test_a_job_created_disabled_may_have_ended() -> None:
    read = parse({"frequency": "day", "endTime": "2020-01-01"}, state="disabled")

    assert read is not None
    assert read.end_time == at("2020-01-01T00:00:00")


def test_a_recurrence_is_answered_as_the_original_spelled_it() -> None:
    body = {
        "properties": {
            "action": ACTION,
            "recurrence": {
                "schedule": {
                    "monthlyOccurrences": [{"Day": "Monday", "Occurrence": 1}, {"day": "FRIDAY"}],
                    "monthDays": 15,
                    "Hours": [10, 5],
                    "minutes": [0],
                },
                "endTime": "2026-10-10T12:10:10+02:00",
                "count": 10000,
                "Frequency": "MONTH",
            },
        }
    }
    definition, _ = parse_job(body, PlainVault(), now=NINE)

    rendered = render_job(
        create(KEY, Wanted(definition=definition, state=JobState.ENABLED), now=NINE, id="r"), a_collection()
    )

    recurrence = rendered["properties"]["recurrence"]
    assert recurrence == {
        "frequency": "month",
        "interval": 1,
        "count": 10000,
        "endTime": "2026-10-10T10:10:10Z",
        "schedule": {
            "minutes": [0],
            "hours": [5, 10],
            "monthDays": [15],
            "monthlyOccurrences": [{"day": "monday", "occurrence": 1}, {"day": "friday"}],
        },
    }
    assert list(recurrence["schedule"]) == ["minutes", "hours", "monthDays", "monthlyOccurrences"]
