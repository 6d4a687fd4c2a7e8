"""Answers, spelled as the original spelled them."""

from dataclasses import replace

import pytest

from shared.api.render import render_collection, render_error, render_history, render_job, render_list
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.collection import Sku
from shared.domain.errors import Fault, Invalid, JobNotFound, SchedulerError
from shared.domain.history import Status
from shared.domain.job import Counters, JobState
from shared.domain.keys import CollectionKey, JobKey
from tests.builders import a_collection, a_definition, a_job, an_action, an_entry, at

COLLECTION = CollectionKey(subscription="s", resource_group="rg", name="jc1")
COLLECTION_ID = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections/jc1"
JOB = JobKey(collection=COLLECTION, name="j1")


def test_a_collection() -> None:
    collection = a_collection(COLLECTION, sku=Sku.P10_PREMIUM, tags=(("department", "marketing"),))

    assert render_collection(collection) == {
        "id": COLLECTION_ID,
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "jc1",
        "location": "West Europe",
        "tags": {"department": "marketing"},
        "properties": {"sku": {"name": "P10Premium"}, "state": "Enabled"},
    }
    assert "tags" not in render_collection(replace(collection, tags=None))


def test_a_job() -> None:
    request = an_action(headers=(("X-Own", "1"),), body="text")
    job = a_job(
        JOB,
        definition=a_definition(every="week", interval=2, start_time=at("08:00:00.500000"), action=request),
        counters=Counters(executions=3, failures=2, faults=1),
        last_run=at("09:00:01.250000"),
    )

    assert render_job(job, a_collection()) == {
        "id": f"{COLLECTION_ID}/jobs/j1",
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "jc1/j1",
        "properties": {
            "startTime": "2026-03-02T08:00:00.5Z",
            "action": {
                "type": "Http",
                "request": {
                    "uri": "http://receiver.example/hook",
                    "method": "GET",
                    "headers": {"X-Own": "1"},
                    "body": "text",
                },
            },
            "recurrence": {"frequency": "week", "interval": 2},
            "state": "enabled",
            "status": {
                "lastExecutionTime": "2026-03-02T09:00:01.25Z",
                "nextExecutionTime": "2026-03-16T08:00:00.5Z",
                "executionCount": 3,
                "failureCount": 2,
                "faultedCount": 1,
            },
        },
    }


def test_what_is_absent_is_left_out() -> None:
    properties = render_job(
        a_job(JOB, definition=a_definition(every=None), next_ticket=None), a_collection()
    )["properties"]

    assert properties.keys() == {"action", "state", "status"}
    assert properties["action"]["request"].keys() == {"uri", "method"}
    assert properties["status"] == {"executionCount": 0, "failureCount": 0, "faultedCount": 0}


def test_a_disabled_job_that_never_ran_has_no_status() -> None:
    disabled = a_job(JOB, state=JobState.DISABLED, next_ticket=None)

    assert "status" not in render_job(disabled, a_collection())["properties"]
    assert "status" in render_job(replace(disabled, last_run=at("09:00:00")), a_collection())["properties"]


def test_a_history_entry_whose_name_sorts_newest_first() -> None:
    job = a_job(JOB)
    entry = an_entry(
        job,
        number=135,
        attempt=2,
        started=at("2016-03-30T20:39:53.802195"),
        ended=at("2016-03-30T20:39:53.864698"),
        expected=at("2016-03-30T20:39:52.659706"),
        status=Status.FAILED,
        message="Http Action - …",
    )

    # The recorded name of an entry started at 20:39:53.8021951; ticks beyond the microsecond are not kept.
    name = "02519429304061978049:00000000000000013502"
    assert render_history(job, entry) == {
        "id": f"{COLLECTION_ID}/jobs/j1/history/{name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs/history",
        "name": f"jc1/j1/{name}",
        "properties": {
            "startTime": "2016-03-30T20:39:53.802195Z",
            "endTime": "2016-03-30T20:39:53.864698Z",
            "expectedExecutionTime": "2016-03-30T20:39:52.659706Z",
            "actionName": "MainAction",
            "status": "Failed",
            "message": "Http Action - …",
            "retryCount": 2,
            "repeatCount": 135,
        },
    }


FAULTS = Invalid((Fault("properties.state", "is unknown"), Fault("", "must be an object")), 7)


def test_an_invalid_definition_names_each_fault_at_its_place() -> None:
    assert render_error(FAULTS, EXTENDED)["error"] == {
        "code": "BadRequest",
        "message": "properties.state: is unknown; must be an object; and 7 more",
        "details": [
            {"code": "BadRequest", "target": "properties.state", "message": "is unknown"},
            {"code": "BadRequest", "message": "must be an object"},
        ],
    }


@pytest.mark.parametrize(
    ("error", "version"),
    [
        pytest.param(FAULTS, ORIGINAL, id="an older version"),
        pytest.param(JobNotFound("j1"), EXTENDED, id="an error without faults"),
    ],
)
def test_any_other_error_has_no_details(error: SchedulerError, version: str) -> None:
    assert list(render_error(error, version)["error"]) == ["code", "message"]


def test_a_list_and_an_error() -> None:
    assert render_list([{"a": 1}]) == {"value": [{"a": 1}], "nextLink": None}
    assert render_error(JobNotFound("j1")) == {
        "error": {"code": "NotFound", "message": "Job 'j1' cannot be found."}
    }
