"""What each kind of action may be aimed at in a test: a target that works, or one that does not yet."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from azure.storage.queue import (
    AccountSasPermissions,
    QueueServiceClient,
    ResourceTypes,
    generate_account_sas,
)

from local.dev.azurite import ACCOUNT, ACCOUNT_KEY, Azurite
from local.dev.service_bus import KEY, KEY_NAME, ServiceBusBroker
from tests.receiver import Receiver

KINDS: Final = ("Http", "StorageQueue", "ServiceBusQueue", "ServiceBusTopic")


@dataclass
class Targets:
    """Real parts on loopback; `mended` holds the paths at which the receiver answers well."""

    azurite: Azurite
    broker: ServiceBusBroker
    receiver: Receiver
    mended: set[str]

    def action(self, kind: str, name: str, **changes: Any) -> dict[str, Any]:
        """Return an action that works if its target has been made, or is none that must be."""
        makers: dict[str, Callable[[str], dict[str, Any]]] = {
            "Http": self._http,
            "StorageQueue": self._storage_queue,
            "ServiceBusQueue": lambda name: {"serviceBusQueueMessage": self._bus(queueName=name)},
            "ServiceBusTopic": lambda name: {"serviceBusTopicMessage": self._bus(topicPath=name)},
        }
        return {"type": kind, **makers[kind](name), **changes}

    def make(self, kind: str, name: str) -> None:
        """Make the target, so that an action aimed at it succeeds from now on."""
        self.mended.add(f"/{name}")
        match kind:
            case "StorageQueue":
                with QueueServiceClient.from_connection_string(self.azurite.connection_string) as queues:
                    queues.create_queue(name)
            case "ServiceBusQueue":
                self.broker.create_queue(name)
            case "ServiceBusTopic":
                self.broker.create_topic(name, "all")

    def received(self, kind: str, name: str) -> int:
        """Return how many messages have arrived at a target."""
        match kind:
            case "Http":
                return sum(request.path == f"/{name}" for request in list(self.receiver.requests.queue))
            case "StorageQueue":
                with QueueServiceClient.from_connection_string(self.azurite.connection_string) as queues:
                    return len(queues.get_queue_client(name).peek_messages(32))
            case "ServiceBusQueue":
                return len(self.broker.messages(name))
            case _:
                return len(self.broker.subscription_messages(name, "all"))

    def _http(self, name: str) -> dict[str, Any]:
        return {"request": {"uri": f"{self.receiver.uri}/{name}", "method": "POST", "body": "hello"}}

    def _storage_queue(self, name: str) -> dict[str, Any]:
        token = generate_account_sas(
            ACCOUNT,
            ACCOUNT_KEY,
            resource_types=ResourceTypes(object=True),
            permission=AccountSasPermissions(add=True),
            expiry=datetime.now(UTC) + timedelta(hours=1),
        )
        return {
            "queueMessage": {
                "storageAccount": ACCOUNT,
                "queueName": name,
                "sasToken": token,
                "message": "hello",
            }
        }

    def _bus(self, **entity: str) -> dict[str, Any]:
        return {
            **entity,
            "namespace": "local",
            "transportType": "AMQP",
            "message": "hello",
            "authentication": {"type": "sharedAccessKey", "sasKeyName": KEY_NAME, "sasKey": KEY},
        }


def a_name() -> str:
    return f"target-{uuid4().hex[:12]}"
