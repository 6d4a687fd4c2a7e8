"""Service Bus actions."""

from dataclasses import dataclass

from shared.domain.action import ActionType, ServiceBusAction
from shared.domain.attempt import Attempt, Failed, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceBusSettings:
    suffix: str = "servicebus.windows.net"
    websockets: bool = False
    emulator: str = ""


class ServiceBus:
    def __init__(self, settings: ServiceBusSettings) -> None:
        self._settings = settings

    def send(self, action: ServiceBusAction, key: str, attempt: Attempt) -> Outcome:
        return refused(action, "this kind of action cannot be carried out yet")

    def close(self) -> None:
        pass


def refused(action: ServiceBusAction, reason: str) -> Failed:
    kind = "queue" if action.type is ActionType.SERVICE_BUS_QUEUE else "topic"
    target = f"{kind} '{action.message.entity}' in namespace '{action.message.namespace}'"
    return Failed(f"{action.type} Action - failed: {target}: {reason}")
