"""Schemas of what a job does: actions, their authentication, messages and retries."""

from typing import Any, Final

from shared.api.known_keys import AUTHENTICATION, OF_CERTIFICATES
from shared.api.openapi.words import (
    Schema,
    Side,
    choice,
    flag,
    ignoring,
    instant,
    integer,
    matching,
    members,
    nullable,
    record,
    ref,
    text,
    texts,
)
from shared.api.parse_authentication import AuthenticationType
from shared.api.timespans import ISO_DURATION, TIME_SPAN
from shared.domain.action import LONGEST_BODY, LONGEST_HEADERS, LONGEST_URI, METHODS, MOST_HEADERS, ActionType
from shared.domain.authentication import TENANT_NAME
from shared.domain.messages import ACCOUNT_NAME, NAMESPACE_NAME, ServiceBusAuthentication, TransportType
from shared.domain.retry import (
    DEFAULT_INTERVAL,
    DEFAULT_RETRIES,
    LONGEST_INTERVAL,
    MOST_RETRIES,
    SHORTEST_INTERVAL,
    RetryType,
)
from shared.domain.timespan import write_timespan

_SPAN: Final = rf"^(?:{TIME_SPAN.pattern}|{ISO_DURATION.pattern})$"
_ANSWERED_SPAN: Final = r"^(\d+\.)?\d\d:\d\d:\d\d(\.\d{7})?$"
_URI: Final = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f]+$"
_QUEUE: Final = "^[a-z0-9]+(-[a-z0-9]+)*$"
_ENTITY: Final = r"^[^\x00-\x1f\x7f-\x9f?#\\]+$"
_HEADER_NAME: Final = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
_HEADER_VALUE: Final = r"^[^\x00-\x08\x0a-\x1f\x7f-\x9f]*$"
_KINDS: Final = {
    ActionType.HTTP: "HttpAction",
    ActionType.HTTPS: "HttpAction",
    ActionType.STORAGE_QUEUE: "StorageQueueAction",
    ActionType.SERVICE_BUS_QUEUE: "ServiceBusQueueAction",
    ActionType.SERVICE_BUS_TOPIC: "ServiceBusTopicAction",
}
_MESSAGES: Final = {
    "HttpAction": ("request", "HttpRequest"),
    "StorageQueueAction": ("queueMessage", "StorageQueueMessage"),
    "ServiceBusQueueAction": ("serviceBusQueueMessage", "ServiceBusQueueMessage"),
    "ServiceBusTopicAction": ("serviceBusTopicMessage", "ServiceBusTopicMessage"),
}


def action_schemas(side: Side) -> dict[str, Schema]:
    named: dict[str, Schema] = {
        "Action": choice(side, "type", {str(type_): name for type_, name in _KINDS.items()}),
        "ErrorAction": choice(side, "type", {str(type_): f"Error{name}" for type_, name in _KINDS.items()}),
        "RetryPolicy": _retry_policy(side),
        "HttpRequest": _http_request(side),
        "StorageQueueMessage": _queue_message(side),
        "ServiceBusQueueMessage": _service_bus(side, "queueName"),
        "ServiceBusTopicMessage": _service_bus(side, "topicPath"),
        "BrokeredMessageProperties": _brokered(side),
        **_authentications(side),
    }
    for name in _MESSAGES:
        named[name] = _action(side, name, {"errorAction": ref("ErrorAction", side)})
        named[f"Error{name}"] = _action(side, name, {})
    return {f"{name}{side}": schema for name, schema in named.items()}


def _action(side: Side, name: str, more: dict[str, Schema]) -> Schema:
    key, message = _MESSAGES[name]
    types = [type_ for type_, kind in _KINDS.items() if kind == name]
    required = {"type": members(types), key: ref(message, side)}
    optional = {"retryPolicy": ref("RetryPolicy", side), **more}
    others = [other for other, _ in _MESSAGES.values() if other != key]
    return record(side, required, optional, ignored=others)


def _retry_policy(side: Side) -> Schema:
    default = f"Without a policy: {DEFAULT_RETRIES} retries, {DEFAULT_INTERVAL.seconds} seconds apart."
    limits = {"x-minimum": write_timespan(SHORTEST_INTERVAL), "x-maximum": write_timespan(LONGEST_INTERVAL)}
    optional: dict[str, Schema] = {
        "retryInterval": _span(side, default=write_timespan(DEFAULT_INTERVAL), **limits),
        "retryCount": integer(1, MOST_RETRIES, default=DEFAULT_RETRIES),
    }
    return {**record(side, {"retryType": members(RetryType)}, optional), "description": default}


def _span(side: Side, **rules: Any) -> Schema:
    if side is Side.ANSWER:
        return text("A time span, `d.hh:mm:ss`.", pattern=_ANSWERED_SPAN)
    words = "A time span, `d.hh:mm:ss`, or an ISO 8601 duration."
    return text(words, pattern=_SPAN, examples=["00:01:00", "PT1M"], **rules)


