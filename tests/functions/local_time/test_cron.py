"""Cron at the API's door: read, turned into frequency and schedule, stored and answered in that form."""

from typing import Any

import pytest

from tests.functions.calls import JOB, a_job_body, call, content
from tests.functions.extended import a_place, extended, message, next_run, put, shown

PREVIEW = "subscriptions/s/providers/Microsoft.Scheduler/previewRuns"
OFFICE_HOURS = "*/15 9-16 * * mon-fri"


def test_cron_is_answered_as_what_it_stands_for() -> None:
    _, app = a_place()

    put(app, timeZone="Europe/Berlin", recurrence={"cron": OFFICE_HOURS, "count": 5})

    assert shown(app)["recurrence"] == {
        "frequency": "week",
        "interval": 1,
        "count": 5,
        "schedule": {
            "minutes": [0, 15, 30, 45],
            "hours": [9, 10, 11, 12, 13, 14, 15, 16],
            "weekDays": ["monday", "tuesday", "wednesday", "thursday", "friday"],
        },
    }


def test_cron_has_no_immediate_first_run() -> None:
    world, app = a_place()

    put(app, recurrence={"cron": "30 9 * * *"})
    world.run()

    assert shown(app)["startTime"] == "2026-03-02T09:00:00Z"
    assert next_run(app) == "2026-03-02T09:30:00Z"
    assert world.receiver == []


def test_the_same_expression_keeps_the_start_and_another_one_begins_anew() -> None:
    world, app = a_place()
    put(app, recurrence={"cron": "30 9 * * *"})
    world.now = world.now.replace(hour=12)

    put(app, recurrence={"cron": "30 9 * * *", "count": 7})
    same = shown(app)["startTime"]
    put(app, recurrence={"cron": "45 9 * * *"})

    assert same == "2026-03-02T09:00:00Z"
    assert shown(app)["startTime"] == "2026-03-02T12:00:00Z"


def test_in_a_patch_cron_replaces_the_schedule_whole() -> None:
    _, app = a_place()
    monthly = {"monthDays": [1, -1], "hours": [5], "minutes": [0], "months": [1, 7]}
    put(app, recurrence={"frequency": "month", "interval": 2, "count": 9, "schedule": monthly})

    answer = extended(app, "PATCH", JOB, {"properties": {"recurrence": {"cron": "0 9 * * *"}}})

    assert answer.status_code == 200
    assert shown(app)["recurrence"] == {
        "frequency": "day",
        "interval": 1,
        "count": 9,
        "schedule": {"minutes": [0], "hours": [9]},
    }
    assert shown(app)["startTime"] == "2026-03-02T09:00:00Z"


@pytest.mark.parametrize(
    ("recurrence", "fault"),
    [
        pytest.param(
            {"cron": "0 9 * * *", "frequency": "day", "schedule": {"hours": [9]}},
            "properties.recurrence.frequency: cannot stand beside cron, which says it all; "
            "properties.recurrence.schedule: cannot stand beside cron, which says it all",
            id="beside what it stands for",
        ),
        pytest.param({"cron": 5}, "properties.recurrence.cron: is not a string", id="a number"),
        pytest.param(
            {"cron": "0 0 30 2 *"},
            "properties.recurrence.schedule.monthDays: the job could never run: no day of 30 exists in "
            "month 2, which has at most 29 days",
            id="a day that does not exist",
        ),
    ],
)
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_what_has_no_form_is_refused(method: str, recurrence: dict[str, Any], fault: str) -> None:
    _, app = a_place()
    put(app)

    answer = extended(app, method, JOB, a_job_body(recurrence=recurrence))

    assert (answer.status_code, message(answer)) == (400, fault)
    assert "recurrence" not in shown(app)


def test_the_reason_of_a_wrong_expression_is_told() -> None:
    _, app = a_place()

    answer = put(app, recurrence={"cron": "61 * * * *"})

    assert message(answer).startswith("properties.recurrence.cron: minute '61'")


def test_an_older_version_does_not_read_cron() -> None:
    _, app = a_place()

    answer = call(app, "PUT", JOB, a_job_body(recurrence={"cron": "0 9 * * *"}))

    assert answer.status_code == 400
    assert "api-version 2026-11-01 reads cron" in message(answer)


@pytest.mark.parametrize(
    ("version", "runs"),
    [
        ("2016-03-01", ["2026-03-02T09:30:00Z", "2026-03-03T09:30:00Z"]),
        (
            "2026-11-01",
            [
                {"at": "2026-03-02T09:30:00Z", "local": "2026-03-02T09:30:00+00:00"},
                {"at": "2026-03-03T09:30:00Z", "local": "2026-03-03T09:30:00+00:00"},
            ],
        ),
    ],
)
def test_every_version_previews_cron(version: str, runs: list[Any]) -> None:
    _, app = a_place()

    body = {"recurrence": {"cron": "30 9 * * *"}, "top": 2}
    answer = call(app, "POST", PREVIEW, body, params={"api-version": version})

    assert content(answer) == {"sentence": "Every day at 09:30 UTC", "runs": runs}


def test_a_preview_in_the_place_of_a_job_takes_zone_and_calendars_of_its_collection() -> None:
    calendars = {"closed": {"ranges": [{"from": "2026-03-03", "to": "2026-03-05"}]}}
    _, app = a_place(defaults={"timeZone": "Europe/Berlin"}, calendars=calendars)
    job = {"recurrence": {"cron": "0 9 * * *"}, "exclude": {"calendars": ["Closed"]}, "top": 2}

    alone = extended(app, "POST", PREVIEW, job)
    placed = extended(app, "POST", PREVIEW, {**job, "job": f"/{JOB}"})

    assert alone.status_code == 400
    assert content(placed) == {
        "sentence": "Every day at 09:00 in Europe/Berlin, except on days of 'Closed'",
        "runs": [
            {"at": "2026-03-06T08:00:00Z", "local": "2026-03-06T09:00:00+01:00"},
            {"at": "2026-03-07T08:00:00Z", "local": "2026-03-07T09:00:00+01:00"},
        ],
    }
