"""Actions of every kind as they are sent, and what is made of them."""

from typing import Any

import pytest

from shared.api.merge import merge
from shared.api.parse import parse_job
from shared.api.render import render_definition
from shared.domain.definition import Definition
from shared.domain.errors import Invalid
from tests.builders import NINE, PlainVault

REQUEST = {"uri": "http://receiver.example/hook", "method": "GET"}
HTTP = {"type": "Http", "request": REQUEST}
QUEUE = {
    "type": "StorageQueue",
    "queueMessage": {
        "storageAccount": "acct",
        "queueName": "queue1",
        "sasToken": "?sv=secret",
        "message": "text",
    },
}
ACCESS = {"type": "SharedAccessKey", "sasKeyName": "Root", "sasKey": "secret"}
SENT = {"namespace": "ns-1", "transportType": "NetMessaging", "authentication": ACCESS, "message": "text"}
BUS_QUEUE = {"type": "ServiceBusQueue", "serviceBusQueueMessage": {"queueName": "q", **SENT}}
BUS_TOPIC = {"type": "ServiceBusTopic", "serviceBusTopicMessage": {"topicPath": "t", **SENT}}
BASIC = {"type": "Basic", "username": "u", "password": "secret"}
CERTIFICATE = {"type": "ClientCertificate", "pfx": "cGZ4", "password": "open"}
OAUTH = {
    "type": "ActiveDirectoryOAuth",
    "tenant": "example.com",
    "audience": "https://management.core.windows.net/",
    "clientId": "c",
    "secret": "secret",
}


def parsed(action: Any, **properties: Any) -> Definition:
    return parse_job({"properties": {"action": action, **properties}}, PlainVault(), now=NINE)[0]


def faults_of(action: Any, **properties: Any) -> list[str]:
    with pytest.raises(Invalid) as refused:
        parsed(action, **properties)
    return [str(fault).removeprefix("properties.") for fault in refused.value.faults]


def answered(definition: Definition) -> Any:
    return render_definition(definition)["action"]


def with_authentication(authentication: Any, **request: Any) -> dict[str, Any]:
    return {"type": "Http", "request": {**REQUEST, **request, "authentication": authentication}}


def changed(action: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the action with changes in its message or request; None takes a key away."""
    (key,) = action.keys() - {"type"}
    return merge(action, {key: changes})
