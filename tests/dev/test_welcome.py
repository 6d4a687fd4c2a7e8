import shlex

import pytest

from local.dev.welcome import commands, welcome

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


def test_the_welcome_gives_the_address_and_the_way_to_stop() -> None:
    text = welcome(BASE, windows=False, with_key=False)

    assert f"The app is up at {BASE}." in text
    assert "Ctrl+C stops everything" in text
