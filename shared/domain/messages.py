"""Messages that jobs put into Storage queues, and into queues and topics of Service Bus."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.errors import Faults, cut
from shared.domain.secret import Secret

ACCOUNT_NAME: Final = re.compile(r"[A-Za-z0-9]{3,24}")
QUEUE_NAME: Final = re.compile(r"(?=.{3,63}\Z)[a-z0-9]+(-[a-z0-9]+)*")
"""Azure's rule: 3 to 63 lower-case letters, digits and single hyphens, a letter or digit at either end."""
NAMESPACE_NAME: Final = re.compile(r"[A-Za-z0-9-]{1,50}")

_IN_NO_ENTITY: Final = re.compile(r"[\x00-\x1f\x7f-\x9f?#\\]|(^|/)\.\.(/|$)")

Pairs = tuple[tuple[str, str], ...]


class TransportType(StrEnum):
    NOT_SPECIFIED = "notSpecified"
    NET_MESSAGING = "netMessaging"
    AMQP = "AMQP"


class ServiceBusAuthentication(StrEnum):
    SHARED_ACCESS_KEY = "sharedAccessKey"


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQueueMessage:
    account: str
    queue: str
    message: str
    sas_token: Secret | None = None

    def __post_init__(self) -> None:
        faults = Faults()
        # The account becomes part of a host name.
        fits = ACCOUNT_NAME.fullmatch(self.account) is not None
        faults.check(fits, "storageAccount", f"'{cut(self.account)}' is not 3 to 24 letters and digits")
        faults.check(bool(self.queue), "queueName", "must not be empty")
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeredProperties:
    content_type: str | None = None
    correlation_id: str | None = None
    force_persistence: bool | None = None
    label: str | None = None
    message_id: str | None = None
    partition_key: str | None = None
    reply_to: str | None = None
    reply_to_session_id: str | None = None
    scheduled_enqueue_time: datetime | None = None
    session_id: str | None = None
    time_to_live: timedelta | None = None
    to: str | None = None
    via_partition_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceBusMessage:
    """A message for an entity of a namespace. An entity is a queue or a topic."""

    entity: str
    namespace: str
    transport: TransportType
    message: str
    key_name: str
    key: Secret | None = None
    brokered: BrokeredProperties | None = None
    custom: Pairs | None = None

    def __post_init__(self) -> None:
        faults = Faults()
        fits = NAMESPACE_NAME.fullmatch(self.namespace) is not None
        faults.check(fits, "namespace", f"'{cut(self.namespace)}' is not 1 to 50 letters, digits and '-'")
        faults.check(bool(self.key_name), "authentication.sasKeyName", "must not be empty")
        faults.raise_any()


def queue_fault(name: str) -> str | None:
    """Return why a caller may not name a Storage queue so, or None. Stored names are not held to it."""
    if not name or QUEUE_NAME.fullmatch(name):  # the value itself refuses empty names
        return None
    return (
        f"'{cut(name)}' is not 3 to 63 lower-case letters, digits and single hyphens, "
        "with a letter or digit at either end"
    )


def entity_fault(name: str) -> str | None:
    """Return why a caller may not name a Service Bus entity so, or None. Stored names are not held to it."""
    if not name:
        return "must not be empty"
    if _IN_NO_ENTITY.search(name):
        return f"'{cut(name)}' holds control characters, '?', '#', '\\' or a part '..'"
    return None
