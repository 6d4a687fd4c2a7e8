"""Targets for actions on loopback: a receiver, a Storage queue of Azurite, and the Service Bus broker."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import requests
from azure.storage.queue import QueueClient, QueueSasPermissions, generate_queue_sas

from local.dev.azurite import ACCOUNT, ACCOUNT_KEY
from local.dev.node import ensure_broker
from local.dev.service_bus import KEY, KEY_NAME, ServiceBusBroker
from local.dev.tcp_ports import find_free
from proofs.harness.processes import running
from proofs.harness.receiver import Receiver
from proofs.harness.storage import an_azurite
from shared.actions.http.request import Http, HttpSettings
from shared.actions.http.tokens import Tokens
from shared.actions.runner import Runner
from shared.actions.service_bus.bus import ServiceBus, ServiceBusSettings
from shared.actions.storage_queue import QueueSettings, StorageQueues
from shared.domain.action import (
    Action,
    ActionType,
    HttpAction,
    HttpRequest,
    ServiceBusAction,
    StorageQueueAction,
)
from shared.domain.attempt import Attempt
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from shared.domain.outbound import read_outbound
from shared.domain.secret import Secret

_JOB: Final = JobKey(
    collection=CollectionKey(subscription="local", resource_group="bench", name="actions"), name="job"
)
_QUEUE: Final = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTargets:
    """Where the actions go, and the actions by name."""

    address: str
    queues: QueueSettings
    bus: ServiceBusSettings
    actions: dict[str, Action]


@contextmanager
def the_targets(folder: Path) -> Iterator[ActionTargets]:
    (port,) = find_free(1)
    broker = ServiceBusBroker(ensure_broker(), folder / "broker", port)
    with an_azurite() as azurite, running(Receiver(folder)) as receiver:
        broker.start()
        try:
            with QueueClient.from_connection_string(azurite.connection_string, _QUEUE) as queue:
                queue.create_queue()
            yield ActionTargets(
                address=receiver.address,
                queues=QueueSettings(emulator=azurite.queue_address),
                bus=ServiceBusSettings(emulator=broker.address),
                actions=_actions(receiver.address),
            )
        finally:
            broker.stop()


@contextmanager
def the_runner(targets: ActionTargets) -> Iterator[Runner]:
    """Yield a runner as the app has one; the secrets lie open."""
    settings = HttpSettings(outbound=read_outbound(["127.0.0.1"]))
    runner = Runner(
        http=Http(settings, lambda: datetime.now(UTC)),
        queues=StorageQueues(targets.queues),
        bus=ServiceBus(targets.bus),
        tokens=Tokens("https://login.invalid", requests.Session),
        open_secret=lambda _, secret, target: secret.sealed,
    )
    try:
        yield runner
    finally:
        for part in (runner.http, runner.queues, runner.bus):
            part.close()


def an_attempt(action: Action) -> Attempt:
    return Attempt(
        job=_JOB, action=action, expected=datetime.now(UTC), execution_tag="0" * 32, region="West Europe"
    )


def _actions(address: str) -> dict[str, Action]:
    request = HttpRequest(uri=address, method="POST", body="hello")
    token = generate_queue_sas(
        ACCOUNT,
        _QUEUE,
        ACCOUNT_KEY,
        permission=QueueSasPermissions(add=True),
        expiry=datetime.now(UTC) + timedelta(hours=1),
    )
    queue = StorageQueueMessage(account=ACCOUNT, queue=_QUEUE, message="hello", sas_token=Secret(token))
    sent = ServiceBusMessage(
        entity=_QUEUE,
        namespace="local",
        transport=TransportType.AMQP,
        message="hello",
        key_name=KEY_NAME,
        key=Secret(KEY),
    )
    return {
        "HTTP": HttpAction(type=ActionType.HTTP, request=request),
        "Storage queue": StorageQueueAction(message=queue),
        "Service Bus queue": ServiceBusAction(type=ActionType.SERVICE_BUS_QUEUE, message=sent),
    }
