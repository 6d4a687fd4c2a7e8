"""The examples of docs/actions.md work."""

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from uuid import uuid4

import pytest

from local.dev.azurite import ACCOUNT_KEY, Azurite
from local.dev.node import ensure_broker
from local.dev.service_bus import ServiceBusBroker
from local.dev.tcp_ports import find_free
from tests.documents import LOCAL, code_blocks, text_of
from tests.end_to_end.app_process import COLLECTION, a_running_app, call, wait_for

DOCUMENT: Final = text_of("docs/actions.md")
EXAMPLES: Final = code_blocks(DOCUMENT, "json")
SETTINGS: Final = {
    "SCHEDULER_OPEN_LOOPBACK": "1",
    "SCHEDULER_KEYS": "",
    "SCHEDULER_ENCRYPTION_KEYS": "test=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    "SCAN_SCHEDULE": "* * * * * *",
}


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceBusBroker]:
    """The broker as `dev.py run --service-bus` starts it: it makes what is asked for."""
    (port,) = find_free(1)
    broker = ServiceBusBroker(ensure_broker(), tmp_path_factory.mktemp("broker"), port)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture(scope="module")
def app(azurite: Azurite, broker: ServiceBusBroker) -> Iterator[str]:
    settings = {
        **SETTINGS,
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_STORAGE_EMULATOR": azurite.queue_address,
        "SCHEDULER_SERVICE_BUS_EMULATOR": broker.address,
    }
    with a_running_app(settings) as address:
        call("PUT", address + COLLECTION, {"location": "West Europe"})
        yield address


def test_there_is_an_example_of_every_kind() -> None:
    kinds = [json.loads(example)["properties"]["action"]["type"] for example in EXAMPLES]

    assert kinds == ["Http", "StorageQueue", "ServiceBusQueue", "ServiceBusTopic"]


@pytest.mark.parametrize("example", EXAMPLES, ids=["http", "storage queue", "bus queue", "bus topic"])
def test_an_example_works(
    app: str, azurite: Azurite, capsys: pytest.CaptureFixture[str], example: str
) -> None:
    body = example.replace(LOCAL, app)
    if "<SAS token>" in body:
        body = body.replace("<SAS token>", a_token(azurite, capsys))
    job = f"{app}{COLLECTION}/jobs/job-{uuid4().hex}"

    created = call("PUT", job, json.loads(body))
    (entry,) = wait_for(partial(history, job))

    assert created.status_code == 201
    assert entry["status"] == "Completed", entry["message"]


def test_the_lines_for_a_token_can_be_pasted_again(
    azurite: Azurite, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token ends after a day; the queue is there then."""
    tokens = [a_token(azurite, capsys) for _ in range(2)]

    assert all("sig=" in token for token in tokens)


def a_token(azurite: Azurite, capsys: pytest.CaptureFixture[str]) -> str:
    """Run the lines that make the queue and its token, against the Azurite of the tests."""
    (script,) = re.findall(r"<<'END'\n(.*?)\nEND\n", DOCUMENT, re.DOTALL)
    assert ACCOUNT_KEY in script
    exec(script.replace("http://127.0.0.1:10001", azurite.queue_address), {})
    return capsys.readouterr().out.strip()


def history(job: str) -> list[dict[str, Any]]:
    return [entry["properties"] for entry in call("GET", f"{job}/history").json()["value"]]
