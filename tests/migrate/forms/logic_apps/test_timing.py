"""When a workflow of Logic Apps runs."""

from typing import Any

import pytest

from tests.migrate.forms.clouds import job_in, next_runs, planned_job
from tests.migrate.forms.logic_apps.workflows import DAILY, QUEUE, SHOW, a_workflow

CHICAGO = "Central Standard Time"
BERLIN = "W. Europe Standard Time"
AT_TWO_THIRTY = {"hours": [2], "minutes": ["30"]}
NO_GRID = (
    "when it runs: it has no startTime, so Logic Apps counts from the time at which it was saved, "
    "which its form does not tell; here it counts from the import"
)
IGNORED = (
    "its timeZone, 'W. Europe Standard Time': startTime has an offset, and then Logic Apps ignores the zone, "
    "by its documentation; here it counts in UTC. If it ran by local time, take the offset out of startTime"
)


def every(frequency: str, interval: Any = 1, **more: Any) -> dict[str, Any]:
    return a_workflow({"frequency": frequency, "interval": interval, **more})


@pytest.mark.parametrize(
    ("document", "now", "expected"),
    [
        pytest.param(
            SHOW,
            "2027-03-26T14:00:00Z",
            ["2027-03-28T01:30:00", "2027-03-28T12:30:00", "2027-03-29T00:30:00"],
            id="weekdays, hours and minutes across the change to summer time",
        ),
        pytest.param(
            every("Day", startTime="2019-03-01T02:30:00", timeZone=CHICAGO),
            "2019-03-09T00:00:00Z",
            ["2019-03-09T08:30:00", "2019-03-10T08:30:00", "2019-03-11T07:30:00"],
            id="Logic Apps' own table: 02:30 in March",
        ),
        pytest.param(
            every("Day", startTime="2019-11-01T01:30:00", timeZone=CHICAGO),
            "2019-11-02T00:00:00Z",
            ["2019-11-02T06:30:00", "2019-11-03T06:30:00", "2019-11-04T07:30:00"],
            id="Logic Apps' own table: 01:30 in November",
        ),
        pytest.param(
            every("Day", startTime="2019-11-01T02:30:00", timeZone=CHICAGO),
            "2019-11-02T00:00:00Z",
            ["2019-11-02T07:30:00", "2019-11-03T08:30:00", "2019-11-04T08:30:00"],
            id="Logic Apps' own table: 02:30 in November",
        ),
        pytest.param(
            every("Day", 2, startTime="2026-10-23T09:00:00", timeZone=BERLIN),
            "2026-10-22T00:00:00Z",
            ["2026-10-23T07:00:00", "2026-10-25T08:00:00", "2026-10-27T08:00:00"],
            id="a local start",
        ),
        pytest.param(
            every("Day", startTime="2026-10-23T09:00:00Z", timeZone=BERLIN),
            "2026-10-24T00:00:00Z",
            ["2026-10-24T09:00:00", "2026-10-25T09:00:00", "2026-10-26T09:00:00"],
            id="a start with Z switches the zone off",
        ),
        pytest.param(
            every("Day", startTime="2026-10-23T09:00:00"),
            "2026-10-24T00:00:00Z",
            ["2026-10-24T09:00:00", "2026-10-25T09:00:00"],
            id="without a zone it is UTC",
        ),
        pytest.param(
            every("Hour", 6, startTime="2026-03-28T00:00:00", timeZone=BERLIN),
            "2026-03-28T12:00:00Z",
            ["2026-03-28T17:00:00", "2026-03-28T23:00:00", "2026-03-29T05:00:00"],
            id="hours are elapsed ones",
        ),
        pytest.param(
            every("Day", schedule={"hours": ["8", 16], "minutes": [0, "45"]}, timeZone=BERLIN),
            "2026-11-18T12:00:00Z",
            ["2026-11-18T15:00:00", "2026-11-18T15:45:00", "2026-11-19T07:00:00", "2026-11-19T07:45:00"],
            id="hours times minutes, without a start",
        ),
        pytest.param(
            every("Day", startTime="2026-01-01T08:25:00", timeZone=BERLIN, schedule={"hours": [9, 17]}),
            "2026-11-18T00:00:00Z",
            ["2026-11-18T08:25:00", "2026-11-18T16:25:00"],
            id="hours alone take the minute of the start",
        ),
        pytest.param(
            every("Week", startTime="2026-01-01T08:00:00", timeZone=BERLIN, schedule={"minutes": [0, 30]}),
            "2026-11-18T12:00:00Z",
            ["2026-11-19T07:00:00", "2026-11-19T07:30:00", "2026-11-26T07:00:00"],
            id="minutes alone take the hour of the start",
        ),
        pytest.param(
            every("Month", schedule={"monthDays": [-1], "hours": [22], "minutes": [0]}),
            "2027-01-31T22:30:00Z",
            ["2027-02-28T22:00:00", "2027-03-31T22:00:00"],
            id="the last day of a month",
        ),
        pytest.param(
            every("Second", 120, startTime="2026-01-01T00:00:00Z"),
            "2026-11-18T12:00:30Z",
            ["2026-11-18T12:02:00", "2026-11-18T12:04:00"],
            id="seconds that are whole minutes",
        ),
        pytest.param(
            QUEUE,
            "2026-11-18T12:00:00Z",
            ["2026-11-18T12:07:21", "2026-11-18T12:22:21"],
            id="without a start, it counts from its last change",
        ),
    ],
)
def test_the_next_runs_are_those_of_the_trigger(
    document: dict[str, Any], now: str, expected: list[str]
) -> None:
    assert next_runs(document, now, len(expected)) == expected


