"""The official clients of the original service work with the app, unchanged.

`driver.py` and `driver.cjs` make the calls where a client is installed; here stands what each must find.
`clients.py` says in what a client differs from the others.
"""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.certificates import Pfx
from tests.client.clients import KEYED, Client, Facts
from tests.client.conftest import SCENARIOS

ID = "/subscriptions/official-client/resourceGroups/{}/providers/Microsoft.Scheduler/jobCollections/main"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_client_gets_to_the_end_of_every_scenario(facts: Facts, scenario: str) -> None:
    assert "failed" not in facts[scenario], facts[scenario]["failed"]


def test_a_collection_is_created_replaced_read_put_back_patched_and_listed(
    client: Client, facts: Facts
) -> None:
    found = facts["collections"]

    assert found["created"] == [201, a_collection(client, team="a")]
    assert found["replaced"] == 200
    assert found["got"] == a_collection(client, team="a")
    assert found["put back"] is None
    assert found["patched"] == a_collection(client, team="b")
    assert found["of the group"] == ["main"]
    assert found["of the subscription"] == [ID.format("collections")]


def a_collection(client: Client, team: str) -> Facts:
    return {
        "id": ID.format("collections"),
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "main",
        "location": "West Europe",
        "tags": {"team": team},
        "properties": {
            "sku": {"name": client.premium},
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
    client: Client, facts: Facts, kind: str, action: Facts
) -> None:
    status, same_when_read, job, put_back = facts["actions"][kind]
    authentication = action.get("request", {}).get("authentication")
    if authentication and not client.reads_authentication:
        action = with_authentication(type=authentication["type"])

    assert (status, same_when_read) == (201, True)
    assert job["id"] == f"{ID.format('actions')}/jobs/{kind}"
    assert (job["type"], job["name"]) == ("Microsoft.Scheduler/jobCollections/jobs", f"main/{kind}")
    assert job["properties"]["action"] == action
    if authentication and not client.reads_authentication:
        assert put_back["status"] == 400
    else:
        assert put_back is True


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
    status, same_when_read, job, put_back = facts["actions"][kind]

    sent_at = job["properties"]["start_time"]
    brokered = {**BROKERED, "scheduled_enqueue_time_utc": sent_at}
    whole = {**SERVICE_BUS, **entity, "brokered_message_properties": brokered}
    assert (status, same_when_read, put_back) == (201, True, True)
    assert job["properties"]["action"] == {"type": type_, message: whole}


def test_of_a_certificate_the_client_reads_thumbprint_subject_and_expiry(
    client: Client, facts: Facts, pfx: Pfx
) -> None:
    _, _, job, put_back = facts["actions"]["certificate"]

    assert put_back is True
    authentication = dict(job["properties"]["action"]["request"]["authentication"])
    if not client.reads_authentication:
        assert authentication == {"type": "ClientCertificate"}
        return
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
    ],
)
def test_a_recurrence_comes_back_as_it_was_sent(facts: Facts, kind: str, expected: Facts) -> None:
    assert facts["recurrences"][kind] == [expected, True]


def test_some_clients_overlook_which_day_of_the_month_is_meant(client: Client, facts: Facts) -> None:
    """They write `Occurrence`, the service `occurrence`. Put back, the first Friday is every Friday."""
    recurrence, put_back = facts["recurrences"]["occurrences"]

    (read,) = recurrence["schedule"]["monthly_occurrences"]
    assert read == {"day": "Friday", **({"occurrence": 1} if client.reads_occurrence else {})}
    assert put_back is client.reads_occurrence


def test_count_and_end_time_go_together(facts: Facts) -> None:
    recurrence, put_back = facts["recurrences"]["limited"]
    limited = dict(recurrence)

    end_time = datetime.fromisoformat(limited.pop("end_time"))
    assert (limited, put_back) == ({"frequency": "Day", "interval": 1, "count": 3}, True)
    assert timedelta(days=59) < end_time - datetime.now(UTC) <= timedelta(days=60)


def test_a_patch_leaves_alone_what_it_does_not_name(client: Client, facts: Facts) -> None:
    patched, enabled = facts["patches"]["patched"], facts["patches"]["enabled"]

    username = {"username": "user"} if client.reads_authentication else {}
    authentication = {"type": "Basic", **username}
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


def test_a_page_that_is_too_long_and_an_unknown_filter_are_refused(client: Client, facts: Facts) -> None:
    too_long, unknown = facts["job_lists"]["too many"], facts["job_lists"]["unknown filter"]

    assert (too_long["raised"], too_long.get("status")) == client.too_long
    assert (unknown["status"], unknown["code"]) == (400, "BadRequest")


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
def test_a_refusal_is_an_error_with_code_and_message(
    *, client: Client, facts: Facts, case: str, status: int, code: str, message: str
) -> None:
    error = facts["errors"][case]

    assert (error["raised"], error["status"], error["code"]) == (client.raised, status, code)
    assert message in error["message"]
    assert error["has request id"] is (client.tells_request_of_deletion or not case.startswith("delete"))


RETRY = ("retryPolicy", "retryInterval")
LIVE = ("serviceBusQueueMessage", "brokeredMessageProperties", "timeToLive")


@pytest.mark.parametrize(
    ("kind", "path", "stored", "read"),
    [
        pytest.param("retry", RETRY, "00:01:00", "PT1M", id="retry interval"),
        pytest.param("live", LIVE, "02:00:00", "PT2H", id="time to live"),
    ],
)
def test_a_duration_is_read_alone_and_in_lists_and_put_back(
    *, client: Client, facts: Facts, kind: str, path: tuple[str, ...], stored: str, read: str
) -> None:
    found = facts["durations"][kind]
    if kind == "live" and not client.knows_time_to_live:
        assert found == {"created": {"raised": "SerializationError"}}  # it takes it for a date
        return

    assert found["created"] is None
    assert inside(found["stored"], path) == stored
    for step in ("got", "listed"):
        assert inside(found[step], [in_python(key) for key in path]) == read
    assert (found["put back"], found["put back from the list"]) == (True, True)


def test_some_clients_make_a_day_thirty(client: Client, facts: Facts) -> None:
    """They multiply days when they send them, and divide when they read one job, but not in lists."""
    found = facts["durations"]["days"]

    stored, listed = client.one_day
    assert inside(found["stored"], RETRY) == stored
    assert found["got"]["retry_policy"]["retry_interval"] == "P1D"
    assert found["listed"]["retry_policy"]["retry_interval"] == listed
    assert found["put back"] is True
    assert (found["put back from the list"] is True) is (listed == "P1D")


def inside(action: Facts, path: Sequence[str]) -> Any:
    value: Any = action
    for key in path:
        value = value[key]
    return value


def in_python(key: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", key)


def test_words_of_an_enum_are_read_as_the_client_spells_them(client: Client, as_read: Facts) -> None:
    """Whoever compares them does well to do so in any case."""
    assert as_read["actions"]["http"][2]["properties"]["state"] == client.enabled


@pytest.mark.parametrize("caller", KEYED, indirect=True, ids=str)
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
