"""Service Bus actions when connections break, when nobody answers, and when many send at once."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from local.dev.service_bus import ServiceBusBroker
from shared.domain.attempt import Completed, Failed
from tests.actions.service_bus_actions import a_service_bus, brokered, send, to_queue, to_topic
from tests.end_to_end.app_process import wait_for
from tests.service_bus import bodies

_numbers = count(1)


@pytest.fixture
def queue(broker: ServiceBusBroker) -> str:
    """A new queue that drops what it has already got."""
    name = f"queue-{next(_numbers)}"
    broker.create_queue(name, duplicateDetectionSeconds=600)
    return name


def failed(queue: str, reason: str) -> Failed:
    return Failed(f"ServiceBusQueue Action - failed: queue '{queue}' in namespace 'ns1': {reason}")


@pytest.mark.parametrize(
    ("fault", "stored", "websockets"),
    [
        ("drop-before-storing", [], False),
        ("drop-after-storing", ["hello"], False),
        ("drop-after-storing", ["hello"], True),
    ],
)
def test_what_was_not_confirmed_has_failed_and_its_retry_leaves_one_message(
    broker: ServiceBusBroker, queue: str, fault: str, stored: list[str], websockets: bool
) -> None:
    with a_service_bus(broker, websockets=websockets) as service_bus:
        broker.ask_for_fault(fault, times=1)
        first = send(service_bus, to_queue(queue))
        held = bodies(broker, queue)
        second = send(service_bus, to_queue(queue))

    assert (first, held) == (failed(queue, "the connection failed"), stored)
    assert isinstance(second, Completed)
    assert bodies(broker, queue) == ["hello"]


@pytest.mark.parametrize(
    ("fault", "websockets"),
    [
        ("drop-before-storing", False),
        ("drop-after-storing", False),
        ("detach", False),
        ("drop-before-storing", True),
    ],
)
def test_a_kept_connection_that_breaks_is_replaced_within_the_attempt(
    broker: ServiceBusBroker, queue: str, fault: str, websockets: bool
) -> None:
    with a_service_bus(broker, websockets=websockets) as service_bus:
        send(service_bus, to_queue(queue, "first"), tag="1")
        broker.ask_for_fault(fault, times=1)
        outcome = send(service_bus, to_queue(queue, "second"), tag="2")

    assert isinstance(outcome, Completed)
    assert bodies(broker, queue) == ["first", "second"]


def test_without_duplicate_detection_each_attempt_leaves_its_message(broker: ServiceBusBroker) -> None:
    broker.create_queue("plain")

    with a_service_bus(broker) as service_bus:
        broker.ask_for_fault("drop-after-storing", times=1)
        send(service_bus, to_queue("plain"))
        send(service_bus, to_queue("plain"))

    ids = [message["brokeredMessageProperties"]["messageId"] for message in broker.messages("plain")]
    assert len(ids) == 2
    assert len(set(ids)) == 1


def test_a_jobs_own_message_id_makes_all_its_occurrences_one(broker: ServiceBusBroker, queue: str) -> None:
    action = to_queue(queue, brokered=brokered(message_id="always-the-same"))

    with a_service_bus(broker) as service_bus:
        outcomes = [send(service_bus, action, tag=tag) for tag in ("1", "2")]

    assert all(isinstance(outcome, Completed) for outcome in outcomes)
    assert bodies(broker, queue) == ["hello"]


@pytest.mark.parametrize(("websockets", "connected"), [(False, False), (False, True), (True, False)])
def test_silence_is_cut_off_and_leaves_no_thread_behind(
    broker: ServiceBusBroker, queue: str, websockets: bool, connected: bool
) -> None:
    with a_service_bus(broker, websockets=websockets, time=1.0) as service_bus:
        if connected:
            send(service_bus, to_queue(queue), tag="1")
        broker.ask_for_fault("silence")
        outcome = send(service_bus, to_queue(queue), tag="2")

        wait_for(lambda: senders_at_work() == 0)

    # WebSockets give up by themselves, after a second too, when the first answer does not come.
    reasons = ["no answer within 1 seconds", *(["the connection failed"] if websockets else [])]
    assert outcome in [failed(queue, reason) for reason in reasons]


def test_those_who_wait_for_a_silent_target_are_cut_off_too(broker: ServiceBusBroker, queue: str) -> None:
    broker.ask_for_fault("silence")

    with a_service_bus(broker, time=1.0) as service_bus, ThreadPoolExecutor(16) as threads:
        outcomes = set(
            threads.map(lambda tag: send(service_bus, to_queue(queue), tag=tag), "0123456789abcdef")
        )
        wait_for(lambda: senders_at_work() == 0)

    assert outcomes == {failed(queue, "no answer within 1 seconds")}


def test_a_broker_that_is_down_is_an_outcome_until_it_is_up_again(
    broker: ServiceBusBroker, queue: str
) -> None:
    with a_service_bus(broker) as service_bus:
        send(service_bus, to_queue(queue), tag="1")
        broker.stop()
        down = send(service_bus, to_queue(queue), tag="2")
        broker.start()
        broker.create_queue(queue)
        up = send(service_bus, to_queue(queue), tag="3")

    assert down == failed(queue, "the connection was refused")
    assert isinstance(up, Completed)


@pytest.mark.parametrize("websockets", [False, True])
def test_many_threads_send_over_a_few_connections(
    broker: ServiceBusBroker, queue: str, websockets: bool
) -> None:
    made_before = broker.connections()["made"]
    texts = [str(number) for number in range(128)]

    with (
        a_service_bus(broker, websockets=websockets) as service_bus,
        ThreadPoolExecutor(32) as threads,
    ):
        outcomes = list(threads.map(lambda text: send(service_bus, to_queue(queue, text), tag=text), texts))

    assert Counter(map(type, outcomes)) == {Completed: 128}
    assert sorted(bodies(broker, queue), key=int) == texts
    assert broker.connections()["made"] - made_before <= 4


def test_a_connection_is_kept_for_its_target_key_and_kind(broker: ServiceBusBroker, queue: str) -> None:
    broker.create_topic("events", "all")
    made_before = broker.connections()["made"]

    with a_service_bus(broker) as service_bus:
        for tag in "123":
            send(service_bus, to_queue(queue), tag=tag)
        send(service_bus, to_topic("events"))
        send(service_bus, to_queue(queue), key="wrong")
        outcome = send(service_bus, to_queue(queue, namespace="NS1"), tag="4")

    assert outcome == Completed(f"ServiceBusQueue Action - succeeded: queue '{queue}' in namespace 'NS1'")
    assert broker.connections()["made"] - made_before == 3


def test_an_idle_connection_is_closed_and_the_next_message_opens_another(
    broker: ServiceBusBroker, queue: str
) -> None:
    with a_service_bus(broker, idle=0.05) as service_bus:
        send(service_bus, to_queue(queue, "first"), tag="1")
        wait_for(lambda: broker.connections()["open"] == 0)
        outcome = send(service_bus, to_queue(queue, "second"), tag="2")

    assert isinstance(outcome, Completed)
    assert bodies(broker, queue) == ["first", "second"]


def test_the_least_recently_used_target_makes_room(broker: ServiceBusBroker, queue: str) -> None:
    broker.create_queue("other")

    with a_service_bus(broker, targets=1) as service_bus:
        send(service_bus, to_queue(queue))
        send(service_bus, to_queue("other"))

        wait_for(lambda: broker.connections()["open"] == 1)


def test_closing_ends_all_threads_and_connections(broker: ServiceBusBroker, queue: str) -> None:
    with a_service_bus(broker) as service_bus:
        send(service_bus, to_queue(queue))

    assert senders_at_work() == 0
    wait_for(lambda: broker.connections()["open"] == 0)


def senders_at_work() -> int:
    return sum(thread.name == "service-bus-sender" for thread in threading.enumerate())
