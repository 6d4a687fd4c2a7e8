"""Every function, indexed and invoked by Microsoft's own library, on real storage."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from azure.core.exceptions import ResourceNotFoundError
from azure.storage.queue import QueueClient, QueueMessage

from local.dev.azurite import Azurite
from tests.runtime.function_rules import function_faults, is_ours
from tests.runtime.host import ROOT, Host, hosted

LONGEST_WAIT: Final = 20.0  # seconds, for a message that is due in four
VERSION: Final = "?api-version=2016-03-01"

FUNCTIONS: Final = {
    "scan": [
        {"name": "timer", "type": "timerTrigger", "direction": "IN", "schedule": "%SCAN_SCHEDULE%"},
    ],
    "dispatch": [
        {
            "name": "message",
            "type": "queueTrigger",
            "direction": "IN",
            "queueName": "scheduler-dispatch",
            "connection": "AzureWebJobsStorage",
        },
    ],
    "api": [
        {
            "name": "req",
            "type": "httpTrigger",
            "direction": "IN",
            "route": "{*path}",
            "authLevel": "ANONYMOUS",
            "methods": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        },
        {"name": "$return", "type": "http", "direction": "OUT"},
    ],
}


@pytest.fixture(scope="module")
def host(runtime: Path, azurite: Azurite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The app with a scan every second: what is due in two seconds or more is then left to the scan."""
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCHEDULER_ALLOWED_TARGETS": "127.0.0.1",
        "SCAN_SCHEDULE": "* * * * * *",
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
    }
    with hosted(runtime, tmp_path_factory.mktemp("app"), settings) as started:
        yield started


def test_the_app_has_three_functions_with_these_bindings(host: Host) -> None:
    assert host.error is None
    assert {function["name"]: function["bindings"] for function in host.functions} == FUNCTIONS


def test_the_functions_keep_the_rules_of_the_host(host: Host) -> None:
    example = json.loads((ROOT / "local.settings.json.example").read_text(encoding="utf-8"))

    assert function_faults(host.functions, example["Values"]) == []


def test_shared_is_the_package_of_the_app(host: Host) -> None:
    assert is_ours(host.shared, host.folder)


def test_a_job_goes_from_the_request_through_timer_and_queue_to_its_history(
    host: Host, azurite: Azurite
) -> None:
    subscription = str(uuid4())
    collection = (
        f"/subscriptions/{subscription}/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
    )
    job = f"{collection}/jobs/once"

    with receiver() as (address, received), dispatch_queue(azurite) as queue:
        put_collection = host.call("PUT", collection + VERSION, {"location": "West Europe"})
        start = datetime.now(UTC) + timedelta(seconds=4)
        put_job = host.call("PUT", job + VERSION, a_job(address, start))
        sent_before = message_count(queue)
        scanned = host.tick()
        sent_after = message_count(queue)
        message = take_message(queue, subscription=subscription)
        ran = host.deliver(decoded(message), metadata_of(message))
        queue.delete_message(message)
        history = host.call("GET", f"{job}/history{VERSION}")

    assert (put_collection.status, put_job.status) == (201, 201)
    assert scanned.error is None, scanned.error
    assert sent_after > sent_before
    assert ran.error is None, ran.error
    assert received == ["POST /hook hello"]
    assert history.status == 200
    (entry,) = history.body["value"]
    assert entry["properties"]["status"] == "Completed"
    assert datetime.fromisoformat(entry["properties"]["expectedExecutionTime"]) == start
    for done in (put_job, scanned, ran, history):
        assert_only_the_app_logged(done.log)


def test_an_idle_scan_a_call_and_a_dispatch_log_a_line_each(host: Host) -> None:
    """A scan every fifteen seconds that told each of its calls to storage would be gigabytes a month."""
    row = "d|2026-03-02T09:00:00.000000Z|s|g|c|j|r|occurrence|0|"
    host.call("GET", "/health")  # what is made once, and said once, is behind us

    idle = host.tick()
    asked = host.call(
        "GET", f"/subscriptions/{uuid4()}/providers/Microsoft.Scheduler/jobCollections{VERSION}"
    )
    ran = host.deliver(json.dumps({"due": "2026-03-02T09:00:00Z", "tickets": [row]}))

    for done in (idle, asked, ran):
        assert_only_the_app_logged(done.log)
        assert len(done.log) == 1


def assert_only_the_app_logged(log: list[str]) -> None:
    assert log
    assert [line for line in log if not line.startswith("shared.")] == []


def test_health_is_good(host: Host) -> None:
    answer = host.call("GET", "/health")

    assert (answer.status, answer.body) == (200, {"status": "Healthy"})
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"


def a_job(address: str, start: datetime) -> dict[str, Any]:
    action = {"type": "Http", "request": {"method": "POST", "uri": f"{address}/hook", "body": "hello"}}
    return {"properties": {"startTime": start.isoformat(), "action": action}}


@contextmanager
def receiver() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine, and what it was asked for."""
    received: list[str] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            received.append(f"POST {self.path} {body}")
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", received
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def dispatch_queue(azurite: Azurite) -> Iterator[QueueClient]:
    with QueueClient.from_connection_string(azurite.connection_string, "scheduler-dispatch") as queue:
        yield queue


def message_count(queue: QueueClient) -> int:
    """Return how many messages there are, visible or not; the app creates its queue when it first sends."""
    try:
        return queue.get_queue_properties().approximate_message_count or 0
    except ResourceNotFoundError:
        return 0


def take_message(queue: QueueClient, *, subscription: str) -> QueueMessage:
    """Return the message that names a job of the subscription, as soon as it is visible."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        for message in queue.receive_messages(visibility_timeout=1):  # those of other tests come back
            if subscription in decoded(message):
                message.pop_receipt = queue.update_message(message, visibility_timeout=60).pop_receipt
                return message
        time.sleep(0.05)  # a queue has no other way to wait for it
    raise AssertionError("the queue has no message for the job")


def decoded(message: QueueMessage) -> str:
    """What the host hands over: messages are Base64."""
    return base64.b64decode(message.content, validate=True).decode()


def metadata_of(message: QueueMessage) -> dict[str, Any]:
    """What the host sends along: numbers and instants as JSON, and the keys of a JSON body, too."""
    instants = {
        "InsertionTime": message.inserted_on,
        "ExpirationTime": message.expires_on,
        "NextVisibleTime": message.next_visible_on,
    }
    values = {
        "DequeueCount": message.dequeue_count,
        **{name: instant.isoformat() for name, instant in instants.items() if instant},
        **json.loads(decoded(message)),
    }
    texts = {"QueueTrigger": decoded(message), "Id": message.id, "PopReceipt": message.pop_receipt}
    return {
        **{name: {"json": json.dumps(value)} for name, value in values.items()},
        **{name: {"string": text} for name, text in texts.items()},
    }
