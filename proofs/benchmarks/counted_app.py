"""The app in this process, over a real Azurite, with every call to storage counted."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import Final
from uuid import uuid4

from azure.storage.queue import QueueMessage

from local.dev.environment import ROOT
from local.host.host_settings import read_host_settings
from proofs.harness.clock import RunningClock
from proofs.harness.counting import CallKind, CountingTransport, Tally
from proofs.harness.parts import SHARDS, messages_of, ports_over
from shared.domain.attempt import Attempt, Outcome
from shared.domain.scanned import Scanned
from shared.domain.ticket import MOST_IN_A_PACK
from shared.flow.ports import Beginning
from shared.flow.run import run
from shared.flow.scan import scan
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.dispatch_queue import DispatchQueue, read_dispatch
from shared.storage.store import Store

INVISIBLE: Final = 600  # seconds that a received message is hidden, as by the host


class CountedApp:
    """The app with a table and a queue of its own, driven by hand as the host would drive it."""

    def __init__(
        self, connection_string: str, clock: RunningClock, perform: Callable[[Attempt], Outcome]
    ) -> None:
        name = f"bench{uuid4().hex}"
        self._transport = CountingTransport()
        storage = StorageAccount(connection_string=connection_string, transport=self._transport)
        self.store = Store(AzureTable(storage.tables(), name), shards=SHARDS)
        self._messages = messages_of(storage, name)
        self._messages.create_queue()
        self._batch = read_host_settings(ROOT, {}).queues.batch_size
        self._empty_polls = 0
        self._perform = perform
        self.attempts = 0
        self.before_attempts = Tally()
        """What was counted before the first attempt, each time that calls are counted."""
        self._attempted = False
        self._lock = Lock()
        self.clock = clock
        queue, threads = DispatchQueue(storage.queues(), name), ThreadPoolExecutor(MOST_IN_A_PACK)
        ports = ports_over(self.store, queue, clock, self._attempt, threads)
        self.ports = replace(ports, beginning=Beginning(over=True))  # the first scan of a process is not idle
        self.store.check()

    def scan(self) -> Scanned:
        return scan(self.ports, now=self.clock())

    def run(self) -> None:
        """Receive messages as the host does, run each and delete it, until there are none."""
        while pack := self._receive():
            for message in pack:
                dispatch = read_dispatch(message.content)
                self.clock.turn_to(dispatch.due)
                run(dispatch, self.ports)
                self._messages.delete_message(message)

    def count(self, *steps: Callable[[], object]) -> Tally:
        """Do the steps and return the calls they make, but for looking into an empty queue."""
        self._transport.take()
        self._empty_polls, self._attempted = 0, False
        for step in steps:
            step()
        return self._transport.take() - Tally(calls=Counter({CallKind.GET: self._empty_polls}))

    def _attempt(self, attempt: Attempt) -> Outcome:
        with self._lock:
            self.attempts += 1
            if not self._attempted:
                self._attempted, self.before_attempts = True, self._transport.so_far()
        return self._perform(attempt)

    def _receive(self) -> list[QueueMessage]:
        pages = self._messages.receive_messages(messages_per_page=self._batch, visibility_timeout=INVISIBLE)
        messages = list(next(pages.by_page(), []))
        self._empty_polls += not messages
        return messages
