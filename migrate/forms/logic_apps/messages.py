"""Actions of a workflow that send a message: to a Storage queue, or to a queue or topic of Service Bus.

The entity and the message stand in the action; the account or the namespace mostly stands in the connection.

1. If a file says where the connection leads, the action comes over. A key in that file is used. A SAS token,
   or a key that is in no file, is a secret that is missing, and is asked for.
2. If no file says it, a call to nowhere takes its place, with the message in it. With a made-up name in it,
   a job could send its message and its secret to whoever owns that name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from migrate.forms.logic_apps.connections import ACCOUNT_ADDRESS, Connection, api_of, connection_named
from migrate.forms.logic_apps.values import Values, written
from migrate.forms.no_counterpart import Call, stand_in
from migrate.forms.values import text_of_base64
from migrate.found import Json
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.errors import Faults, cut
from shared.domain.messages import ACCOUNT_NAME

_CONNECTION: Final = re.compile(r"@\{?parameters\('\$connections'\)\??\['([^']+)'\]\??\['connectionId'\]\}?")
_BUS_PATH: Final = re.compile(r"/([^/]+)/messages")
_QUEUE_PATH: Final = re.compile(
    r"(?:/v2/storageAccounts/(?P<account>[^/]+)/queues)?/(?P<queue>[^/]+)/messages"
)
_OF_CONNECTION: Final = "accountnamefromsettings"
_BROKERED: Final = {
    **{
        key.lower(): key
        for key in ("contentType", "correlationId", "label", "messageId", "partitionKey", "replyTo")
    },
    **{
        key.lower(): key
        for key in ("replyToSessionId", "sessionId", "timeToLive", "to", "scheduledEnqueueTimeUtc")
    },
    "subject": "label",
}
_CUSTOM: Final = ("properties", "userproperties", "applicationproperties")
_CONTENT: Final = "contentdata"
_ENVELOPE: Final = (
    "the message arrives in the XML that the original service wrote around it, in Base64; "
    "SCHEDULER_STORAGE_QUEUE_ENVELOPE=0 sends the bare text"
)
_EITHER: Final = (
    "its form does not say whether it is a queue or a topic; messages are sent to both in the same way"
)
_IDENTITY: Final = (
    "it uses the identity of the Logic App; here it uses the app's identity for actions, which needs the "
    "same roles, and which SCHEDULER_IDENTITY_TARGETS must allow"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """An action that sends, whichever connector it uses. `message` is as the connector takes it."""

    service: str
    entity: str
    message: Any = field(repr=False)
    connection: str
    account: str = ""
    encoded: bool = False
    beside: tuple[str, ...] = ()


def sending_by_api(inputs: Fields, original: Json, connections: Json) -> Sending | None:
    """Return what a managed connector sends; None if it does something else.

    `original` are the inputs as they are written: an expression names the connection.
    """
    name = _connection_name(original)
    service, path = api_of(connections, name).lower(), str(inputs.raw("path") or "")
    if str(inputs.raw("method") or "").lower() != "post":
        return None
    if service.startswith("servicebus") and (match := _BUS_PATH.fullmatch(path)):
        return Sending(
            service="Service Bus",
            entity=_decoded(match[1]),
            message=inputs.raw("body"),
            connection=name,
            encoded=True,
        )
    if service.startswith("azurequeues") and (queue := _QUEUE_PATH.fullmatch(path)):
        account = _account(_decoded(queue["account"] or ""))
        return Sending(
            service="Storage",
            entity=_decoded(queue["queue"]),
            message=inputs.raw("body"),
            connection=name,
            account=account,
        )
    return None


def sending_built_in(inputs: Fields) -> Sending | None:
    """Return what a built-in connector of Standard sends; None if it does something else."""
    provider, parameters = inputs.object("serviceProviderConfiguration"), inputs.object("parameters")
    name, operation = (
        str(provider.raw("connectionName") or ""),
        str(provider.raw("operationId") or "").lower(),
    )
    match str(provider.raw("serviceProviderId")).lower().rpartition("/")[2], operation:
        case "servicebus", "sendmessage":
            entity = parameters.required_text("entityName") or ""
            return Sending(
                service="Service Bus", entity=entity, message=parameters.raw("message"), connection=name
            )
        case "azurequeues", "putmessage":
            entity, beside = parameters.required_text("queueName") or "", ("timeToLive", "visibilityTimeout")
            return Sending(
                service="Storage",
                entity=entity,
                message=parameters.raw("message"),
                connection=name,
                beside=tuple(key for key in beside if parameters.has(key)),
            )
        case _:
            return None


def read_sending(sending: Sending, path: str, connections: Json, values: Values, faults: Faults) -> Call:
    """Return the action that sends, or what stands for it."""
    connection = connection_named(connections, sending.connection, values)
    if sending.account:
        connection = Connection(holder=sending.account)
    storage = sending.service == "Storage"
    content = _content(sending, path, faults)
    if connection is None:
        kind = "an account" if storage else "a namespace"
        target = f"{sending.service} '{cut(sending.entity)}' of the connection '{cut(sending.connection)}'"
        why = f"is in {kind} that no file names"
        return stand_in("storage-queue" if storage else "service-bus", target, content, why=why)
    return _to_storage(sending, content, connection) if storage else _to_bus(sending, content, connection)


def _to_storage(sending: Sending, content: str | None, connection: Connection) -> Call:
    message: Json = {
        "storageAccount": connection.holder,
        "queueName": sending.entity,
        "message": content or "",
    }
    if connection.by_identity:
        message = {**message, "managedIdentity": {}}
    return Call(
        properties={"action": {"type": "StorageQueue", "queueMessage": message}},
        lost=tuple(f"{key} of its message: it has no counterpart here" for key in sending.beside),
        notes=(_ENVELOPE, *_said_of(connection)),
    )


def _to_bus(sending: Sending, content: str | None, connection: Connection) -> Call:
    parts = sending.message if isinstance(sending.message, dict) else {}
    by_name = {key.lower(): value for key, value in parts.items() if value is not None}
    brokered = {_BROKERED[key]: value for key, value in by_name.items() if key in _BROKERED}
    custom: Json = next((by_name[key] for key in _CUSTOM if isinstance(by_name.get(key), dict)), {})
    message = present(
        namespace=connection.holder,
        queueName=sending.entity,
        transportType="AMQP",
        message=content or "",
        brokeredMessageProperties=brokered or None,
        customMessageProperties={name: written(value) for name, value in custom.items()} or None,
        **_proof(connection),
    )
    return Call(
        properties={"action": {"type": "ServiceBusQueue", "serviceBusQueueMessage": message}},
        lost=tuple(_lost_parts(by_name)),
        notes=(_EITHER, *_said_of(connection)),
    )


def _proof(connection: Connection) -> Json:
    if connection.by_identity:
        return {"managedIdentity": {}}
    key = present(type="sharedAccessKey", sasKeyName=connection.key_name, sasKey=connection.key)
    return {"authentication": key}


def _said_of(connection: Connection) -> tuple[str, ...]:
    return (_IDENTITY,) if connection.by_identity else ()


def _lost_parts(by_name: Json) -> Iterator[str]:
    for key in by_name:
        if key not in _BROKERED and key not in _CUSTOM and key != _CONTENT:
            yield f"{cut(key)} of its message: it has no counterpart here"


def _content(sending: Sending, path: str, faults: Faults) -> str | None:
    """Return the text of a message. The managed connector of Service Bus takes it in Base64."""
    message = sending.message
    if sending.service == "Storage":
        return written(message)
    parts = {key.lower(): value for key, value in message.items()} if isinstance(message, dict) else {}
    content = parts.get(_CONTENT)
    if not sending.encoded or not isinstance(content, str) or content.startswith("@"):
        return written(content)
    try:
        return text_of_base64(content, "message")
    except ValueError as exc:
        faults.add(path, f"ContentData {exc}")
        return None


def _connection_name(original: Json) -> str:
    connection = Fields(original, Faults()).object("host").object("connection")
    reference, name = connection.raw("referenceName"), connection.raw("name")
    match = _CONNECTION.fullmatch(name) if isinstance(name, str) else None
    return match[1] if match else reference if isinstance(reference, str) else ""


def _decoded(part: str) -> str:
    """Return a part of a path, which designers encode once or twice."""
    return unquote(unquote(part))


def _account(text: str) -> str:
    """Return the account that an action names itself; nothing if its connection names it."""
    address = ACCOUNT_ADDRESS.fullmatch(text)
    name = address[1] if address else text
    return name if ACCOUNT_NAME.fullmatch(name) and name.lower() != _OF_CONNECTION else ""
