"""An app that lets actions use a managed identity, and such actions."""

from typing import Any

from shared.domain.about import EXTENDED
from shared.domain.identity import IdentityRules, read_identity_targets
from shared.functions.action_settings import ActionSettings
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, WEST_EUROPE, an_app, call, content
from tests.world import World

ORIGINAL = "2016-03-01"
CLIENT = "00000000-0000-0000-0000-0000000000a1"
TARGETS = (
    "https://vault.azure.net|*.vault.azure.net",
    "api://erp|erp.example.com",
    "https://storage.azure.com/|*.queue.core.windows.net",
    "https://servicebus.azure.net/|ns1.servicebus.windows.net",
)
RULES = IdentityRules(client_id=CLIENT, targets=read_identity_targets(TARGETS))
ERP = {"audience": "api://erp"}
SAS = {"type": "sharedAccessKey", "sasKeyName": "send", "sasKey": "s3cret"}
BASIC = {"type": "Basic", "username": "u", "password": "s3cret"}
_BUS = {"namespace": "ns1", "transportType": "AMQP", "message": "m"}
BARE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "http": ("Https", "request", {"uri": "https://erp.example.com/a", "method": "GET"}),
    "storage": (
        "StorageQueue",
        "queueMessage",
        {"storageAccount": "account1", "queueName": "queue1", "message": "m"},
    ),
    "queue": ("ServiceBusQueue", "serviceBusQueueMessage", {**_BUS, "queueName": "q"}),
    "topic": ("ServiceBusTopic", "serviceBusTopicMessage", {**_BUS, "topicPath": "t"}),
}


def action(kind: str, **message: Any) -> dict[str, Any]:
    type_, key, bare = BARE[kind]
    return {"type": type_, key: {**bare, **message}}


def with_identity(kind: str, **message: Any) -> dict[str, Any]:
    return action(kind, managedIdentity=ERP if kind == "http" else {}, **message)


def wrapped(one: Any, part: str) -> Any:
    """Return the action as a job's own, or as its error action."""
    plain = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
    return one if part == "action" else {**plain, "errorAction": one}


class Place:
    def __init__(self, rules: IdentityRules = RULES) -> None:
        self.world = World()
        self.app: App = an_app(self.world, actions=ActionSettings(identity=rules))
        assert call(self.app, "PUT", COLLECTION, WEST_EUROPE).status_code == 201

    def send(self, method: str, one: Any, version: str = EXTENDED, path: str = JOB) -> tuple[int, str]:
        body = (
            {"properties": {"action": one}} if path == JOB else {"location": "West Europe", "properties": one}
        )
        answer = call(self.app, method, path, body, params={"api-version": version})
        return answer.status_code, content(answer).get("error", {}).get("message", "")

    def shown(self, version: str = EXTENDED, part: str = "action") -> Any:
        answer = content(call(self.app, "GET", JOB, params={"api-version": version}))["properties"]["action"]
        return answer if part == "action" else answer["errorAction"]

    def message(self, kind: str, version: str = EXTENDED, part: str = "action") -> Any:
        return self.shown(version, part)[BARE[kind][1]]
