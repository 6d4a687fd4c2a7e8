"""The official Python client of the original service works with the app, unchanged.

`driver.py` makes the calls in the client's own environment; here stands what it must have found.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.certificates import Pfx
from tests.client.conftest import SCENARIOS, Facts

ID = "/subscriptions/official-client/resourceGroups/{}/providers/Microsoft.Scheduler/jobCollections/main"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_client_gets_to_the_end_of_every_scenario(facts: Facts, scenario: str) -> None:
    assert "failed" not in facts[scenario], facts[scenario]["failed"]


def test_a_collection_is_created_replaced_read_patched_and_listed(facts: Facts) -> None:
    found = facts["collections"]

    assert found["created"] == [201, a_collection(team="a")]
    assert found["replaced"] == 200
    assert found["got"] == a_collection(team="a")
    assert found["patched"] == a_collection(team="b")
    assert found["of the group"] == ["main"]
    assert found["of the subscription"] == [ID.format("collections")]


def a_collection(team: str) -> Facts:
    return {
        "id": ID.format("collections"),
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "main",
        "location": "West Europe",
        "tags": {"team": team},
        "properties": {
            "sku": {"name": "P10Premium"},
            "state": "Enabled",
            "quota": {"max_job_count": 20, "max_recurrence": {"frequency": "Hour", "interval": 2}},
        },
    }


def test_long_running_operations_are_over_when_they_are_answered(facts: Facts) -> None:
    found = facts["long_running_operations"]

    assert found["disable"] == [True, None, "Disabled"]
    assert found["enable"] == [True, None, "Enabled"]
    assert found["delete"] == [True, None]
    assert found["afterwards"]["code"] == "ResourceNotFound"


BROKERED = {"label": "a label", "force_persistence": True}
SERVICE_BUS = {
    "namespace": "shop",
    "transport_type": "AMQP",
    "message": "hello",
    "authentication": {"type": "SharedAccessKey", "sas_key_name": "send"},
    "custom_message_properties": {"colour": "blue"},
}
QUEUE_MESSAGE = {"storage_account": "account", "queue_name": "orders", "message": "hello"}
REQUEST = {"uri": "http://receiver.example/", "method": "GET"}


def with_authentication(**authentication: str) -> Facts:
    return {"type": "Http", "request": {**REQUEST, "authentication": authentication}}


def test_the_client_neither_sees_nor_destroys_local_time(facts: Facts) -> None:
    of_collection, of_job = facts["local_time"]["before"]

    assert facts["local_time"]["after"] == [of_collection, of_job]
    assert of_collection["calendars"] == {"holidays": {"dates": ["2037-12-25", "--01-01"]}}
    assert of_job["timeZone"] == "W. Europe Standard Time"
    assert of_job["startTime"] == "2026-01-01T09:00:00"
    assert of_job["exclude"] == {"weekDays": ["sunday"], "calendars": ["holidays"], "then": "before"}
    for seen in (facts["local_time"]["job"], *facts["local_time"]["listed"]):
        assert seen["properties"]["start_time"] == "2026-01-01T08:00:00.000Z"
        assert seen["properties"]["recurrence"]["end_time"] == "2037-12-31T22:59:00.000Z"
        assert not {"time_zone", "timeZone", "exclude"} & {*seen["properties"]}


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        pytest.param(
            "http",
            {
                "type": "Http",
                "request": {
                    "uri": "http://receiver.example/a%2db?c=d",
                    "method": "POST",
                    "headers": {"Content-Type": "text/plain"},
                    "body": "Grüße",
                },
            },
            id="http",
        ),
        pytest.param(
            "https",
            {"type": "Https", "request": {"uri": "https://receiver.example/", "method": "DELETE"}},
            id="https",
        ),
        pytest.param("basic", with_authentication(type="Basic", username="user"), id="basic"),
        pytest.param(
            "oauth",
            with_authentication(
                type="ActiveDirectoryOAuth",
                tenant="contoso.example",
                audience="https://api.example/",
                client_id="client",
            ),
            id="oauth",
        ),
        pytest.param(
            "storage-queue", {"type": "StorageQueue", "queue_message": QUEUE_MESSAGE}, id="storage queue"
        ),
        pytest.param(
            "error-action",
            {
                "type": "Http",
                "request": REQUEST,
                "retry_policy": {"retry_type": "None"},
                "error_action": {"type": "StorageQueue", "queue_message": QUEUE_MESSAGE},
            },
            id="error action",
        ),
    ],
)
def test_an_action_comes_back_as_it_was_sent_without_its_secrets(
    facts: Facts, kind: str, action: Facts
) -> None:
    status, same_when_read, job = facts["actions"][kind]

    assert (status, same_when_read) == (201, True)
    assert job["id"] == f"{ID.format('actions')}/jobs/{kind}"
    assert (job["type"], job["name"]) == ("Microsoft.Scheduler/jobCollections/jobs", f"main/{kind}")
    assert job["properties"]["action"] == action


@pytest.mark.parametrize(
    ("kind", "type_", "message", "entity"),
    [
        pytest.param(
            "service-bus-queue",
            "ServiceBusQueue",
            "service_bus_queue_message",
            {"queue_name": "orders"},
            id="queue",
        ),
        pytest.param(
            "service-bus-topic",
            "ServiceBusTopic",
            "service_bus_topic_message",
            {"topic_path": "news"},
            id="topic",
        ),
    ],
)
def test_a_service_bus_message_comes_back_without_its_key(
    facts: Facts, kind: str, type_: str, message: str, entity: Facts
) -> None:
    status, same_when_read, job = facts["actions"][kind]

    sent_at = job["properties"]["start_time"]
    brokered = {**BROKERED, "scheduled_enqueue_time_utc": sent_at}
    whole = {**SERVICE_BUS, **entity, "brokered_message_properties": brokered}
    assert (status, same_when_read) == (201, True)
    assert job["properties"]["action"] == {"type": type_, message: whole}


def test_of_a_certificate_the_client_reads_thumbprint_subject_and_expiry(facts: Facts, pfx: Pfx) -> None:
    _, _, job = facts["actions"]["certificate"]

    authentication = job["properties"]["action"]["request"]["authentication"]
    expires = datetime.fromisoformat(authentication.pop("certificate_expiration_date"))
    assert authentication == {
        "type": "ClientCertificate",
        "certificate_thumbprint": pfx.thumbprint,
        "certificate_subject_name": "CN=example",
    }
    assert timedelta(days=364) < expires - datetime.now(UTC) <= timedelta(days=365)


def test_no_secret_ever_comes_back(facts: Facts, pfx: Pfx) -> None:
    everything = json.dumps(facts)

    assert "s3cret" not in everything
    assert pfx.text not in everything


def test_a_job_waits_for_its_start(facts: Facts) -> None:
    properties = facts["actions"]["http"][2]["properties"]

    assert properties["state"] == "Enabled"
    assert properties["status"] == {
        "execution_count": 0,
        "failure_count": 0,
        "faulted_count": 0,
        "next_execution_time": properties["start_time"],
    }


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param("plain", {"frequency": "Hour", "interval": 6}, id="frequency and interval"),
        pytest.param(
            "week",
            {
                "frequency": "Week",
                "interval": 2,
                "schedule": {"week_days": ["Monday", "Friday"], "hours": [10, 22], "minutes": [0, 30]},
            },
            id="days of the week",
        ),
        pytest.param(
            "month",
            {"frequency": "Month", "interval": 1, "schedule": {"month_days": [-1, 1]}},
            id="days of the month",
        ),
        pytest.param(
            # The client writes `Occurrence`; the service answered `occurrence`, which it overlooks.
            "occurrences",
            {
                "frequency": "Month",
                "interval": 1,
                "schedule": {"monthly_occurrences": [{"day": "Friday"}]},
            },
            id="occurrences in the month",
        ),
    ],
)
def test_a_recurrence_comes_back_as_it_was_sent(facts: Facts, kind: str, expected: Facts) -> None:
    assert facts["recurrences"][kind] == expected


def test_count_and_end_time_go_together(facts: Facts) -> None:
    limited = dict(facts["recurrences"]["limited"])

    end_time = datetime.fromisoformat(limited.pop("end_time"))
    assert limited == {"frequency": "Day", "interval": 1, "count": 3}
    assert timedelta(days=59) < end_time - datetime.now(UTC) <= timedelta(days=60)


def test_a_patch_leaves_alone_what_it_does_not_name(facts: Facts) -> None:
    patched, enabled = facts["patches"]["patched"], facts["patches"]["enabled"]

    authentication = {"type": "Basic", "username": "user"}
    assert patched["action"]["request"] == {**REQUEST, "method": "PUT", "authentication": authentication}
    assert patched["recurrence"] == {"frequency": "Week", "interval": 1, "count": 7}
    assert (patched["state"], "status" in patched) == ("Disabled", False)
    assert (enabled["state"], "status" in enabled) == ("Enabled", True)


@pytest.mark.parametrize(
    ("asked", "jobs"),
    [
        pytest.param("all", "abcde", id="all, by name"),
        pytest.param("top", "ab", id="$top"),
        pytest.param("skip", "de", id="$skip"),
        pytest.param("top and skip", "bc", id="$top and $skip"),
        pytest.param("beyond", "", id="$skip beyond the end"),
        pytest.param("disabled", "bd", id="$filter"),
        pytest.param("second enabled", "c", id="$filter, $top and $skip"),
    ],
)
def test_jobs_are_listed_page_by_page(facts: Facts, asked: str, jobs: str) -> None:
    assert facts["job_lists"][asked] == [f"main/{name}" for name in jobs]


def test_the_client_refuses_a_page_that_is_too_long_and_the_app_an_unknown_filter(facts: Facts) -> None:
    found = facts["job_lists"]

    assert found["too many"] == {"raised": "ValidationError"}
    assert (found["unknown filter"]["status"], found["unknown filter"]["code"]) == (400, "BadRequest")


def test_run_now_leaves_a_history_that_is_read_page_by_page(facts: Facts) -> None:
    found = facts["runs"]

    assert found["ran"] == [200, 200, 200]
    assert [entry["properties"]["repeat_count"] for entry in found["good"]] == [3, 2, 1]
    assert {of(entry, "action_name", "status", "retry_count") for entry in found["good"]} == {
        ("MainAction", "Completed", 0)
    }
    assert found["top and skip"] == [found["good"][1]]
    assert found["good and failed"] == []
    assert [of(entry, "status") for entry in found["bad and failed"]] == [("Failed",)]
    (failure,) = found["bad and failed"]
    assert failure["properties"]["message"].startswith(
        "Http Action - Response from host '127.0.0.1': 'ServiceUnavailable' Response Headers: "
    )


def of(entry: Facts, *names: str) -> tuple[Any, ...]:
    return tuple(entry["properties"][name] for name in names)


def test_runs_are_counted_and_leave_the_schedule_alone(facts: Facts) -> None:
    status = dict(facts["runs"]["status"])

    assert datetime.fromisoformat(status.pop("last_execution_time")) < datetime.now(UTC)
    next_run = datetime.fromisoformat(status.pop("next_execution_time"))
    assert status == {"execution_count": 3, "failure_count": 0, "faulted_count": 0}
    assert timedelta(days=29) < next_run - datetime.now(UTC) <= timedelta(days=30)


def test_a_deleted_job_takes_its_history_along(facts: Facts) -> None:
    assert facts["runs"]["deleted"] == 200
    assert facts["runs"]["history afterwards"]["code"] == "NotFound"


NO_COLLECTION = (
    "The Resource 'Microsoft.Scheduler/jobcollections/other' under resource group 'errors' was not found."
)


@pytest.mark.parametrize(
    ("case", "status", "code", "message"),
    [
        ("collection missing", 404, "ResourceNotFound", NO_COLLECTION),
        ("delete, collection missing", 404, "ResourceNotFound", NO_COLLECTION),
        ("parent missing", 404, "ParentResourceNotFound", NO_COLLECTION),
        ("job missing", 404, "NotFound", "Job 'other' cannot be found."),
        ("run, job missing", 404, "NotFound", "Job 'other' cannot be found."),
        ("location missing", 400, "LocationRequired", "location: "),
        ("secret missing", 400, "BadRequest", "properties.action.request.authentication.password: "),
        ("faults", 400, "BadRequest", "properties.action.request.uri: "),
        ("faults", 400, "BadRequest", "properties.recurrence.interval: "),
        ("quota", 409, "Conflict", "reached its quota of 1 job"),
    ],
)
def test_a_refusal_is_a_cloud_error_with_code_and_message(
    facts: Facts, case: str, status: int, code: str, message: str
) -> None:
    error = facts["errors"][case]

    assert (error["raised"], error["status"], error["code"]) == ("CloudError", status, code)
    assert message in error["message"]
    assert error["has request id"]


@pytest.mark.parametrize(
    ("kind", "path", "span"),
    [
        pytest.param("retry", "retry_policy retry_interval", "PT1M", id="retry interval"),
        pytest.param(
            "live",
            "service_bus_queue_message brokered_message_properties time_to_live",
            "PT2H",
            id="time to live",
        ),
    ],
)
def test_the_clients_own_bug_spans_that_its_get_understands_fail_in_its_list(
    facts: Facts, kind: str, path: str, span: str
) -> None:
    """Its get reads time spans only, as the service wrote them, and its list ISO durations only."""
    found = facts["what_lists_cannot_read"][kind]

    got = found["got"]
    for key in path.split():
        got = got[key]
    assert got == span
    assert found["listed"] == {"raised": "DeserializationError"}


@pytest.mark.parametrize("access", ["keyed"], indirect=True)
@pytest.mark.parametrize(
    ("key", "get", "put"),
    [
        ("read-only", None, (403, "AuthorizationFailed")),
        ("wrong", (401, "AuthenticationFailed"), (401, "AuthenticationFailed")),
        ("none", (401, "AuthenticationFailed"), (401, "AuthenticationFailed")),
    ],
)
def test_other_keys_may_less(
    facts: Facts, key: str, get: tuple[int, str] | None, put: tuple[int, str]
) -> None:
    found = facts["access"][key]

    assert refusal(found["get"]) == get
    assert refusal(found["put"]) == put


def refusal(error: Facts | None) -> tuple[int, str] | None:
    return None if error is None else (error["status"], error["code"])
