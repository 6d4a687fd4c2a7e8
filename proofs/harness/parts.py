"""The app's own parts, put together in this process, with a clock that is turned."""

from collections.abc import Callable
from concurrent.futures import Executor
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from azure.storage.queue import QueueClient, TextBase64DecodePolicy

from proofs.harness.clock import TurnedClock
from shared.domain.attempt import Attempt, Outcome
from shared.domain.ticket import Dispatch
from shared.flow.ports import Pace, Ports, Queue, Store
from shared.storage.account import StorageAccount
from shared.storage.vault import KeyedVault

SHARDS: Final = 16
PACE: Final = Pace(horizon=timedelta(minutes=2), near=timedelta(seconds=30), lease=timedelta(seconds=150))
"""What the settings say unless they are changed."""


def ports_over(
    store: Store,
    queue: Queue,
    clock: TurnedClock,
    perform: Callable[[Attempt], Outcome],
    executor: Executor,
) -> Ports:
    """Put the parts together as the app's wiring does, but for the clock and for what performs actions."""
    return Ports(
        store=store,
        queue=Undelayed(queue),
        perform=perform,
        executor=executor,
        clock=clock,
        wait=clock.turn,
        new_id=lambda: uuid4().hex,
        pace=PACE,
        vault=lambda job: KeyedVault((), job),
    )


def messages_of(account: StorageAccount, queue: str) -> QueueClient:
    """Return the messages of a dispatch queue as the host sees them."""
    return account.queues().get_queue_client(queue, message_decode_policy=TextBase64DecodePolicy())


class Undelayed:
    """The dispatch queue, but every message is visible at once: storage's clock cannot be turned.

    Whoever receives a message turns the clock to when it would be seen instead.
    """

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        self._queue.send(dispatch, now=max(now, dispatch.due))

    def depths(self) -> tuple[int, int]:
        return self._queue.depths()


class NoQueue:
    """Where hints go that nobody shall follow."""

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        pass

    def depths(self) -> tuple[int, int]:
        return 0, 0
