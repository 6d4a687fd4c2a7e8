"""When schedules of EventBridge run here, proved by their next runs."""

from typing import Any

import pytest

from tests.migrate.forms.clouds import job_in, next_runs, planned_job

BERLIN = "Europe/Berlin"


def a_schedule(expression: str, zone: str = "UTC", **changes: Any) -> dict[str, Any]:
    return {
        "Name": "j",
        "GroupName": "c",
        "ScheduleExpression": expression,
        "ScheduleExpressionTimezone": zone,
        "CreationDate": "2026-01-01T00:00:20.5+00:00",
        "State": "ENABLED",
        "Target": {
            "Arn": "arn:aws:lambda:us-east-1:1:function:f",
            "RetryPolicy": {"MaximumRetryAttempts": 0},
        },
        **changes,
    }


@pytest.mark.parametrize(
    ("document", "now", "expected"),
    [
        pytest.param(
            a_schedule("cron(30 2 * * ? *)", BERLIN),
            "2027-03-27T00:00:00Z",
            ["2027-03-27T01:30:00", "2027-03-29T00:30:00", "2027-03-30T00:30:00"],
            id="a time that does not exist is skipped",
        ),
        pytest.param(
            a_schedule("cron(30 2 * * ? *)", BERLIN),
            "2026-10-24T00:00:00Z",
            ["2026-10-24T00:30:00", "2026-10-25T00:30:00", "2026-10-26T01:30:00"],
            id="a time that comes twice runs once",
        ),
        pytest.param(
            a_schedule("cron(0 9 ? * 6L *)"),
            "2026-11-01T00:00:00Z",
            ["2026-11-27T09:00:00", "2026-12-25T09:00:00", "2027-01-29T09:00:00"],
            id="the last Friday",
        ),
        pytest.param(
            a_schedule("cron(0 9 ? * 2#1 *)", "America/New_York"),
            "2026-10-15T00:00:00Z",
            ["2026-11-02T14:00:00", "2026-12-07T14:00:00", "2027-01-04T14:00:00"],
            id="the first Monday",
        ),
        pytest.param(
            a_schedule("cron(0 22 L * ? *)"),
            "2027-01-01T00:00:00Z",
            ["2027-01-31T22:00:00", "2027-02-28T22:00:00"],
            id="the last day",
        ),
        pytest.param(
            a_schedule("rate(5 minutes)"),
            "2026-11-18T12:00:00Z",
            ["2026-11-18T12:00:20", "2026-11-18T12:05:20"],
            id="a rate keeps its grid, from its creation on",
        ),
        pytest.param(
            a_schedule("rate(7 days)", BERLIN, StartDate="2026-10-20T09:00:00+02:00"),
            "2026-10-19T00:00:00Z",
            ["2026-10-20T07:00:00", "2026-10-27T07:00:00", "2026-11-03T07:00:00"],
            id="days of a rate have 24 hours in any zone",
        ),
        pytest.param(
            a_schedule("rate(1 hour)", StartDate="2026-11-18T12:30:00Z"),
            "2026-11-18T12:00:00Z",
            ["2026-11-18T12:30:00", "2026-11-18T13:30:00"],
            id="a rate from a start on",
        ),
        pytest.param(
            a_schedule("rate(2880 minutes)", StartDate="2026-11-18T12:30:00Z"),
            "2026-11-18T12:00:00Z",
            ["2026-11-18T12:30:00", "2026-11-20T12:30:00"],
            id="a long rate in a longer unit",
        ),
    ],
)
def test_the_next_runs_are_those_of_the_schedule(
    document: dict[str, Any], now: str, expected: list[str]
) -> None:
    assert next_runs(document, now, len(expected)) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(
            a_schedule("cron(0 0 1 1,12 ? 2026-2027)", BERLIN),
            ["2026-11-30T23:00:00", "2026-12-31T23:00:00", "2027-11-30T23:00:00"],
            id="years end, by local clocks",
        ),
        pytest.param(
            a_schedule("cron(0 0 1 1 ? 2027)", BERLIN, StartDate="2026-12-01T00:00:00Z"),
            ["2026-12-31T23:00:00"],
            id="years are narrower than dates",
        ),
        pytest.param(
            a_schedule("cron(0 0 * * ? 2026-2030)", EndDate="2026-11-20T00:00:00Z"),
            ["2026-11-19T00:00:00", "2026-11-20T00:00:00"],
            id="dates are narrower than years",
        ),
        pytest.param(
            a_schedule("cron(0 9 * * ? *)", StartDate="2026-12-01T00:00:00Z", EndDate=1796256000),
            ["2026-12-01T09:00:00", "2026-12-02T09:00:00"],
            id="from start to end, which the first command line writes in seconds",
        ),
        pytest.param(
            a_schedule("at(2026-11-20T13:00:00)", "America/New_York"),
            ["2026-11-20T18:00:00"],
            id="once, by local clocks",
        ),
        pytest.param(a_schedule("at(2026-11-20T13:00:00)"), ["2026-11-20T13:00:00"], id="once"),
    ],
)
def test_what_ends_has_these_runs_left(document: dict[str, Any], expected: list[str]) -> None:
    assert next_runs(document, "2026-11-18T12:00:00Z", 9) == expected


