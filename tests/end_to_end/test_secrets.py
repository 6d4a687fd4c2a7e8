"""No secret of a job is ever seen again: not in answers, logs, tables or queues, in clear or in Base64."""

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from azure.data.tables import TableServiceClient
from azure.storage.queue import QueueServiceClient

from local.dev.azurite import ACCOUNT, Azurite
from local.dev.service_bus import ServiceBusBroker
from tests.certificates import a_pfx
from tests.end_to_end.app_process import COLLECTION, a_running_app, call, wait_for
from tests.receiver import Answer, a_receiver

MARK: Final = "Top5ecret"
KEY: Final = {"x-functions-key": "0123456789abcdef0123456789abcdef"}
PFX: Final = a_pfx(expires=datetime.now(UTC) + timedelta(days=30), password=f"{MARK}-pfx-password")

AUTHENTICATIONS: Final[dict[str, dict[str, str]]] = {
    "basic": {"type": "Basic", "username": "user", "password": f"{MARK}-password"},
    "certificate": {"type": "ClientCertificate", "pfx": PFX.text, "password": f"{MARK}-pfx-password"},
    "oauth": {
        "type": "ActiveDirectoryOAuth",
        "tenant": "contoso.example",
        "audience": "https://a",
        "clientId": "client",
        "secret": f"{MARK}-client-secret",
    },
}


def actions(receiver: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every kind of action with every secret it may have, aimed where it succeeds and where it fails."""
    for outcome in ("200", "500", "refused"):
        uri = "http://127.0.0.1:1/" if outcome == "refused" else f"{receiver}/{outcome}"
        for name, authentication in AUTHENTICATIONS.items():
            request = {"uri": uri, "method": "GET", "authentication": authentication}
            yield f"{name}-{outcome}", {"type": "Http", "request": request}
    token = f"sv=2024-01-01&sig={MARK}%2Bsignature%3D&se=2099-01-01"
    message = {"storageAccount": ACCOUNT, "queueName": "some-queue", "sasToken": token, "message": "m"}
    yield "storage-queue", {"type": "StorageQueue", "queueMessage": message}
    sas = {"type": "sharedAccessKey", "sasKeyName": "any", "sasKey": f"{MARK}-key"}
    bus = {"namespace": "ns", "transportType": "AMQP", "message": "m", "authentication": sas}
    yield "bus-queue", {"type": "ServiceBusQueue", "serviceBusQueueMessage": {**bus, "queueName": "q"}}
    yield "bus-topic", {"type": "ServiceBusTopic", "serviceBusTopicMessage": {**bus, "topicPath": "t"}}


def test_secrets_are_never_seen_again(azurite: Azurite, a_broker: ServiceBusBroker, tmp_path: Path) -> None:
    encryption_key = base64.b64encode(uuid4().bytes * 2).decode()
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_KEYS": f"test={KEY['x-functions-key']}",
        "SCHEDULER_ENCRYPTION_KEYS": f"test={encryption_key}",
        "SCHEDULER_STORAGE_EMULATOR": azurite.queue_address,
        "SCHEDULER_SERVICE_BUS_EMULATOR": a_broker.address,
        "SCHEDULER_AUTHORITY": "https://127.0.0.1:1",
        "SCAN_SCHEDULE": "* * * * * *",
    }
    log = tmp_path / "log.txt"
    with (
        log.open("w", encoding="utf-8") as output,
        a_receiver(lambda request: Answer(status=int(request.path[1:]))) as receiver,
        a_running_app(settings, log=output) as app,
    ):
        collection = f"{app}{COLLECTION}-{uuid4().hex}"
        seen = [call("PUT", collection, {"location": "West Europe"}, **KEY).text]
        for name, action in actions(receiver.uri):
            seen += _run(collection, name, action)
        arrived = receiver.next_request(within=5)
        stored = _everything_stored(azurite.connection_string)

    found = "\n".join([*seen, *stored, log.read_text(encoding="utf-8")])
    assert arrived.headers["authorization"].startswith("Basic ")  # it was opened where it is needed
    assert "MainAction" in found
    assert encryption_key not in found
    for secret in (MARK, PFX.text, PFX.text[:40]):
        for form in _forms(secret):
            assert form not in found


def _run(collection: str, name: str, action: dict[str, Any]) -> list[str]:
    """Create a job, let it run with an error action of its own kind, and return all that is answered."""
    whole = {**action, "retryPolicy": {"retryType": "none"}, "errorAction": action}
    job = f"{collection}/jobs/{name}"
    created = call("PUT", job, {"properties": {"action": whole}}, **KEY)
    assert created.status_code == 201, created.text
    patched = call("PATCH", job, {"properties": {"recurrence": {"frequency": "day"}}}, **KEY)
    history = wait_for(partial(_history, job))
    spoilt = {**whole, "type": "Nonsense"}
    refused = call("PUT", job, {"properties": {"action": spoilt}}, **KEY)
    return [created.text, patched.text, call("GET", job, **KEY).text, history, refused.text]


def _history(job: str) -> str | None:
    answer = call("GET", f"{job}/history", **KEY)
    return answer.text if answer.json()["value"] else None


def _everything_stored(connection_string: str) -> list[str]:
    """Return all rows and all messages, as they are and decoded."""
    found = []
    with TableServiceClient.from_connection_string(connection_string) as tables:
        for table in tables.list_tables():
            rows = tables.get_table_client(table.name).list_entities()
            found += [json.dumps(dict(row), default=str) for row in rows]
    with QueueServiceClient.from_connection_string(connection_string) as queues:
        for queue in queues.list_queues():
            for message in queues.get_queue_client(queue.name).peek_messages(32):
                found += [message.content, _decoded(message.content)]
    return found


def _decoded(content: str) -> str:
    """Return what stands in Base64; in queues of other tests that may be anything."""
    try:
        return base64.b64decode(content).decode(errors="replace")
    except ValueError:
        return ""


def _forms(secret: str) -> list[str]:
    """The secret in clear and in Base64, wherever in a longer text it may stand."""
    forms = [secret]
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + secret.encode()).decode().rstrip("=")
        forms.append(encoded[4 if shift else 0 : -2])
    return forms


@pytest.mark.parametrize("before", ["", "u:", "user:"])
def test_the_search_finds_what_it_must(before: str) -> None:
    hidden = base64.b64encode(f"{before}{MARK}-password".encode()).decode()

    assert any(form in hidden for form in _forms(MARK))
