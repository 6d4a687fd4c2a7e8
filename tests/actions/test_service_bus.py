"""Service Bus actions against the broker: what arrives, and what the history says."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from azure.servicebus import ServiceBusReceivedMessage

from local.dev.service_bus import KEY, ServiceBusBroker
from shared.actions.service_bus.bus import ServiceBus, ServiceBusSettings
from shared.domain.action import ServiceBusAction
from shared.domain.attempt import Completed, Failed
from tests.actions.service_bus_actions import TAG, a_service_bus, brokered, send, to_queue, to_topic
from tests.service_bus import receive

PAST = datetime(2026, 3, 2, 9, 30, 0, 250_000, tzinfo=UTC)
ALL_PROPERTIES = brokered(
    content_type="application/json",
    correlation_id="correlation ü",
    force_persistence=True,
    label="label 日本",
    message_id="message-1",
    partition_key="session-1",
    reply_to="reply-to",
    reply_to_session_id="reply-to-session",
    scheduled_enqueue_time=PAST,
    session_id="session-1",
    time_to_live=timedelta(days=1, milliseconds=250),
    to="to",
    via_partition_key="via ß",
)


QUEUE = "orders"


@pytest.fixture(scope="module")
def service_bus(a_broker: ServiceBusBroker) -> Iterator[ServiceBus]:
    a_broker.create_queue(QUEUE)
    with a_service_bus(a_broker) as service_bus:
        yield service_bus


@pytest.fixture(autouse=True)
def empty_queue(broker: ServiceBusBroker, service_bus: ServiceBus) -> None:
    broker.empty_queue(QUEUE)


def test_a_message_arrives_with_all_its_properties(broker: ServiceBusBroker, service_bus: ServiceBus) -> None:
    custom = (("größe", "zwölf 日本 😀"), ("plain", "1"))
    outcome = send(service_bus, to_queue(QUEUE, "Grüße 😀", brokered=ALL_PROPERTIES, custom=custom))

    (message,) = receive(broker, QUEUE)

    assert outcome == Completed("ServiceBusQueue Action - succeeded: queue 'orders' in namespace 'ns1'")
    assert str(message) == "Grüße 😀"
    assert properties_of(message) == {
        "content_type": "application/json",
        "correlation_id": "correlation ü",
        "force_persistence": True,
        "label": "label 日本",
        "message_id": "message-1",
        "partition_key": "session-1",
        "reply_to": "reply-to",
        "reply_to_session_id": "reply-to-session",
        "scheduled_enqueue_time": PAST,
        "session_id": "session-1",
        "time_to_live": timedelta(days=1, milliseconds=250),
        "to": "to",
        "via_partition_key": "via ß",
    }
    assert message.application_properties == {"größe".encode(): "zwölf 日本 😀".encode(), b"plain": b"1"}


@pytest.mark.parametrize("properties", [{}, {"brokered": brokered(), "custom": ()}], ids=["none", "empty"])
def test_a_message_without_properties_has_only_the_occurrences_tag_as_its_id(
    broker: ServiceBusBroker, service_bus: ServiceBus, properties: dict[str, object]
) -> None:
    send(service_bus, to_queue(QUEUE, "", **properties))

    (message,) = broker.messages(QUEUE)

    assert message["body"] == ""
    assert message["brokeredMessageProperties"] == {"messageId": TAG}
    assert message["customMessageProperties"] == {}


def test_a_topic_gives_each_subscription_a_copy(broker: ServiceBusBroker, service_bus: ServiceBus) -> None:
    broker.create_topic("news", "all", "Audit")

    outcome = send(service_bus, to_topic("news", "hello", brokered=ALL_PROPERTIES))

    assert outcome == Completed("ServiceBusTopic Action - succeeded: topic 'news' in namespace 'ns1'")
    for subscription in ("all", "audit"):
        (message,) = receive(broker, "news", subscription)
        assert (str(message), message.message_id) == ("hello", "message-1")


@pytest.mark.parametrize(
    ("time_to_live", "milliseconds"),
    [
        pytest.param(timedelta(milliseconds=90_500), 90_500, id="fractions of a second"),
        pytest.param(timedelta(days=365), 4_294_967_295, id="more than the field can hold"),
    ],
)
def test_a_time_to_live_is_kept_as_well_as_amqp_can(
    broker: ServiceBusBroker, service_bus: ServiceBus, time_to_live: timedelta, milliseconds: int
) -> None:
    outcome = send(service_bus, to_queue(QUEUE, brokered=brokered(time_to_live=time_to_live)))

    (waiting,) = broker.messages(QUEUE)
    assert isinstance(outcome, Completed)
    assert waiting["brokeredMessageProperties"]["timeToLiveMilliseconds"] == milliseconds


LONG = "x" * 129


@pytest.mark.parametrize(
    ("properties", "reason"),
    [
        (
            {"partition_key": "a", "session_id": "b"},
            "partitionKey must be the same as sessionId when both are given",
        ),
        ({"message_id": LONG}, "messageId is longer than 128 characters"),
        ({"session_id": LONG}, "sessionId is longer than 128 characters"),
        ({"reply_to_session_id": LONG}, "replyToSessionId is longer than 128 characters"),
        ({"partition_key": LONG}, "partitionKey is longer than 128 characters"),
        ({"via_partition_key": LONG}, "viaPartitionKey is longer than 128 characters"),
        ({"label": "\ud800"}, "a text in it cannot be written in UTF-8"),
    ],
)
def test_what_cannot_be_sent_fails_and_says_why(
    service_bus: ServiceBus, properties: dict[str, str], reason: str
) -> None:
    outcome = send(service_bus, to_queue(QUEUE, brokered=brokered(**properties)))

    assert outcome == Failed(f"ServiceBusQueue Action - failed: queue 'orders' in namespace 'ns1': {reason}")


@pytest.mark.parametrize(
    ("action", "key", "reason"),
    [
        pytest.param(to_queue(QUEUE), "wrong", "the key was refused", id="wrong key"),
        pytest.param(to_queue(QUEUE, key_name="nobody"), KEY, "the key was refused", id="wrong key name"),
        pytest.param(
            to_queue(QUEUE, key_name="listener"), KEY, "the key may not send to it", id="key for receivers"
        ),
        pytest.param(to_queue("missing"), KEY, "it does not exist", id="no such queue"),
        pytest.param(to_topic("missing"), KEY, "it does not exist", id="no such topic"),
        pytest.param(to_queue(QUEUE, "ä" * 131_073), KEY, "the message is too large", id="too large"),
        pytest.param(
            to_queue(QUEUE, "\ud800"),
            KEY,
            "a text in it cannot be written in UTF-8",
            id="half a character",
        ),
    ],
)
def test_a_refusal_is_an_outcome(
    broker: ServiceBusBroker,
    service_bus: ServiceBus,
    action: ServiceBusAction,
    key: str,
    reason: str,
) -> None:
    outcome = send(service_bus, action, key=key)

    kind = "Queue" if action.type == "ServiceBusQueue" else "Topic"
    target = f"{kind.lower()} '{action.message.entity}' in namespace 'ns1'"
    assert outcome == Failed(f"ServiceBus{kind} Action - failed: {target}: {reason}")
    assert broker.messages(QUEUE) == []


@pytest.mark.parametrize(
    ("condition", "said", "reason"),
    [
        ("com.microsoft:server-busy", "Try later.", "the service is busy"),
        ("com.microsoft:entity-disabled", "Disabled.", "it is disabled"),
        (
            "amqp:not-allowed",
            "The SessionId was not set\non a message. TrackingId:1234, Timestamp:5678",
            "refused: The SessionId was not set on a message.",
        ),
        ("com.microsoft:argument-error", "Long " * 100, f"refused: {('Long ' * 100)[:200]}"),
        ("com.microsoft:argument-error", "", "the service did not take it"),
    ],
)
def test_what_the_service_says_is_told_in_short(
    broker: ServiceBusBroker, service_bus: ServiceBus, condition: str, said: str, reason: str
) -> None:
    broker.ask_for_fault("refuse", condition=condition, description=said)

    outcome = send(service_bus, to_queue(QUEUE))

    assert outcome.message.endswith(f"': {reason}")


def test_a_namespace_that_is_unknown_has_no_host() -> None:
    service_bus = ServiceBus(ServiceBusSettings(suffix="servicebus.invalid"))

    outcome = send(service_bus, to_queue(QUEUE))

    assert outcome == Failed(
        "ServiceBusQueue Action - failed: queue 'orders' in namespace 'ns1': no such host"
    )


def test_nothing_that_is_logged_or_shown_holds_the_key(
    broker: ServiceBusBroker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = "c2VjcmV0LWtleQ=="

    with a_service_bus(broker) as service_bus:
        outcomes = [send(service_bus, to_queue(QUEUE), key=key) for key in (KEY, wrong)]
        shown = repr(service_bus) + repr(vars(service_bus))

    assert [type(outcome) for outcome in outcomes] == [Completed, Failed]
    for text in (caplog.text, shown, *(outcome.message for outcome in outcomes)):
        for secret in (KEY, wrong, "SharedAccessSignature", "sig="):
            assert secret not in text


def properties_of(message: ServiceBusReceivedMessage) -> dict[str, Any]:
    """All that a job can set, in the job's own words."""
    raw = message.raw_amqp_message
    via = (raw.annotations or {}).get(b"x-opt-via-partition-key")
    return {
        "content_type": message.content_type,
        "correlation_id": message.correlation_id,
        "force_persistence": raw.header.durable if raw.header else None,
        "label": message.subject,
        "message_id": message.message_id,
        "partition_key": message.partition_key,
        "reply_to": message.reply_to,
        "reply_to_session_id": message.reply_to_session_id,
        "scheduled_enqueue_time": message.scheduled_enqueue_time_utc,
        "session_id": message.session_id,
        "time_to_live": message.time_to_live,
        "to": message.to,
        "via_partition_key": via.decode() if isinstance(via, bytes) else via,
    }
