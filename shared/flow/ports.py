"""What the journeys need from the rooms around them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from shared.domain.attempt import Attempt, Outcome
from shared.domain.changes import Change, Row
from shared.domain.collection import JobCollection
from shared.domain.history import HistoryEntry
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import Dispatch, Ticket, TicketKey


class Store(Protocol):
    @property
    def shards(self) -> int: ...

    def collection(self, key: CollectionKey) -> JobCollection | None: ...

    def collections(self, subscription: str) -> list[JobCollection]: ...

    def job(self, key: JobKey) -> Job | None: ...

    def jobs(self, key: CollectionKey) -> list[Job]: ...

    def ticket(self, key: TicketKey) -> Ticket | None: ...

    def due(self, shard: int, *, until: datetime) -> list[Ticket]: ...

    def history(self, job: Job, *, limit: int = ...) -> list[HistoryEntry]: ...

    def commit(self, changes: Sequence[Change]) -> list[Row] | None: ...

    def note_scan(self, now: datetime) -> None: ...


class Queue(Protocol):
    def send(self, dispatch: Dispatch, *, now: datetime) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How far ahead the scan looks, and how long a lease is.

    Whoever makes a ticket nearer than `near` sends its hint at once, for the scan may come too late.
    """

    horizon: timedelta
    near: timedelta
    lease: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything a journey touches; `wait` sleeps, `new_id` is unique for ever."""

    store: Store
    queue: Queue
    perform: Callable[[Attempt], Outcome]
    clock: Callable[[], datetime]
    wait: Callable[[timedelta], None]
    new_id: Callable[[], str]
    pace: Pace
