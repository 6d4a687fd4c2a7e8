"""Each kind of action through the real timer, queue and history: it succeeds, recovers, or gives up."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from local.dev.azurite import Azurite
from local.dev.service_bus import ServiceBusBroker
from tests.end_to_end.action_targets import KINDS, Targets, a_name
from tests.end_to_end.app_process import COLLECTION, a_running_app, call, wait_for
from tests.receiver import Answer, a_receiver

KEY: Final = {"x-functions-key": "0123456789abcdef0123456789abcdef"}
ENCRYPTION_KEY: Final = "test=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
NO_RETRY: Final = {"retryPolicy": {"retryType": "none"}}
RETRIES: Final = {"retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 3}}


@pytest.fixture(scope="module")
def targets(azurite: Azurite, a_broker: ServiceBusBroker) -> Iterator[Targets]:
    mended: set[str] = set()
    with a_receiver(lambda request: Answer(status=200 if request.path in mended else 503)) as receiver:
        yield Targets(azurite, a_broker, receiver, mended)


@pytest.fixture(scope="module")
def app(azurite: Azurite, a_broker: ServiceBusBroker) -> Iterator[str]:
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_KEYS": f"test={KEY['x-functions-key']}",
        "SCHEDULER_ENCRYPTION_KEYS": ENCRYPTION_KEY,
        "SCHEDULER_STORAGE_EMULATOR": azurite.queue_address,
        "SCHEDULER_SERVICE_BUS_EMULATOR": a_broker.address,
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_running_app(settings) as address:
        call("PUT", address + COLLECTION, {"location": "West Europe"}, **KEY)
        yield address


def put(app: str, name: str, action: dict[str, Any]) -> None:
    created = call("PUT", f"{app}{COLLECTION}/jobs/{name}", {"properties": {"action": action}}, **KEY)
    assert created.status_code == 201, created.text


def history(app: str, job: str) -> list[tuple[str, str]]:
    """Return what the job has done, the first attempt first: which action, and how it ended."""
    answer = call("GET", f"{app}{COLLECTION}/jobs/{job}/history", **KEY).json()["value"]
    entries = [entry["properties"] for entry in reversed(answer)]
    return [(entry["actionName"], entry["status"]) for entry in entries]


def finished(app: str, job: str) -> str | None:
    state = call("GET", f"{app}{COLLECTION}/jobs/{job}", **KEY).json()["properties"]["state"]
    return state if state in ("completed", "faulted") else None


def ended_with(app: str, job: str, action: str) -> list[tuple[str, str]] | None:
    entries = history(app, job)
    return entries if entries and entries[-1][0] == action else None


def test_each_kind_succeeds(app: str, targets: Targets) -> None:
    names = {kind: a_name() for kind in KINDS}
    for kind, name in names.items():
        targets.make(kind, name)
        put(app, name, targets.action(kind, name, **NO_RETRY))

    states = {kind: wait_for(partial(finished, app, name)) for kind, name in names.items()}

    assert states == dict.fromkeys(KINDS, "completed")
    assert {kind: targets.received(kind, name) for kind, name in names.items()} == dict.fromkeys(KINDS, 1)
    assert [history(app, name) for name in names.values()] == [[("MainAction", "Completed")]] * 4


def test_each_kind_recovers_when_its_target_does(app: str, targets: Targets) -> None:
    names = {kind: a_name() for kind in KINDS}
    for kind, name in names.items():
        put(app, name, targets.action(kind, name, **RETRIES))
    for kind, name in names.items():
        assert wait_for(partial(history, app, name))[0] == ("MainAction", "Failed")
        targets.make(kind, name)

    states = {kind: wait_for(partial(finished, app, name)) for kind, name in names.items()}

    assert states == dict.fromkeys(KINDS, "completed")
    for kind, name in names.items():
        assert history(app, name)[-1] == ("MainAction", "Completed"), kind
        assert targets.received(kind, name) == (2 if kind == "Http" else 1), kind


def test_each_kind_gives_up_and_each_kind_of_error_action_tells(app: str, targets: Targets) -> None:
    pairs = {(main, error): (a_name(), a_name()) for main in KINDS for error in KINDS}
    for (main, error), (name, told) in pairs.items():
        targets.make(error, told)
        error_action = targets.action(error, told, **NO_RETRY)
        put(app, name, targets.action(main, name, errorAction=error_action, **NO_RETRY))

    for (_, error), (name, told) in pairs.items():
        entries = wait_for(partial(ended_with, app, name, "ErrorAction"))
        assert entries == [("MainAction", "Failed"), ("ErrorAction", "Completed")]
        assert finished(app, name) == "faulted"
        assert targets.received(error, told) == 1