@pytest.mark.parametrize(
    ("recurrence", "lost"),
    [
        pytest.param({**DAILY, "startTime": "2026-01-01T08:00:00Z"}, (IGNORED,), id="a zone that Z ignores"),
        pytest.param({**DAILY, "startTime": "2026-01-01T08:00:00+01:00"}, (IGNORED,), id="an offset alike"),
        pytest.param(
            {**DAILY, "startTime": "2026-01-01T08:00:00Z", "timeZone": "UTC"}, (), id="Z and UTC agree"
        ),
        pytest.param(
            {**DAILY, "frequency": "Hour", "startTime": "2026-01-01T08:00:00Z"}, (), id="Z and elapsed hours"
        ),
        pytest.param({"frequency": "Minute", "interval": 5}, (NO_GRID,), id="a beat without a start"),
        pytest.param(
            {"frequency": "Day", "interval": 1, "schedule": {"hours": [8]}}, (NO_GRID,), id="no minute"
        ),
        pytest.param(
            {"frequency": "Week", "interval": 1, "schedule": AT_TWO_THIRTY}, (NO_GRID,), id="no weekday"
        ),
        pytest.param(
            {"frequency": "Day", "interval": 2, "schedule": AT_TWO_THIRTY}, (NO_GRID,), id="every second day"
        ),
        pytest.param({"frequency": "Day", "interval": 1, "schedule": AT_TWO_THIRTY}, (), id="all is named"),
        pytest.param(
            {**DAILY, "holidays": ["x"], "schedule": {"hours": [8], "minutes": [0], "weeks": [1]}},
            (
                "holidays of its recurrence: it is not known here",
                "weeks of its schedule: it is not known here",
            ),
            id="unknown keys",
        ),
        pytest.param(
            {**DAILY, "startTime": "2026-01-01T08:45:00", "schedule": {"minutes": [0, 30]}},
            (
                "its hour: hours is 8, that of startTime, as Logic Apps takes it from there, "
                "but its first run may be an hour later",
            ),
            id="a start after the minutes",
        ),
    ],
)
def test_what_the_trigger_does_not_tell_is_lost(recurrence: Any, lost: tuple[str, ...]) -> None:
    assert job_in(a_workflow(recurrence)).lost == lost


@pytest.mark.parametrize("state", ["Enabled", "Disabled"])
def test_without_a_start_nothing_runs_at_once(state: str) -> None:
    recurrence = {"frequency": "Day", "interval": 1, "schedule": AT_TWO_THIRTY}

    job = planned_job(a_workflow(recurrence, state=state)).prepared

    assert job is not None
    assert (job.state, str(job.definition.start_time)) == (state.lower(), "2026-11-18 12:00:00+00:00")
    assert not [note for note in job.notes if "at once when it is enabled" in note]


def test_a_start_that_is_its_last_change_is_noted() -> None:
    assert job_in(QUEUE).notes[0] == (
        "startTime is 2024-06-03T10:07:21Z, its last change: it had none, so Logic Apps counts from there, "
        "and drifts; compare its next run"
    )


def test_the_hour_that_comes_from_the_start_is_noted() -> None:
    job = job_in(a_workflow({**DAILY, "schedule": {"minutes": [15]}}))

    assert job.properties["recurrence"]["schedule"] == {"minutes": [15], "hours": [8]}
    assert job.notes == ("hours is 8, that of startTime, as Logic Apps takes it from there",)


