"""A job's message as the Service Bus SDK wants it."""

from datetime import timedelta
from typing import Final

from azure.servicebus import ServiceBusMessage as Message

from shared.domain.attempt import Attempt
from shared.domain.messages import BrokeredProperties, ServiceBusMessage

LONGEST_ID: Final = 128
"""In characters, of ids and partition keys. The service refuses longer ones."""
LONGEST_TIME_TO_LIVE: Final = timedelta(milliseconds=2**32 - 1)
"""About 49 days, the most that the field of AMQP holds. Longer times are cut to it."""
_VIA_PARTITION_KEY: Final = b"x-opt-via-partition-key"


class Unsendable(ValueError):
    """Says why no message can be made."""


def make_message(sent: ServiceBusMessage, attempt: Attempt) -> Message:
    """Return the message, or raise Unsendable.

    All attempts of an occurrence have the same id, so that the service can drop what it already has.
    """
    brokered = sent.brokered or BrokeredProperties()
    _check(brokered)
    message = Message(
        _encode(sent.message),
        application_properties=dict(sent.custom or ()),
        session_id=brokered.session_id or None,
        message_id=brokered.message_id or attempt.execution_tag,
        scheduled_enqueue_time_utc=brokered.scheduled_enqueue_time,
        content_type=brokered.content_type,
        correlation_id=brokered.correlation_id,
        subject=brokered.label,
        partition_key=brokered.partition_key or None,
        to=brokered.to,
        reply_to=brokered.reply_to,
        reply_to_session_id=brokered.reply_to_session_id,
    )
    _add_what_has_no_argument(message, brokered)
    return message


def _check(brokered: BrokeredProperties) -> None:
    ids = {
        "messageId": brokered.message_id,
        "sessionId": brokered.session_id,
        "replyToSessionId": brokered.reply_to_session_id,
        "partitionKey": brokered.partition_key,
        "viaPartitionKey": brokered.via_partition_key,
    }
    for name, value in ids.items():
        if value is not None and len(value) > LONGEST_ID:
            raise Unsendable(f"{name} is longer than {LONGEST_ID} characters")
    both = brokered.partition_key and brokered.session_id
    if both and brokered.partition_key != brokered.session_id:
        raise Unsendable("partitionKey must be the same as sessionId when both are given")


def _encode(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as exc:
        raise Unsendable("a text in it cannot be written in UTF-8") from exc


def _add_what_has_no_argument(message: Message, brokered: BrokeredProperties) -> None:
    raw = message.raw_amqp_message
    if brokered.via_partition_key:
        raw.annotations = {**(raw.annotations or {}), _VIA_PARTITION_KEY: brokered.via_partition_key}
    if raw.header is not None:
        raw.header.durable = brokered.force_persistence
        raw.header.time_to_live = _milliseconds(brokered.time_to_live)


def _milliseconds(time_to_live: timedelta | None) -> int | None:
    """Return the field's value. The SDK's own argument drops fractions of seconds and fails on long times."""
    if time_to_live is None:
        return None
    return max(0, min(time_to_live, LONGEST_TIME_TO_LIVE) // timedelta(milliseconds=1))
