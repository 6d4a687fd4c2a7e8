"""What the queue listener decides: when to fetch, how long to pause, what becomes of a message."""

import base64
from datetime import timedelta
from enum import Enum, auto

from local.host.host_settings import SHORTEST_POLLING_INTERVAL, MessageEncoding, QueueTriggerSettings

POISON_SUFFIX = "-poison"


class Fate(Enum):
    """What becomes of a message."""

    INVOKE = auto()
    DELETE = auto()
    GIVE_BACK = auto()  # visible again at once
    COME_BACK = auto()  # visible again after host.json's visibilityTimeout
    POISON = auto()
    IGNORE = auto()  # it stays invisible until its ten minutes are over


def wants_batch(in_flight: int, settings: QueueTriggerSettings) -> bool:
    """Say whether so few messages are in flight that the next batch can be fetched."""
    return in_flight <= settings.new_batch_threshold


def next_pause(previous: timedelta | None, settings: QueueTriggerSettings) -> timedelta:
    """Return the pause after an empty poll; `previous` is None if the poll before it was not empty."""
    if previous is None:
        return SHORTEST_POLLING_INTERVAL
    return min(previous * 2, settings.max_polling_interval)


def fate_of_received(queue: str, dequeue_count: int, settings: QueueTriggerSettings) -> Fate:
    """Return what to do with a message that was just received."""
    if dequeue_count <= settings.max_dequeue_count:
        return Fate.INVOKE
    return Fate.POISON if has_poison_queue(queue) else Fate.IGNORE


def fate_of_failed(queue: str, dequeue_count: int, settings: QueueTriggerSettings) -> Fate:
    """Return what to do with a message whose invocation failed."""
    if dequeue_count >= settings.max_dequeue_count and has_poison_queue(queue):
        return Fate.POISON
    return Fate.COME_BACK


def has_poison_queue(queue: str) -> bool:
    return not queue.endswith(POISON_SUFFIX)


def decode(text: str, encoding: MessageEncoding) -> bytes:
    """Return the body in a message's text; raise ValueError if the encoding is wrong."""
    if encoding is MessageEncoding.NONE:
        return text.encode()
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except ValueError as exc:
        raise ValueError(f"the message is not Base64: {exc}") from exc
