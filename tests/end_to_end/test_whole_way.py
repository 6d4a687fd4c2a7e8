"""From the HTTP request to the history entry, with real parts: Azurite, the local host, an HTTP receiver."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from local.dev.azurite import Azurite
from tests.end_to_end.app_process import COLLECTION, a_job, a_running_app, call, wait_for
from tests.receiver import Receiver, a_receiver

KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def app(azurite: Azurite) -> Iterator[str]:
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_KEYS": f"test={KEY}",
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_running_app(settings) as address:
        call("PUT", address + COLLECTION, {"location": "West Europe"}, **{"x-functions-key": KEY})
        yield address


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with a_receiver() as receiver:
        yield receiver


def history(app: str, job: str) -> list[dict[str, object]]:
    answer = call("GET", f"{app}{COLLECTION}/jobs/{job}/history", **{"x-functions-key": KEY})
    return [entry["properties"] for entry in answer.json()["value"]]


def test_a_job_fires_when_it_is_due_and_its_history_shows_it(app: str, receiver: Receiver) -> None:
    due = datetime.now(UTC) + timedelta(seconds=3.5)
    job = f"{app}{COLLECTION}/jobs/later"

    created = call("PUT", job, a_job(receiver.uri, startTime=due.isoformat()), **{"x-functions-key": KEY})
    seen = receiver.next_request(within=60)
    (entry,) = wait_for(lambda: history(app, "later"))

    assert created.status_code == 201
    assert seen.at >= due
    assert (seen.method, seen.body) == ("POST", b"hello")
    assert seen.headers["x-ms-scheduler-jobid"] == "later"
    assert entry["status"] == "Completed"
    assert str(entry["message"]).startswith("Http Action - Response from host '127.0.0.1': 'OK'")
    finished = call("GET", job, **{"x-functions-key": KEY}).json()["properties"]
    assert (finished["state"], finished["status"]["executionCount"]) == ("completed", 1)


def test_a_job_found_by_the_scan_fires_too(app: str, receiver: Receiver) -> None:
    started = datetime.now(UTC) - timedelta(seconds=55)
    recurring = {"frequency": "minute", "interval": 1}

    call(
        "PUT",
        f"{app}{COLLECTION}/jobs/minutely",
        a_job(receiver.uri, startTime=started.isoformat(), recurrence=recurring),
        **{"x-functions-key": KEY},
    )
    seen = receiver.next_request(within=60)
    (entry,) = wait_for(lambda: history(app, "minutely"))

    assert seen.at >= started + timedelta(minutes=1)
    assert (entry["status"], entry["repeatCount"]) == ("Completed", 1)


def test_without_its_key_the_app_is_closed(app: str) -> None:
    refused = call("GET", app + COLLECTION)

    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "AuthenticationFailed")
    assert call("GET", f"{app}/health").status_code == 200
