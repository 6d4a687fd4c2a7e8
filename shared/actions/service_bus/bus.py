"""Service Bus actions: a message to a queue or to a topic."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from azure.core.credentials import AzureNamedKeyCredential, TokenCredential
from azure.servicebus import TransportType
from azure.servicebus.exceptions import ServiceBusError

from shared.actions.service_bus.message import Unsendable, make_message
from shared.actions.service_bus.reasons import reason_for
from shared.actions.service_bus.senders import Sender, Senders
from shared.domain.action import ActionType, ServiceBusAction
from shared.domain.attempt import Attempt, Completed, Failed, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceBusSettings:
    suffix: str = "servicebus.windows.net"
    """It follows the namespace in a host's name. Sovereign clouds have other suffixes."""
    websockets: bool = False
    """Speak AMQP over WebSockets, on port 443. It helps where a firewall closes the port of AMQP."""
    emulator: str = ""
    """Host and port to use for every namespace, without TLS. Only a developer's machine sets it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds that only tests change."""

    time: float = 60.0
    """Seconds for an action, from the call to its answer."""
    idle: float = 180.0
    """Seconds until an unused connection is closed. The service would end it after four minutes."""
    targets: int = 32
    """The number of queues and topics that connections are kept to, up to four to each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    namespace: str
    type: ActionType
    entity: str
    key_name: str
    proof: str | TokenCredential = field(repr=False)
    """The key, or the identity."""


_LIMITS: Final = Limits()
_LOOPBACK: Final = ("127.0.0.1:", "localhost:")


class ServiceBus:
    """Sends messages over connections that are kept open, because a new one takes half a second.

    Whatever the other side does, or does not do, `send` returns within the time limit.
    """

    def __init__(self, settings: ServiceBusSettings, limits: Limits = _LIMITS) -> None:
        self._settings = settings
        self._limits = limits
        self._targets: OrderedDict[_Target, Senders] = OrderedDict()
        self._lock = threading.Lock()

    def send(self, action: ServiceBusAction, proof: str | TokenCredential, attempt: Attempt) -> Outcome:
        """Send the message and return what came of it; `proof` is the opened key, or an identity."""
        deadline = time.monotonic() + self._limits.time
        if not isinstance(proof, str) and not self._is_safe_for_tokens():
            return not_sent(action, "a token of the managed identity is never sent without TLS")
        try:
            message = make_message(action.message, attempt)
            self._senders(_target(action, proof)).send(message, deadline)
        except Unsendable as exc:
            return not_sent(action, str(exc))
        except TimeoutError:
            return not_sent(action, f"no answer within {self._limits.time:.0f} seconds")
        except ServiceBusError as exc:
            return not_sent(action, reason_for(exc, action.message.message, proof))
        return Completed(f"{action.type} Action - succeeded: {_described(action)}")

    def close(self) -> None:
        """Close all connections. Those in use are closed after their use."""
        with self._lock:
            closing = list(self._targets.values())
            self._targets.clear()
        for senders in closing:
            senders.close()
        for senders in closing:
            senders.wait()

    def _is_safe_for_tokens(self) -> bool:
        """Only the emulator is called without TLS. On this machine, nobody listens on the way."""
        return not self._settings.emulator or self._settings.emulator.startswith(_LOOPBACK)

    def _senders(self, target: _Target) -> Senders:
        """Return the target's senders. The least recently used ones make room for new ones."""
        with self._lock:
            senders = self._targets.setdefault(target, Senders(lambda: self._open(target), self._limits.idle))
            self._targets.move_to_end(target)
            too_many = len(self._targets) > self._limits.targets
            retired = self._targets.popitem(last=False)[1] if too_many else None
        if retired is not None:
            retired.close()
        return senders

    def _open(self, target: _Target) -> Sender:
        """Return a sender that connects when it is first used."""
        emulator, websockets = self._settings.emulator, self._settings.websockets
        kind = "queue_name" if target.type is ActionType.SERVICE_BUS_QUEUE else "topic_name"
        return Sender(
            emulator or f"{target.namespace}.{self._settings.suffix}",
            _credential(target),
            **{kind: target.entity},
            retry_total=0,  # the job's retry policy decides what is tried again
            keep_alive=0,  # otherwise one more thread would read from the connection
            transport_type=TransportType.AmqpOverWebsocket if websockets else TransportType.Amqp,
            use_tls=not emulator,
            # Without this, the SDK would leave out the port.
            custom_endpoint_address=f"sb://{emulator}" if emulator and websockets else None,
        )


def _credential(target: _Target) -> AzureNamedKeyCredential | TokenCredential:
    if isinstance(target.proof, str):
        return AzureNamedKeyCredential(target.key_name, target.proof)
    return target.proof


def not_sent(action: ServiceBusAction, reason: str) -> Failed:
    return Failed(f"{action.type} Action - failed: {_described(action)}: {reason}")


def _described(action: ServiceBusAction) -> str:
    kind = "queue" if action.type is ActionType.SERVICE_BUS_QUEUE else "topic"
    return f"{kind} '{action.message.entity}' in namespace '{action.message.namespace}'"


def _target(action: ServiceBusAction, proof: str | TokenCredential) -> _Target:
    sent = action.message
    return _Target(
        namespace=sent.namespace.lower(),
        type=action.type,
        entity=sent.entity,
        key_name=sent.key_name,
        proof=proof,
    )
