"""Cron in files: what it stands for is sent, and it has no first run at once."""

from typing import Any

import pytest

from migrate.planning.job import Outcome, Wishes, plan_job
from migrate.prepare import PreparedJob, prepare
from shared.api.parse import BARE
from shared.api.render import render_definition
from shared.domain.about import EXTENDED
from shared.domain.errors import Invalid
from tests.migrate.exports import JOB, NOW, a_found_job

WORKING_HOURS = {
    "frequency": "week",
    "interval": 1,
    "schedule": {
        "minutes": [0, 30],
        "hours": [9, 10],
        "weekDays": ["monday", "tuesday", "wednesday", "thursday", "friday"],
    },
}


def arriving(recurrence: dict[str, Any], **properties: Any) -> PreparedJob:
    return prepare(a_found_job(recurrence=recurrence, **properties), JOB, {}, now=NOW)


def shown(job: PreparedJob) -> dict[str, Any]:
    return render_definition(job.definition, EXTENDED)


def test_what_it_stands_for_takes_its_place() -> None:
    job = arriving({"cron": "*/30 9-10 * * mon-fri", "count": 5}, startTime="2026-03-02T00:00:00Z")

    assert (job.version, shown(job)["recurrence"]) == ("2026-11-01", {**WORKING_HOURS, "count": 5})


@pytest.mark.parametrize("state", ["enabled", "disabled", "completed"])
def test_without_a_start_it_begins_with_the_import(state: str) -> None:
    job = arriving({"cron": "0 9 * * *"}, state=state)

    assert (job.state, shown(job)["startTime"]) == (state, "2026-03-01T09:00:00Z")
    assert job.changes == (
        "startTime is 2026-03-01T09:00:00Z: the time of the import, "
        "for a job with cron and no start does not run at once",
    )


def test_the_same_expression_is_the_same_job_later() -> None:
    found = a_found_job(recurrence={"cron": "*/30 9-10 * * mon-fri"}, state="enabled")
    stored = {
        "startTime": "2026-01-01T07:00:00Z",
        "action": found.properties["action"],
        "recurrence": WORKING_HOURS,
        "state": "enabled",
    }

    planned = plan_job(found, JOB, BARE, {"properties": stored}, Wishes(now=NOW, secrets={}))

    assert (planned.outcome, planned.differences) == (Outcome.SAME, ())


def test_it_is_read_by_local_clocks() -> None:
    job = arriving({"cron": "0 9 * * *"}, timeZone="Europe/Berlin", startTime="2026-03-02T00:00:00")

    assert shown(job)["timeZone"] == "Europe/Berlin"


@pytest.mark.parametrize(
    ("recurrence", "words"),
    [
        pytest.param({"cron": "@reboot"}, "properties.recurrence.cron: '@reboot'", id="no times"),
        pytest.param({"cron": "0 0 15W * *"}, "properties.recurrence.cron: ", id="no form"),
        pytest.param({"cron": 5}, "properties.recurrence.cron: is not a string", id="no text"),
        pytest.param(
            {"cron": "@daily", "frequency": "day"},
            "properties.recurrence.frequency: cannot stand beside cron",
            id="said twice",
        ),
    ],
)
def test_what_has_no_form_is_refused_with_the_reason(recurrence: dict[str, Any], words: str) -> None:
    with pytest.raises(Invalid) as refused:
        arriving(recurrence)

    assert str(refused.value).startswith(words)
