"""Whoever may change a job must not learn its secrets: they go nowhere but where they were meant to go."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from shared.domain.action import Action
from shared.domain.errors import NotConfigured
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secrecy import missing_secrets, sealed_secrets, target_of
from shared.functions.wiring import App
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.builders import NINE
from tests.certificates import a_pfx
from tests.functions.calls import COLLECTION, JOB, WEST_EUROPE, an_app, call, content, message
from tests.world import World

FIRST, SECOND = EncryptionKey("first", b"1" * 32), EncryptionKey("second", b"2" * 32)
KEY = JobKey(collection=CollectionKey(subscription="s", resource_group="rg", name="jc1"), name="j1")
BASIC = {"type": "Basic", "username": "u", "password": "s3cret"}
OAUTH = {"tenant": "t.example", "audience": "https://a", "clientId": "c", "secret": "s3cret"}
SAS_KEY = {"type": "sharedAccessKey", "sasKeyName": "send", "sasKey": "s3cret"}
BUS = {"namespace": "ns1", "transportType": "AMQP", "message": "m", "authentication": SAS_KEY}
QUEUE = {"storageAccount": "account1", "queueName": "queue1", "sasToken": "s3cret", "message": "m"}


def http(authentication: Any) -> dict[str, Any]:
    request = {"uri": "https://receiver.example/a", "method": "GET", "authentication": authentication}
    return {"type": "Http", "request": request}


ACTIONS: dict[str, dict[str, Any]] = {
    "Basic": http(BASIC),
    "certificate": http(
        {
            "type": "ClientCertificate",
            "pfx": a_pfx(expires=NINE.replace(year=2056)).text,
            "password": "open",
        }
    ),
    "OAuth": http({"type": "ActiveDirectoryOAuth", **OAUTH}),
    "storage queue": {"type": "StorageQueue", "queueMessage": QUEUE},
    "Service Bus queue": {"type": "ServiceBusQueue", "serviceBusQueueMessage": {**BUS, "queueName": "q"}},
    "Service Bus topic": {"type": "ServiceBusTopic", "serviceBusTopicMessage": {**BUS, "topicPath": "t"}},
}
ELSEWHERE: list[tuple[str, dict[str, Any]]] = [
    ("Basic", {"request": {"uri": "https://evil.example/a"}}),
    ("Basic", {"request": {"uri": "https://receiver.example:8443/a"}}),
    ("Basic", {"request": {"uri": "http://receiver.example/a"}}),
    ("Basic", {"request": {"authentication": {"username": "other"}}}),
    ("certificate", {"request": {"uri": "https://evil.example/a"}}),
    ("OAuth", {"request": {"uri": "https://evil.example/a"}}),
    ("OAuth", {"request": {"authentication": {"tenant": "evil.example"}}}),
    ("OAuth", {"request": {"authentication": {"audience": "https://evil.example"}}}),
    ("storage queue", {"queueMessage": {"storageAccount": "evil1"}}),
    ("storage queue", {"queueMessage": {"queueName": "evil1"}}),
    ("Service Bus queue", {"serviceBusQueueMessage": {"namespace": "evil1"}}),
    ("Service Bus queue", {"serviceBusQueueMessage": {"queueName": "evil1"}}),
    ("Service Bus topic", {"serviceBusTopicMessage": {"namespace": "evil1"}}),
]


class Place:
    """An app with keys of its own, and what its storage holds."""

    def __init__(self, *keys: EncryptionKey) -> None:
        self.keys = keys or (FIRST,)
        self.world = World(vault=lambda job: KeyedVault(self.keys, job))
        self.app: App = an_app(self.world)
        assert call(self.app, "PUT", COLLECTION, WEST_EUROPE).status_code == 201

    def put(self, action: Any, **properties: Any) -> int:
        return self._send("PUT", {"action": action, **properties})

    def patch(self, **properties: Any) -> int:
        return self._send("PATCH", properties)

    def secrets(self) -> list[tuple[str, str]]:
        """Return each stored secret as opened for the target that its row names, and the id of its key."""
        vault, job = KeyedVault(self.keys, KEY), self.world.job(KEY)
        found = sealed_secrets(job.definition)
        return [(vault.open(secret, target), secret.key) for secret, target in found]

    def _send(self, method: str, properties: Any) -> int:
        status: int = call(self.app, method, JOB, {"properties": properties}).status_code
        return status


@pytest.mark.parametrize(("kind", "patch"), ELSEWHERE)
@pytest.mark.parametrize("part", ["action", "errorAction"])
def test_a_patch_carries_no_secret_to_another_target(kind: str, patch: Any, part: str) -> None:
    place = Place()
    plain = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
    whole = ACTIONS[kind] if part == "action" else {**plain, "errorAction": ACTIONS[kind]}
    change = patch if part == "action" else {"errorAction": patch}
    assert place.put(whole) == 201
    before = place.world.job(KEY)

    refused = message(place.app, "PATCH", JOB, {"properties": {"action": change}})

    assert refused.startswith(f"properties.action.{'errorAction.' if part == 'errorAction' else ''}")
    assert refused.endswith(": is required")
    assert place.world.job(KEY) == before
    assert place.patch(action=change, state="disabled") == 200
    assert missing_secrets(place.world.job(KEY).definition) != []
    assert list(sealed_secrets(place.world.job(KEY).definition)) == []


@pytest.mark.parametrize("kind", ACTIONS)
def test_a_patch_of_something_else_keeps_the_secrets(kind: str) -> None:
    place = Place()
    place.put(ACTIONS[kind])
    before = place.secrets()

    assert place.patch(recurrence={"frequency": "day"}) == 200

    assert place.secrets() == before
    assert {text for text, _ in before} & {"s3cret", "open"}


def test_the_password_of_another_path_of_the_host_stays_and_opens() -> None:
    place = Place()
    place.put(ACTIONS["Basic"])

    assert place.patch(action={"request": {"uri": "HTTPS://Receiver.example:443/b"}}) == 200

    assert place.secrets() == [("s3cret", FIRST.id)]


@pytest.mark.parametrize("kind", ACTIONS)
def test_a_target_that_is_changed_in_the_row_gets_no_secret(kind: str) -> None:
    place = Place()
    place.put(ACTIONS[kind])
    edit_row(place, "receiver.example", "evil.example")
    edit_row(place, "account1", "evil1")
    edit_row(place, '"ns1"', '"evil1"')

    attempts = list(opened(place))

    assert attempts
    assert set(attempts) == {"It was sealed for another job or target, or changed since."}


@pytest.mark.parametrize("kind", ACTIONS)
@pytest.mark.parametrize("method", ["PATCH", "PUT"])
def test_an_empty_patch_and_a_put_back_seal_anew_with_the_first_key(kind: str, method: str) -> None:
    place = Place(FIRST)
    place.put(ACTIONS[kind], recurrence={"frequency": "day"})
    before = place.secrets()
    place.keys = (SECOND, FIRST)
    body: Any = {"properties": {}} if method == "PATCH" else content(call(place.app, "GET", JOB))

    assert call(place.app, method, JOB, body).status_code == 200

    place.keys = (SECOND,)
    assert place.secrets() == [(text, SECOND.id) for text, _ in before]


def test_a_patch_while_the_key_is_lost_loses_nothing() -> None:
    place = Place(FIRST)
    place.put(ACTIONS["Basic"])
    place.keys = (SECOND,)

    assert place.patch() == 200

    place.keys = (FIRST,)
    assert place.secrets() == [("s3cret", FIRST.id)]


def test_kept_secrets_count_for_the_size_of_a_job() -> None:
    place = Place()
    assert place.put(http({**BASIC, "password": "x" * 10_000})) == 201
    body = {"properties": {"action": {"request": {"method": "POST", "body": "y" * 7_000}}}}

    assert "more than 16384" in message(place.app, "PATCH", JOB, body)


def edit_row(place: Place, before: str, after: str) -> None:
    """Change the text of the job's row by hand, as whoever may write the table could."""
    where = place.world.store.place(place.world.job(KEY))
    stored = place.world.table.get(where.partition, where.row)
    assert stored is not None
    fields = {name: value for name, value in stored.fields.items() if name != "RowKey"}
    definition = json.dumps(json.loads(fields["definition"])).replace(before, after)
    place.world.table.overwrite(where.partition, where.row, {**fields, "definition": definition})


def opened(place: Place) -> Iterator[str]:
    action: Action = place.world.job(KEY).definition.action
    for secret, target in sealed_secrets(place.world.job(KEY).definition):
        assert target == target_of(action)
        try:
            yield KeyedVault(place.keys, KEY).open(secret, target)
        except NotConfigured as exc:
            yield str(exc)
