"""The actions of a job that PowerShell wrote → actions in the form of ARM."""

from typing import Any, Final

from migrate.found import Json
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.action import ActionType
from shared.domain.errors import Faults

# ConvertTo-Json writes an enum as its number. The order is that of the .NET SDK's JobActionType.
_TYPES: Final = (
    ActionType.HTTP,
    ActionType.HTTPS,
    ActionType.STORAGE_QUEUE,
    ActionType.SERVICE_BUS_QUEUE,
    ActionType.SERVICE_BUS_TOPIC,
)
_CUT: Final = (
    "is a text where an object belongs: ConvertTo-Json cut the export short; repeat it with `-Depth 10`"
)
_NO_AUTHENTICATION: Final = "none"
ACTION_KEYS: Final = {
    "type": "JobActionType",
    "request.uri": "Uri",
    "request.method": "RequestMethod",
    "request.headers": "RequestHeaders",
    "request.body": "RequestBody",
    "request.authentication": "HttpJobAuthentication",
    "request.authentication.type": "HttpJobAuthentication.HttpAuthType",
    "request.authentication.username": "HttpJobAuthentication.Username",
    "request.authentication.tenant": "HttpJobAuthentication.Tenant",
    "request.authentication.audience": "HttpJobAuthentication.Audience",
    "request.authentication.clientId": "HttpJobAuthentication.ClientId",
    "queueMessage.storageAccount": "StorageAccount",
    "queueMessage.queueName": "StorageQueueName",
    "queueMessage.sasToken": "StorageSasToken",
    "queueMessage.message": "StorageQueueMessage",
    **{
        f"serviceBus{kind}Message.{path}": key
        for kind, entity, name in (
            ("Queue", "queueName", "ServiceBusQueueName"),
            ("Topic", "topicPath", "ServiceBusTopicPath"),
        )
        for path, key in (
            (entity, name),
            ("namespace", "ServiceBusNamespaceProperty"),
            ("transportType", "ServiceBusTransportType"),
            ("message", "ServiceBusMessage"),
            ("authentication", "ServiceBusAuthentication"),
            ("authentication.type", "ServiceBusAuthentication.ServiceBusType"),
            ("authentication.sasKeyName", "ServiceBusAuthentication.ServiceBusSasKeyName"),
        )
    },
}
"""What the paths of an action in ARM are called here."""


def read_action(job: Fields, key: str, faults: Faults) -> Json | None:
    """Return the action under a key, or None if there is none or its type is not known."""
    fields = _whole_object(job, key, faults)
    type_ = None if fields is None else _type(fields, faults)
    if fields is None or type_ is None:
        return None
    match type_:
        case ActionType.HTTP | ActionType.HTTPS:
            return {"type": type_.value, "request": _request(fields, faults)}
        case ActionType.STORAGE_QUEUE:
            return {"type": type_.value, "queueMessage": _queue_message(fields)}
        case ActionType.SERVICE_BUS_QUEUE:
            sent = _service_bus(fields, "queueName", "ServiceBusQueueName", faults)
            return {"type": type_.value, "serviceBusQueueMessage": sent}
        case ActionType.SERVICE_BUS_TOPIC:
            sent = _service_bus(fields, "topicPath", "ServiceBusTopicPath", faults)
            return {"type": type_.value, "serviceBusTopicMessage": sent}


def filled(fields: Fields, key: str) -> Any:
    """Return what is under a key. An empty text counts as absent, because .NET makes it of a null."""
    value = fields.raw(key)
    return None if value == "" else value


def _whole_object(fields: Fields, key: str, faults: Faults) -> Fields | None:
    """Return an object. A text in its place is a fault: ConvertTo-Json writes it for objects too deep."""
    if isinstance(fields.raw(key), str):
        faults.add(fields.path(key), _CUT)  # without the text, which may show members and so secrets
        return None
    return fields.object_if_any(key)


def _type(fields: Fields, faults: Faults) -> ActionType | None:
    given = fields.raw("JobActionType")
    for number, type_ in enumerate(_TYPES):
        if _is_number(given, number) or (isinstance(given, str) and given.lower() == type_.lower()):
            return type_
    known = ", ".join(f"{number} ({type_})" for number, type_ in enumerate(_TYPES))
    faults.add(fields.path("JobActionType"), "is required" if given is None else f"is none of {known}")
    return None


def _is_number(value: object, number: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value == number


def _request(fields: Fields, faults: Faults) -> Json:
    headers = _whole_object(fields, "RequestHeaders", faults)
    return present(
        uri=fields.raw("Uri"),
        method=fields.raw("RequestMethod"),
        headers=None if headers is None else fields.raw("RequestHeaders"),
        body=fields.raw("RequestBody"),
        authentication=_authentication(_whole_object(fields, "HttpJobAuthentication", faults)),
    )


def _authentication(fields: Fields | None) -> Json | None:
    """Return the authentication without a certificate's expiry, whose format depends on a culture."""
    if fields is None:
        return None
    type_ = filled(fields, "HttpAuthType")
    if isinstance(type_, str) and type_.lower() == _NO_AUTHENTICATION:
        return None
    return present(
        type=type_,
        username=fields.raw("Username"),
        certificateThumbprint=fields.raw("ClientCertThumbprint"),
        certificateSubjectName=fields.raw("ClientCertSubjectName"),
        tenant=fields.raw("Tenant"),
        audience=fields.raw("Audience"),
        clientId=fields.raw("ClientId"),
    )


def _queue_message(fields: Fields) -> Json:
    return present(
        storageAccount=fields.raw("StorageAccount"),
        queueName=fields.raw("StorageQueueName"),
        sasToken=fields.raw("StorageSasToken"),
        message=fields.raw("StorageQueueMessage"),
    )


def _service_bus(fields: Fields, entity: str, key: str, faults: Faults) -> Json:
    access = _whole_object(fields, "ServiceBusAuthentication", faults)
    return present(
        **{entity: fields.raw(key)},
        namespace=fields.raw("ServiceBusNamespaceProperty"),
        transportType=filled(fields, "ServiceBusTransportType"),
        message=fields.raw("ServiceBusMessage"),
        authentication=None if access is None else _shared_key(access),
    )


def _shared_key(access: Fields) -> Json:
    return present(
        type=filled(access, "ServiceBusType"),
        sasKeyName=access.raw("ServiceBusSasKeyName"),
        sasKey=access.raw("ServiceBusSasKey"),
    )
