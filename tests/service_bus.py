"""Reading back, with the real SDK, what was sent to the broker."""

from typing import Any, Final

from azure.servicebus import ServiceBusClient, ServiceBusReceivedMessage, ServiceBusReceiveMode
from azure.servicebus import ServiceBusReceiver as Receiver

from local.dev.service_bus import ServiceBusBroker

LONGEST_WAIT: Final = 10
QUICKLY_CLOSED: Final = 0
"""As `keep_alive`: without the SDK's thread for that, which takes a second to end. Receivers have it
nevertheless, unless they fetch ahead."""


def receive(
    broker: ServiceBusBroker, entity: str, subscription: str | None = None, *, count: int = 1
) -> list[ServiceBusReceivedMessage]:
    """Take so many messages out of a queue or a subscription."""
    received: list[ServiceBusReceivedMessage] = []
    with (
        ServiceBusClient.from_connection_string(broker.connection_string()) as client,
        open_receiver(client, entity, subscription) as receiver,
    ):
        while len(received) < count:
            found = receiver.receive_messages(count - len(received), max_wait_time=LONGEST_WAIT)
            assert found, f"{count - len(received)} messages are missing"
            received += found
    return received


def open_receiver(
    client: ServiceBusClient,
    entity: str,
    subscription: str | None = None,
    mode: ServiceBusReceiveMode = ServiceBusReceiveMode.RECEIVE_AND_DELETE,
) -> Receiver:
    quick: dict[str, Any] = {"keep_alive": QUICKLY_CLOSED, "prefetch_count": 1}
    if subscription is None:
        return client.get_queue_receiver(entity, receive_mode=mode, **quick)
    return client.get_subscription_receiver(entity, subscription, receive_mode=mode, **quick)


def bodies(broker: ServiceBusBroker, queue: str) -> list[str]:
    return [str(message["body"]) for message in broker.messages(queue)]