def _http_request(side: Side) -> Schema:
    # Answers keep the spelling of the request.
    method = text() if side is Side.ANSWER else members(METHODS)
    scheme = {} if side is Side.ANSWER else {"pattern": _URI, "examples": ["https://receiver.example/"]}
    uri = text("Absolute.", format="uri", maxLength=LONGEST_URI, **scheme)
    authentication = ref("Authentication", side)
    optional: dict[str, Schema] = {
        "headers": texts(
            side,
            f"Names and values hold at most {LONGEST_HEADERS} characters in all. Those that belong to the "
            "connection, such as Content-Length and Transfer-Encoding, are refused.",
            text(pattern=_HEADER_VALUE),
            propertyNames={"pattern": _HEADER_NAME},
            maxProperties=MOST_HEADERS,
            **{"x-maxTotalLength": LONGEST_HEADERS},
        ),
        "body": text(maxLength=LONGEST_BODY),
        "authentication": nullable(authentication) if side is Side.INPUT else authentication,
    }
    return record(side, {"uri": uri, "method": method}, optional)


def _authentications(side: Side) -> dict[str, Schema]:
    oauth = {"tenant": matching(TENANT_NAME, "example.com"), "audience": text(), "clientId": text()}
    kinds = {
        AuthenticationType.BASIC: record(side, {"username": text()}, secret={"password": text()}),
        AuthenticationType.CLIENT_CERTIFICATE: record(
            side,
            {},
            _certificate_facts(side),
            secret={"pfx": text("A PFX file, in Base64."), "password": text()},
        ),
        AuthenticationType.ACTIVE_DIRECTORY_OAUTH: record(side, oauth, secret={"secret": text()}),
    }
    if side is not Side.ANSWER:
        kinds[AuthenticationType.NOT_SPECIFIED] = record(side, {})
    schemas = {f"{type_}Authentication": _typed(type_, schema, side) for type_, schema in kinds.items()}
    names = {str(type_): f"{type_}Authentication" for type_ in kinds}
    return {"Authentication": choice(side, "type", names), **schemas}


def _typed(type_: str, schema: Schema, side: Side) -> Schema:
    """Put before all else the key that tells a schema from its neighbours."""
    properties = {"type": text(const=str(type_)), **schema["properties"]}
    required = {} if side is Side.PATCH else {"required": ["type", *schema.get("required", [])]}
    others = [key for key in (*AUTHENTICATION.keys, *OF_CERTIFICATES) if key not in properties]
    ignored = {} if side is Side.ANSWER else ignoring(others)  # a patch may go from one type to another
    return {**schema, "properties": properties, **required, **ignored}


def _certificate_facts(side: Side) -> dict[str, Schema]:
    """Of a certificate, the thumbprint may be sent, to keep the stored one only if it is this."""
    thumbprint = {"certificateThumbprint": text()}
    if side is not Side.ANSWER:
        return thumbprint
    expires = instant(side)
    more = {"certificateExpiration": expires, "certificateExpirationDate": expires}
    return {**thumbprint, **more, "certificateSubjectName": text()}


def _queue_message(side: Side) -> Schema:
    required = {
        "storageAccount": matching(ACCOUNT_NAME, "account1"),
        "queueName": _queue_name(side),
        "message": text(),
    }
    return record(side, required, secret={"sasToken": text("Without it, the job cannot be enabled.")})


def _queue_name(side: Side) -> Schema:
    if side is Side.ANSWER:  # one that was stored before may be another
        return text(minLength=1)
    words = "Lower-case letters, digits and single hyphens."
    return text(words, pattern=_QUEUE, minLength=3, maxLength=63, examples=["queue-1"])


def _service_bus(side: Side, entity: str) -> Schema:
    names = {"type": members(ServiceBusAuthentication), "sasKeyName": text(minLength=1)}
    access = record(side, names, secret={"sasKey": text()})
    required = {
        entity: text(minLength=1, **({} if side is Side.ANSWER else {"pattern": _ENTITY})),
        "namespace": matching(NAMESPACE_NAME, "namespace-1"),
        "transportType": members(TransportType),
        "authentication": access,
        "message": text(),
    }
    optional = {
        "brokeredMessageProperties": ref("BrokeredMessageProperties", side),
        "customMessageProperties": texts(side),
    }
    return record(side, required, optional)


def _brokered(side: Side) -> Schema:
    plain = ("contentType", "correlationId", "label", "messageId", "partitionKey", "replyTo")
    more = ("replyToSessionId", "sessionId", "to", "viaPartitionKey")
    fields = {name: text() for name in (*plain, *more)}
    others = {"forcePersistence": flag(), "scheduledEnqueueTimeUtc": instant(side), "timeToLive": _span(side)}
    return record(side, {}, {**fields, **others})