def test_clock_changes_are_as_logic_apps_has_them_but_for_what_it_does_not_say() -> None:
    times = planned_job(a_workflow({**DAILY, "schedule": AT_TWO_THIRTY})).prepared
    beats = planned_job(
        a_workflow({**DAILY, "schedule": {"hours": list(range(24)), "minutes": [30]}})
    ).prepared

    assert times is not None
    assert beats is not None
    assert times.notes == ()
    assert beats.notes == (
        "when clocks change on 2027-10-31, its origin does not say what becomes of 02:30; "
        "here it runs at 2027-10-31T00:30:00Z and 2027-10-31T01:30:00Z",
    )


@pytest.mark.parametrize(
    ("trigger", "overlap", "lost"),
    [
        pytest.param({"operationOptions": "SingleInstance"}, "skip", (), id="a single instance"),
        pytest.param(
            {"operationOptions": "Other, SingleInstance", "splitOn": "@triggerBody()"},
            "skip",
            (
                "its option Other: it has no counterpart here",
                "splitOn of its trigger: it has no counterpart here",
            ),
            id="a single instance among others",
        ),
        pytest.param({"runtimeConfiguration": {"concurrency": {"runs": 1}}}, "wait", (), id="one at a time"),
        pytest.param(
            {"runtimeConfiguration": {"concurrency": {"runs": 5}}},
            None,
            ("that at most 5 of its runs are under way at a time: here any number may be",),
            id="five at a time",
        ),
        pytest.param(
            {"operationOptions": "Other"}, None, ("its option Other: it has no counterpart here",), id="other"
        ),
        pytest.param(
            {"splitOn": "@triggerBody()"},
            None,
            ("splitOn of its trigger: it has no counterpart here",),
            id="split",
        ),
    ],
)
def test_how_runs_overlap_comes_over(trigger: Any, overlap: str | None, lost: tuple[str, ...]) -> None:
    job = job_in(a_workflow(trigger=trigger))

    assert (job.properties.get("overlap"), job.lost) == (overlap, lost)


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        pytest.param(
            every("Second", 90),
            "definition.triggers.Every.recurrence.frequency: is 'Second': the shortest here is a minute",
            id="seconds",
        ),
        pytest.param(
            every("Fortnight"),
            "definition.triggers.Every.recurrence.frequency: "
            "'fortnight' is none of minute, hour, day, week, month, year",
            id="a frequency",
        ),
        pytest.param(
            every("Day", "often"),
            "definition.triggers.Every.recurrence.interval: is not an integer",
            id="an interval",
        ),
        pytest.param(
            every("Day", startTime="soon"),
            "definition.triggers.Every.recurrence.startTime: "
            "'soon' is not a date-time like 2026-01-31T09:30:00Z",
            id="a start",
        ),
        pytest.param(
            every("Day", schedule={"minutes": [30]}),
            "definition.triggers.Every.recurrence.schedule: names minutes and no hours, "
            "and without a startTime nobody can say at which hours it runs",
            id="minutes alone, without a start",
        ),
        pytest.param(
            every("Day", "@parameters('days')"),
            "definition.triggers.Every.recurrence: needs the parameter 'days', which has no value here",
            id="a parameter",
        ),
        pytest.param(
            a_workflow(trigger={"conditions": [{"expression": "@equals(1, 1)"}]}),
            "definition.triggers.Every.conditions: decide whether it runs: "
            "a job has no conditions, so it would always run",
            id="conditions",
        ),
        pytest.param(
            a_workflow(trigger={"type": "SlidingWindow"}),
            "definition.triggers.Every: is a sliding window, which makes up for every window that it missed: "
            "write a Recurrence trigger, and give the job missedRuns 'all' if that matters",
            id="a sliding window",
        ),
    ],
)
def test_a_trigger_that_has_no_form_here_is_a_fault(document: Any, fault: str) -> None:
    assert fault in [str(one) for one in job_in(document).faults]


def test_several_triggers_are_a_fault() -> None:
    document = a_workflow()
    document["definition"]["triggers"]["manual"] = {"type": "Request"}

    assert [str(fault) for fault in job_in(document).faults] == [
        "definition.triggers: must be one: a job has one schedule"
    ]


def test_an_interval_of_nothing_is_refused() -> None:
    assert planned_job(every("Day", 0)).reasons == (
        "definition.triggers.Every.recurrence.interval: 0 is not between 1 and 548, the limit for 'day'",
    )


def test_an_unknown_zone_is_told_with_the_nearest_names() -> None:
    (reason,) = planned_job(a_workflow({**DAILY, "timeZone": "W. Europe Standart Time"})).reasons

    assert reason.startswith("definition.triggers.Every.recurrence.timeZone: ")
    assert "W. Europe Standard Time" in reason
