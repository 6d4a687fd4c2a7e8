"""The broker, spoken to by the real SDK: what it stores, gives out and forgets."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from azure.servicebus import (
    ServiceBusClient,
    ServiceBusMessage,
    ServiceBusReceivedMessage,
    ServiceBusReceiveMode,
    ServiceBusReceiver,
    ServiceBusSender,
)

from local.dev.node import ensure_broker
from local.dev.service_bus import ServiceBusBroker
from local.dev.tcp_ports import find_free
from tests.end_to_end.app_process import wait_for
from tests.service_bus import LONGEST_WAIT, QUICKLY_CLOSED, bodies, open_receiver, receive

_numbers = count(1)


@pytest.fixture
def client(broker: ServiceBusBroker) -> Iterator[ServiceBusClient]:
    with ServiceBusClient.from_connection_string(broker.connection_string(), retry_total=0) as client:
        yield client


@pytest.fixture
def queue(broker: ServiceBusBroker) -> str:
    name = f"mailbox-{next(_numbers)}"
    broker.create_queue(name)
    return name


def open_sender(client: ServiceBusClient, queue: str) -> ServiceBusSender:
    return client.get_queue_sender(queue, keep_alive=QUICKLY_CLOSED)


def send(client: ServiceBusClient, queue: str, *texts: str) -> None:
    with open_sender(client, queue) as sender:
        sender.send_messages([ServiceBusMessage(text) for text in texts])


def test_a_batch_is_as_many_messages_in_their_order(
    broker: ServiceBusBroker, client: ServiceBusClient, queue: str
) -> None:
    send(client, queue, "one", "two", "three")

    assert [str(message) for message in receive(broker, queue.upper(), count=3)] == ["one", "two", "three"]
    assert broker.messages(queue) == []


def test_what_is_locked_is_completed_or_comes_back(
    broker: ServiceBusBroker, client: ServiceBusClient, queue: str
) -> None:
    send(client, queue, "completed", "abandoned", "forgotten", "dead")

    with open_receiver(client, queue, mode=ServiceBusReceiveMode.PEEK_LOCK) as receiver:
        done, abandoned, _, dead = (take_one(receiver) for _ in range(4))
        assert len(broker.messages(queue)) == 4
        receiver.complete_message(done)
        receiver.dead_letter_message(dead)
        receiver.abandon_message(abandoned)

    again = receive(broker, queue, count=2)
    assert [(str(message), message.delivery_count) for message in again] == [
        ("abandoned", 1),
        ("forgotten", 1),
    ]


def take_one(receiver: ServiceBusReceiver) -> ServiceBusReceivedMessage:
    (message,) = receiver.receive_messages(1, max_wait_time=LONGEST_WAIT)
    return message


def test_a_receiver_waits_for_a_message_that_is_sent_later_and_due_later_still(
    client: ServiceBusClient, queue: str
) -> None:
    with open_receiver(client, queue) as receiver, open_sender(client, queue) as sender:
        assert receiver.receive_messages(max_wait_time=0.1) == []
        due = datetime.now(UTC) + timedelta(seconds=0.3)
        sender.send_messages(ServiceBusMessage("later", scheduled_enqueue_time_utc=due))

        (message,) = receiver.receive_messages(max_wait_time=LONGEST_WAIT)

    assert str(message) == "later"
    assert datetime.now(UTC) >= due


def test_an_expired_message_is_gone(broker: ServiceBusBroker, client: ServiceBusClient, queue: str) -> None:
    short = ServiceBusMessage("short")
    assert short.raw_amqp_message.header is not None
    short.raw_amqp_message.header.time_to_live = 1
    with open_sender(client, queue) as sender:
        sender.send_messages(short)
        sender.send_messages(ServiceBusMessage("long", time_to_live=timedelta(hours=1)))

    assert wait_for(lambda: bodies(broker, queue) == ["long"])


def test_a_message_of_a_known_id_is_dropped_until_the_window_is_over(
    broker: ServiceBusBroker, client: ServiceBusClient
) -> None:
    broker.create_queue("long-window", duplicateDetectionSeconds=600)
    broker.create_queue("short-window", duplicateDetectionSeconds=0.01)

    with open_sender(client, "long-window") as sender:
        sender.send_messages([ServiceBusMessage("1", message_id="a"), ServiceBusMessage("2", message_id="a")])
        sender.send_messages([ServiceBusMessage("3", message_id="a"), ServiceBusMessage("4", message_id="b")])
    with open_sender(client, "short-window") as sender:
        wait_for(lambda: stored_after(sender, broker, "short-window") >= 2)

    assert bodies(broker, "long-window") == ["1", "4"]


def stored_after(sender: ServiceBusSender, broker: ServiceBusBroker, queue: str) -> int:
    sender.send_messages(ServiceBusMessage("again", message_id="a"))
    return len(broker.messages(queue))


def test_without_configuration_what_is_missing_is_made(tmp_path: Path) -> None:
    broker = ServiceBusBroker(ensure_broker(), tmp_path, find_free(1)[0])
    broker.start()
    try:
        with ServiceBusClient.from_connection_string(broker.connection_string()) as client:
            send(client, "new-queue", "to a queue")
            with client.get_topic_sender("new-topic", keep_alive=QUICKLY_CLOSED) as sender:
                sender.send_messages(ServiceBusMessage("to a topic"))
                assert broker.subscription_messages("new-topic", "second") == []
                sender.send_messages(ServiceBusMessage("to both"))

        assert bodies(broker, "new-queue") == ["to a queue"]
        received = receive(broker, "new-topic", "all", count=2)
        assert [str(message) for message in received] == ["to a topic", "to both"]
        (second,) = broker.subscription_messages("new-topic", "second")
        assert second["body"] == "to both"
    finally:
        broker.stop()

    assert broker.log.read_text(encoding="utf-8") == f"Listening on amqp://{broker.address}\n"
