"""Service Bus actions and attempts at them, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from local.dev.service_bus import KEY, KEY_NAME, ServiceBusBroker
from shared.actions.service_bus.bus import Limits, ServiceBus, ServiceBusSettings
from shared.domain.action import ActionType, ServiceBusAction
from shared.domain.attempt import Attempt, Outcome
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, TransportType
from tests.builders import KEY as JOB_KEY
from tests.builders import NINE

TAG: Final = "0123456789abcdef0123456789abcdef"


def to_queue(queue: str, text: str = "hello", **changes: Any) -> ServiceBusAction:
    return _an_action(ActionType.SERVICE_BUS_QUEUE, queue, text, changes)


def to_topic(topic: str, text: str = "hello", **changes: Any) -> ServiceBusAction:
    return _an_action(ActionType.SERVICE_BUS_TOPIC, topic, text, changes)


def brokered(**properties: Any) -> BrokeredProperties:
    return BrokeredProperties(**properties)


def an_attempt(action: ServiceBusAction, tag: str = TAG) -> Attempt:
    return Attempt(job=JOB_KEY, action=action, expected=NINE, execution_tag=tag, region="West Europe")


def send(service_bus: ServiceBus, action: ServiceBusAction, *, key: str = KEY, tag: str = TAG) -> Outcome:
    return service_bus.send(action, key, an_attempt(action, tag))


@contextmanager
def a_service_bus(
    broker: ServiceBusBroker, *, websockets: bool = False, **limits: Any
) -> Iterator[ServiceBus]:
    settings = ServiceBusSettings(emulator=broker.address, websockets=websockets)
    service_bus = ServiceBus(settings, Limits(**limits))
    yield service_bus
    service_bus.close()


def _an_action(type_: ActionType, entity: str, text: str, changes: dict[str, Any]) -> ServiceBusAction:
    named = {"namespace": "ns1", "key_name": KEY_NAME, **changes}
    message = ServiceBusMessage(entity=entity, transport=TransportType.AMQP, message=text, **named)
    return ServiceBusAction(type=type_, message=message)
