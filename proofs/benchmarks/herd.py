"""Jobs by the thousand, straight into the store: valid, with their tickets, in transactions of many."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import uuid4

from shared.domain.action import ActionType, HttpAction, HttpRequest
from shared.domain.changes import Insert, Row
from shared.domain.collection import JobCollection, Sku
from shared.domain.definition import Definition
from shared.domain.exclude import Calendars
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import Wanted, create, schedule
from shared.domain.policies import delay_of
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.retry import RetryPolicy
from shared.flow.ports import Store
from shared.storage.account import StorageAccount
from shared.storage.azure_table import TABLE
from shared.storage.store import MOST_CHANGES

LOCATION: Final = "West Europe"
SUBSCRIPTION: Final = "11111111-2222-3333-4444-555555555555"
_JOBS_AT_ONCE: Final = 49  # with their tickets and their collection just within a transaction
_KEY: Final = ("PartitionKey", "RowKey")
_LOADERS: Final = 2  # Azurite is one process: more would only wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A job that is to be there, and when it is first due."""

    key: JobKey
    definition: Definition
    due: datetime
    delay: timedelta = timedelta()
    """How long after the time that its schedule names it is due."""
    by_its_schedule: bool = False
    """Whether it is due when its schedule says so, at `due` or later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Herd:
    """Jobs that are alike: how many, in how many collections, what each calls and when it is due.

    With a spread each is due later, by a delay of its own.
    """

    name: str
    size: int
    collections: int
    uri: str
    due: Callable[[int], datetime]
    every: Frequency = Frequency.DAY
    retry_policy: RetryPolicy | None = None
    spread: timedelta | None = None

    def jobs(self) -> Iterator[Planned]:
        """Yield the jobs; those that follow each other are in different collections, as they are in life.

        Each has a name and an address of its own.
        """
        for number in range(self.size):
            name = f"{self.name}-{number:06d}"
            request = HttpRequest(uri=f"{self.uri.rstrip('/')}/{name}", method="GET")
            start, key = self.due(number), JobKey(collection=self._collection(number), name=name)
            definition = Definition(
                action=HttpAction(type=ActionType.HTTP, request=request),
                retry_policy=self.retry_policy,
                start_time=start,
                recurrence=Recurrence(frequency=self.every),
                spread=self.spread,
            )
            delay = delay_of(key, self.spread) if self.spread else timedelta()
            yield Planned(key=key, definition=definition, due=start + delay, delay=delay)

    def _collection(self, number: int) -> CollectionKey:
        return collection_key(f"{self.name}-{number % self.collections:04d}")


def collection_key(name: str) -> CollectionKey:
    return CollectionKey(subscription=SUBSCRIPTION, resource_group="bench", name=name)


def load(store: Store, jobs: Iterable[Planned], *, now: datetime, calendars: Calendars = ()) -> int:
    """Store the jobs with their collections, which must be new, and return how many rows that were."""
    transactions = list(_transactions(jobs, now, calendars))
    with ThreadPoolExecutor(_LOADERS) as loaders:
        return sum(loaders.map(lambda rows: insert(store, rows), transactions))


def unload(storage: StorageAccount, name: str, *, table: str = TABLE) -> None:
    """Delete all rows of the herd's collections: jobs, tickets and history."""
    with storage.tables() as service:
        client = service.get_table_client(table)
        rows = [row for row in client.list_entities(select=list(_KEY)) if f"{name}-" in row["RowKey"]]
        by_partition: dict[str, list[dict[str, str]]] = defaultdict(list)
        for row in rows:
            by_partition[row["PartitionKey"]].append({field: row[field] for field in _KEY})
        for some in by_partition.values():
            for begin in range(0, len(some), MOST_CHANGES):
                client.submit_transaction([("delete", row) for row in some[begin : begin + MOST_CHANGES]])


def insert(store: Store, rows: Sequence[Row]) -> int:
    """Insert rows of one shard at once and return their number."""
    if store.commit([Insert(row) for row in rows]) is None:
        raise AssertionError("a row was there before it was loaded")
    return len(rows)


def _transactions(jobs: Iterable[Planned], now: datetime, calendars: Calendars) -> Iterator[list[Row]]:
    by_collection: dict[CollectionKey, list[Planned]] = defaultdict(list)
    for job in jobs:
        by_collection[job.key.collection].append(job)
    for key, planned in by_collection.items():
        collection = replace(_collection(key, len(planned)), calendars=calendars)
        rows: list[Row] = [collection]
        remaining = iter(planned)
        while some := list(islice(remaining, _JOBS_AT_ONCE)):
            yield [*rows, *(row for job in some for row in _rows(job, collection, now))]
            rows = []


def _collection(key: CollectionKey, size: int) -> JobCollection:
    return JobCollection(key=key, location=LOCATION, sku=Sku.P20_PREMIUM, job_count=size)


def _rows(planned: Planned, collection: JobCollection, now: datetime) -> Iterator[Row]:
    wanted = Wanted(definition=planned.definition, state=JobState.ENABLED)
    new = create(planned.key, wanted, now=now, id=uuid4().hex)
    job, ticket = schedule(new, collection, now=now)
    if ticket is None or (ticket.key.due != planned.due and not planned.by_its_schedule):
        raise AssertionError(f"{planned.key} does not wait for {planned.due}")
    yield from (job, ticket)
