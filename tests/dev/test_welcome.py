import json
import shlex

import pytest

from local.dev.welcome import commands, message_commands, welcome

BASE = "http://127.0.0.1:7071"
FIRST = f"{BASE}/subscriptions/local/resourceGroups/demo/providers/Microsoft.Scheduler/jobCollections/first"


def test_commands_for_a_posix_shell() -> None:
    assert commands(BASE, windows=False, with_key=False) == [
        "curl -X PUT -H 'Content-Type: application/json' "
        """-d '{"location":"West Europe","properties":{"sku":{"name":"Standard"}}}' """
        f"'{FIRST}?api-version=2016-03-01'",
        "curl -X PUT -H 'Content-Type: application/json' "
        """-d '{"properties":{"action":{"type":"Http","request":{"method":"GET","""
        """"uri":"http://127.0.0.1:7071/health"}},"recurrence":{"frequency":"minute","interval":1}}}' """
        f"'{FIRST}/jobs/heartbeat?api-version=2016-03-01'",
        f"curl '{FIRST}/jobs/heartbeat/history?api-version=2016-03-01'",
    ]


def test_commands_for_the_command_prompt() -> None:
    create_collection, _, read_history = commands(BASE, windows=True, with_key=False)

    assert create_collection == (
        'curl.exe -X PUT -H "Content-Type: application/json" '
        r'-d "{\"location\":\"West Europe\",\"properties\":{\"sku\":{\"name\":\"Standard\"}}}" '
        f'"{FIRST}?api-version=2016-03-01"'
    )
    assert read_history == f'curl.exe "{FIRST}/jobs/heartbeat/history?api-version=2016-03-01"'


@pytest.mark.parametrize("windows", [False, True])
def test_where_keys_are_enforced_every_command_has_a_place_for_one(windows: bool) -> None:
    for command in commands(BASE, windows=windows, with_key=True):
        assert "x-functions-key: <your key>" in shlex.split(command)


def test_the_welcome_begins_with_the_address_to_open() -> None:
    first, *others = welcome(BASE, windows=False, with_key=False).strip().splitlines()

    assert first == f"The app is up. Open the portal in a browser: {BASE}/"
    assert others[-1].startswith("Ctrl+C stops everything")


@pytest.mark.parametrize("with_key", [False, True])
def test_the_welcome_tells_of_a_key_where_the_portal_asks_for_one(with_key: bool) -> None:
    text = welcome(BASE, windows=False, with_key=with_key)

    assert ("It asks for your key." in text) is with_key


def test_a_service_bus_job_can_be_tried_where_the_broker_runs() -> None:
    create_job, read_queue = message_commands(BASE, "127.0.0.1:5672", windows=False, with_key=True)

    words = shlex.split(create_job)
    assert "x-functions-key: <your key>" in words
    assert words[-1] == f"{FIRST}/jobs/message?api-version=2016-03-01"
    assert json.loads(words[words.index("-d") + 1])["properties"]["action"] == {
        "type": "ServiceBusQueue",
        "serviceBusQueueMessage": {
            "namespace": "local",
            "queueName": "greetings",
            "transportType": "AMQP",
            "message": "hello",
            "authentication": {
                "type": "sharedAccessKey",
                "sasKeyName": "RootManageSharedAccessKey",
                "sasKey": "SAS_KEY_VALUE",
            },
        },
    }
    assert read_queue == "curl 'http://127.0.0.1:5672/queues/greetings/messages'"


@pytest.mark.parametrize("service_bus", [None, "127.0.0.1:5672"])
def test_the_welcome_speaks_of_service_bus_only_where_the_broker_runs(service_bus: str | None) -> None:
    text = welcome(BASE, windows=False, with_key=False, service_bus=service_bus)

    assert ("/queues/greetings/messages" in text) is (service_bus is not None)
