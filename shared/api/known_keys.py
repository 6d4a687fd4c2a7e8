"""The keys that a request's body may have: one tree, and what is made of any other key.

A key that nobody reads is refused: a job that silently runs in UTC, or once instead of daily, is worse than
an error. `key_hints.py` says what to write instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from shared.api.fields import LONGEST_ARRAY
from shared.api.key_hints import hint
from shared.api.shape import VALUE, Shape, shape
from shared.domain.action import ActionType
from shared.domain.errors import Faults, cut

_FREE: Final = Shape(free=True)
OF_ANY_RESOURCE: Final = (
    *("id", "name", "type"),
    *("etag", "kind", "identity", "plan", "managedBy", "systemData", "zones"),
    *("apiVersion", "dependsOn", "comments"),
)
"""What is read-only, and what ARM adds to any resource, in answers and in templates."""

OF_CERTIFICATES: Final = ("certificateExpiration", "certificateExpirationDate", "certificateSubjectName")

_SCHEDULE: Final = shape(
    *("minutes", "hours", "weekDays", "monthDays", "months"),
    monthlyOccurrences=shape("day", "occurrence"),
)
_RECURRENCE: Final = shape("frequency", "interval", "count", "endTime", schedule=_SCHEDULE)
_RETRY_POLICY: Final = shape("retryType", "retryInterval", "retryCount")
AUTHENTICATION: Final = shape(
    *("type", "username", "password", "pfx", "certificateThumbprint"),
    *("tenant", "audience", "clientId", "secret"),
    ignored=OF_CERTIFICATES,
)
_REQUEST: Final = shape(
    *("uri", "method", "body"),
    headers=_FREE,
    authentication=AUTHENTICATION,
    old={"retryPolicy": _RETRY_POLICY},
)
_QUEUE_MESSAGE: Final = shape("storageAccount", "queueName", "sasToken", "message")
_BROKERED: Final = shape(
    *("contentType", "correlationId", "forcePersistence", "label", "messageId", "partitionKey", "replyTo"),
    *("replyToSessionId", "scheduledEnqueueTimeUtc", "sessionId", "timeToLive", "to", "viaPartitionKey"),
)


def _service_bus(entity: str) -> Shape:
    return shape(
        *(entity, "namespace", "transportType", "message"),
        authentication=shape("type", "sasKeyName", "sasKey"),
        brokeredMessageProperties=_BROKERED,
        customMessageProperties=_FREE,
    )


_MESSAGES: Final = {
    "request": _REQUEST,
    "queueMessage": _QUEUE_MESSAGE,
    "serviceBusQueueMessage": _service_bus("queueName"),
    "serviceBusTopicMessage": _service_bus("topicPath"),
}
_MESSAGE_OF: Final[Mapping[str, str]] = {
    ActionType.HTTP: "request",
    ActionType.HTTPS: "request",
    ActionType.STORAGE_QUEUE: "queueMessage",
    ActionType.SERVICE_BUS_QUEUE: "serviceBusQueueMessage",
    ActionType.SERVICE_BUS_TOPIC: "serviceBusTopicMessage",
}
_ERROR_ACTION: Final = shape(
    "type",
    retryPolicy=_RETRY_POLICY,
    old={"errorAction": VALUE},  # it never had one; the parser says so
    chosen=_MESSAGE_OF,
    messages=_MESSAGES,
)
_ACTION: Final = shape(
    "type", retryPolicy=_RETRY_POLICY, errorAction=_ERROR_ACTION, chosen=_MESSAGE_OF, messages=_MESSAGES
)
_TIMED: Final = shape(
    *("startTime", "state"),
    action=_ACTION,
    recurrence=_RECURRENCE,
    ignored=("status",),
    old={"retryPolicy": _RETRY_POLICY, "errorAction": _ERROR_ACTION},
)
_MAX_RECURRENCE: Final = shape("frequency", "interval")
_QUOTA: Final = shape("maxJobCount", "maxJobOccurrence", maxRecurrence=_MAX_RECURRENCE)

JOB: Final = shape(
    properties=_TIMED,
    ignored=(*OF_ANY_RESOURCE, "sku"),
    words=dict.fromkeys(("location", "tags"), "is not known here: a job has none, its collection has"),
)
COLLECTION: Final = shape(
    "location",
    tags=_FREE,
    properties=shape("state", sku=shape("name"), quota=_QUOTA),
    ignored=OF_ANY_RESOURCE,
)
_PREVIEW: Final = shape("now", "top", properties=_TIMED, ignored=JOB.ignored)
_BARE_PREVIEW: Final = shape(
    *("now", "top", "startTime", "state"),
    action=_ACTION,
    recurrence=_RECURRENCE,
    ignored=(*JOB.ignored, "status"),
    old=_TIMED.old,
)


def preview_shape(body: Mapping[str, Any]) -> Shape:
    """Return what a preview may hold: a whole job, or what stands in its properties."""
    return _PREVIEW if any(key.lower() == "properties" for key in body) else _BARE_PREVIEW


def without_unknown(body: Mapping[str, Any], known: Shape) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a body without the keys that are not known, and what is to be said of each of these.

    Raise Invalid if a key stands there twice but for its case: nothing tells which is meant.
    """
    check = KeyCheck()
    part = check.known_part(body, (known,), "")
    check.doubled.raise_any()
    return part, check.unknown.told


def refuse_unknown(body: Mapping[str, Any], known: Shape, faults: Faults) -> None:
    """Note every key that is not known, and every one that stands twice but for its case."""
    KeyCheck(unknown=faults, doubled=faults).known_part(body, (known,), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyCheck:
    """Walks a body along the tree; what nobody looks at, such as the message of another action, it skips."""

    unknown: Faults = field(default_factory=Faults)
    doubled: Faults = field(default_factory=Faults)

    def known_part(self, sent: Mapping[str, Any], way: tuple[Shape, ...], path: str) -> dict[str, Any]:
        """Return the object without its unknown keys; `way` leads from the tree's root to its shape."""
        here = way[-1]
        self._refuse_doubled(sent, path)
        chosen = here.chosen_message(sent)
        part = {}
        for key, value in sent.items():
            inside = f"{path}.{cut(key)}".strip(".")
            if not here.knows(key):
                self.unknown.add(inside, "" if self.unknown.full else hint(key, value, way))
            elif chosen is not None and here.is_message(key) and key.lower() != chosen.lower():
                part[key] = value
            else:
                part[key] = self._below(value, (*way, here.below(key)), inside)
        return part

    def _below(self, value: Any, way: tuple[Shape, ...], path: str) -> Any:
        if isinstance(value, Mapping) and way[-1].is_object:
            return self.known_part(value, way, path)
        if isinstance(value, list) and way[-1].keys and len(value) <= LONGEST_ARRAY:
            return [self._below(item, way, f"{path}[{index}]") for index, item in enumerate(value)]
        return value

    def _refuse_doubled(self, sent: Mapping[str, Any], path: str) -> None:
        spelled: dict[str, str] = {}
        for key in sent:
            first = spelled.setdefault(key.lower(), key)
            if first is not key:
                rule = f"stands there twice, as '{cut(first)}' too: case does not tell keys apart"
                self.doubled.add(f"{path}.{cut(key)}".strip("."), rule)