@pytest.mark.parametrize(
    ("expression", "zone", "expected"),
    [
        pytest.param("cron(30 2 * * ? *)", BERLIN, {"missing": "skip"}, id="times of day"),
        pytest.param("cron(30 2 * * ? *)", "UTC", None, id="UTC has no clock changes"),
        pytest.param("cron(0/5 * * * ? *)", BERLIN, None, id="a beat misses nothing"),
        pytest.param("rate(1 day)", BERLIN, None, id="a rate is elapsed time"),
    ],
)
def test_times_that_do_not_exist_are_skipped_as_aws_does(
    expression: str, zone: str, expected: object
) -> None:
    assert job_in(a_schedule(expression, zone)).properties.get("daylightSaving") == expected


def test_only_what_still_differs_at_a_clock_change_is_noted() -> None:
    at_night, all_day = a_schedule("cron(30 2 * * ? *)", BERLIN), a_schedule("cron(0/20 * * * ? *)", BERLIN)

    told = [planned_job(document).prepared for document in (at_night, all_day)]

    assert [job.notes for job in told if job] == [
        (),
        (
            "when clocks change on 2027-10-31, its origin runs once; here it also runs at "
            "2027-10-31T01:00:00Z, 2027-10-31T01:20:00Z and 2027-10-31T01:40:00Z",
        ),
    ]


def test_a_rate_that_was_changed_may_have_begun_anew() -> None:
    job = job_in(a_schedule("rate(1 hour)", LastModificationDate="2026-02-01T00:00:00Z"))

    assert job.notes == (
        "it was changed after it was created, and AWS does not say whether its rate began anew then: "
        "compare its next run",
    )


def test_a_time_that_is_over_does_not_run() -> None:
    job = planned_job(a_schedule("at(2020-01-01T00:00:00)", BERLIN, State="ENABLED")).prepared

    assert job is not None
    assert job.notes == ("it runs at once when it is enabled, for its time has passed",)
    assert job.state == "disabled"


@pytest.mark.parametrize(
    ("expression", "rule"),
    [
        ("every day", "'every day' is none of at(…), rate(…) and cron(…)"),
        ("rate(0 minutes)", "'0 minutes' is not a rate like '5 minutes'"),
        ("rate(5 weeks)", "'5 weeks' is not a rate like '5 minutes'"),
        (
            "rate(1001 minutes)",
            "every 1001 minutes is too long for that unit, which ends at 1000, "
            "and is no whole number of hours",
        ),
        ("at(tomorrow)", "'tomorrow' is not a time like 2026-11-20T13:00:00"),
        ("at(2026-02-30T13:00:00)", "'2026-02-30T13:00:00' is not a date-time of the calendar"),
        (
            "cron(0 0 30 2 ? *)",
            "schedule.monthDays: the job could never run: no day of 30 exists in month 2, "
            "which has at most 29 days",
        ),
    ],
)
def test_an_expression_that_has_no_form_here_is_a_fault(expression: str, rule: str) -> None:
    job = job_in(a_schedule(expression))

    assert [str(fault) for fault in job.faults] == [f"ScheduleExpression: {rule}"]


def test_a_zone_that_nobody_knows_is_named() -> None:
    job = planned_job(a_schedule("cron(0 0 * * ? 2027)", "Europe/Atlantis"))

    assert job.reasons[0].startswith("properties.timeZone: 'Europe/Atlantis' is no time zone")
