"""The app without hosts and networks: a table in memory, and a clock that is turned by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from proofs.harness.at_once import AtOnce
from shared.domain.attempt import Attempt, Completed, Outcome
from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.errors import StorageUnavailable
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secret import Vault
from shared.domain.ticket import Dispatch
from shared.flow.ports import Beginning, Pace, Ports
from shared.flow.put_and_patch import WantedJob, put_job
from shared.flow.run import run
from shared.flow.scan import scan
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import Table
from tests.builders import KEY, NINE, PlainVault, a_collection, a_definition

PACE = Pace(horizon=timedelta(minutes=2), near=timedelta(seconds=30), lease=timedelta(seconds=150))


class MemoryQueue:
    """Messages with the instant from which they are visible."""

    def __init__(self) -> None:
        self.messages: list[tuple[datetime, Dispatch]] = []
        self.broken = False
        self.poison = 0

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        if self.broken:
            raise StorageUnavailable("The queue is down.")
        self.messages.append((now + dispatch.delay(now), dispatch))

    def depths(self) -> tuple[int, int]:
        return len(self.messages), self.poison

    def take(self, now: datetime) -> list[Dispatch]:
        """Remove and return what is visible."""
        visible = [dispatch for since, dispatch in self.messages if since <= now]
        self.messages = [message for message in self.messages if message[0] > now]
        return visible


@dataclass
class World:
    """Everything a journey touches, and what the receiver of the actions saw."""

    now: datetime = NINE
    table: Table = field(default_factory=MemoryTable)
    queue: MemoryQueue = field(default_factory=MemoryQueue)
    receiver: list[tuple[datetime, Attempt]] = field(default_factory=list)
    begins: bool = False
    """Whether its first scan is the first of a process."""
    answer: Callable[[Attempt], Outcome] = lambda attempt: Completed("fine")
    vault: Callable[[JobKey | CollectionKey], Vault] = lambda owner: PlainVault()

    def __post_init__(self) -> None:
        self.store = self._new_store()
        ids = count(1)
        self.ports = Ports(
            store=self.store,
            queue=self.queue,
            perform=self._perform,
            executor=AtOnce(),
            clock=lambda: self.now,
            wait=self._wait,
            new_id=lambda: f"id-{next(ids)}",
            pace=PACE,
            vault=self.vault,
            beginning=Beginning(over=not self.begins),
        )

    def _new_store(self) -> Store:
        return Store(self.table, shards=4)

    def scan(self) -> None:
        scan(self.ports, now=self.now)

    def run(self) -> None:
        """Run what is visible in the queue."""
        for dispatch in self.queue.take(self.now):
            run(dispatch, self.ports)

    def scan_and_run(self, *, at: datetime) -> None:
        self.now = at
        self.scan()
        self.run()

    def put(self, key: JobKey = KEY, *, state: JobState = JobState.ENABLED, **definition: Any) -> Job:
        wanted = WantedJob(key=key, definition=a_definition(**definition), state=state)
        return put_job(self.ports, wanted)[0]

    def job(self, key: JobKey = KEY) -> Job:
        job = self.store.job(key)
        assert isinstance(job, Job)
        return job

    def _perform(self, attempt: Attempt) -> Outcome:
        self.receiver.append((self.now, attempt))
        return self.answer(attempt)

    def _wait(self, span: timedelta) -> None:
        self.now += span


def a_world(collection: JobCollection | None = None, *, table: Table | None = None) -> World:
    """A world with one collection and no jobs."""
    world = World(table=table or MemoryTable())
    world.store.commit([Insert(collection or a_collection())])
    return world
