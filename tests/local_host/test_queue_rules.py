"""What the queue listener decides."""

from datetime import timedelta

import pytest

from local.host.host_settings import MessageEncoding, QueueTriggerSettings
from local.host.queue_trigger.rules import (
    Fate,
    decode,
    fate_of_failed,
    fate_of_received,
    next_pause,
    wants_batch,
)


@pytest.mark.parametrize(
    ("in_flight", "wanted"),
    [
        pytest.param(0, True, id="nothing to do"),
        pytest.param(3, True, id="at the threshold"),
        pytest.param(4, False, id="above the threshold"),
        pytest.param(11, False, id="a whole batch on top"),
    ],
)
def test_when_the_next_batch_is_fetched(in_flight: int, wanted: bool) -> None:
    assert wants_batch(in_flight, QueueTriggerSettings(batch_size=8, new_batch_threshold=3)) is wanted


def test_pauses_double_up_to_the_longest_polling_interval() -> None:
    settings = QueueTriggerSettings(max_polling_interval=timedelta(seconds=1))
    pauses = [next_pause(None, settings)]
    for _ in range(5):
        pauses.append(next_pause(pauses[-1], settings))

    assert [pause / timedelta(milliseconds=1) for pause in pauses] == [100, 200, 400, 800, 1000, 1000]


@pytest.mark.parametrize(
    ("queue", "dequeue_count", "received", "failed"),
    [
        pytest.param("jobs", 1, Fate.INVOKE, Fate.COME_BACK, id="the first time"),
        pytest.param("jobs", 4, Fate.INVOKE, Fate.COME_BACK, id="the last but one"),
        pytest.param("jobs", 5, Fate.INVOKE, Fate.POISON, id="the last time"),
        pytest.param("jobs", 6, Fate.POISON, Fate.POISON, id="after crashes: not invoked"),
        pytest.param("jobs-poison", 5, Fate.INVOKE, Fate.COME_BACK, id="a poison queue has none of its own"),
        pytest.param("jobs-poison", 6, Fate.IGNORE, Fate.COME_BACK, id="a poison queue: never again"),
    ],
)
def test_what_becomes_of_a_message(queue: str, dequeue_count: int, received: Fate, failed: Fate) -> None:
    settings = QueueTriggerSettings(max_dequeue_count=5)

    assert fate_of_received(queue, dequeue_count, settings) is received
    assert fate_of_failed(queue, dequeue_count, settings) is failed


@pytest.mark.parametrize(
    ("text", "encoding", "body"),
    [
        pytest.param("w6Q=", MessageEncoding.BASE64, "ä".encode(), id="Base64"),
        pytest.param(" w6\nQ= ", MessageEncoding.BASE64, "ä".encode(), id="Base64 with white space"),
        pytest.param("ä", MessageEncoding.NONE, "ä".encode(), id="plain text"),
        pytest.param("", MessageEncoding.BASE64, b"", id="nothing"),
    ],
)
def test_a_body_is_decoded(text: str, encoding: MessageEncoding, body: bytes) -> None:
    assert decode(text, encoding) == body


@pytest.mark.parametrize("text", ["{}", "w6Q", "ä"])
def test_a_body_that_is_not_base64_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not Base64"):
        decode(text, MessageEncoding.BASE64)
