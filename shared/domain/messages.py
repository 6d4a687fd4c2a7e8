"""Messages that jobs put into Storage queues, and into queues and topics of Service Bus."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import EXTENDED, About
from shared.domain.errors import Faults, cut
from shared.domain.identity import MessageIdentity
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


def queue_fault(name: str) -> str | None:
    """Return why a caller may not name a Storage queue so; one that was stored before is left alone."""
    if not name or QUEUE_NAME.fullmatch(name):  # that it is empty is said of stored ones too
        return None
    return (
        f"'{cut(name)}' is not 3 to 63 lower-case letters, digits and single hyphens, "
        "with a letter or digit at either end"
    )


def entity_fault(name: str) -> str | None:
    """Return why a caller may not name a queue or topic of Service Bus so; stored ones are left alone."""
    if not name:
        return "must not be empty"
    if _IN_NO_ENTITY.search(name):
        return f"'{cut(name)}' holds control characters, '?', '#', '\\' or a part '..'"
    return None


def key_name_fault(name: str) -> str | None:
    return None if name else "must not be empty"


def _without_mark(token: str) -> str:
    return token.removeprefix("?")


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQueueMessage:
    account: Annotated[str, About(key="storageAccount", pattern=ACCOUNT_NAME, example="account1")]
    queue: Annotated[
        str,
        About(
            key="queueName",
            words="Lower-case letters, digits and single hyphens.",
            shortest=1,
            example="queue-1",
            refuse=queue_fault,
            sent={"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "minLength": 3, "maxLength": 63},
        ),
    ]
    message: str
    sas_token: Annotated[
        Secret | None,
        About(
            clean=_without_mark,
            words="Without it, and without `managedIdentity`, the job cannot be enabled.",
        ),
    ] = None
    managed_identity: Annotated[
        MessageIdentity | None,
        About(since=EXTENDED, words="Instead of `sasToken`: the identity for actions sends it."),
    ] = None

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
    scheduled_enqueue_time: Annotated[datetime | None, About(key="scheduledEnqueueTimeUtc")] = None
    session_id: str | None = None
    time_to_live: timedelta | None = None
    to: str | None = None
    via_partition_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceBusMessage:
    """A message for an entity of a namespace. An entity is a queue or a topic."""

    entity: Annotated[
        str,
        About(shortest=1, refuse=entity_fault, sent={"pattern": r"^[^\x00-\x1f\x7f-\x9f?#\\]+$"}),
    ]
    namespace: Annotated[str, About(pattern=NAMESPACE_NAME, example="namespace-1")]
    transport: Annotated[TransportType, About(key="transportType")]
    message: str
    key_name: Annotated[
        str,
        About(
            key="authentication.sasKeyName",
            shortest=1,
            example="RootManageSharedAccessKey",
            refuse=key_name_fault,
        ),
    ]
    """Empty if the managed identity sends the message."""
    key: Annotated[Secret | None, About(key="authentication.sasKey")] = None
    brokered: Annotated[BrokeredProperties | None, About(key="brokeredMessageProperties")] = None
    custom: Annotated[Pairs | None, About(key="customMessageProperties")] = None
    managed_identity: Annotated[
        MessageIdentity | None,
        About(since=EXTENDED, words="Instead of `authentication`: the identity for actions sends it."),
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        fits = NAMESPACE_NAME.fullmatch(self.namespace) is not None
        faults.check(fits, "namespace", f"'{cut(self.namespace)}' is not 1 to 50 letters, digits and '-'")
        faults.raise_any()
