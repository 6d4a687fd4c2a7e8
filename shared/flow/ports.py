"""What the journeys need from the rooms around them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from shared.domain.attempt import Attempt, Outcome
from shared.domain.audit import Audited, AuditNote, Deed
from shared.domain.callers import Scope
from shared.domain.census import Standing
from shared.domain.changes import Change, Row
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped
from shared.domain.glimpse import Glimpse, SharedParts
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.put_off import PutOff
from shared.domain.readers import Readers
from shared.domain.scanned import Scanned
from shared.domain.secret import Vault
from shared.domain.stored import Remains, SetAside, StoredRow, Unreadable
from shared.domain.subscriptions import CountedCollection
from shared.domain.summaries import Bookmark, JobsPage, Sought
from shared.domain.ticket import Dispatch, Ticket, TicketKey, Waiting
from shared.domain.under_way import KnownJob, UnderWay
from shared.flow.traffic import Traffic
from shared.flow.turns import Turns

_Read = TypeVar("_Read")


class Store(Protocol):
    @property
    def shards(self) -> int: ...

    @property
    def most_changes(self) -> int: ...

    @property
    def scope(self) -> Scope: ...

    def within(self, scope: Scope) -> "Store": ...

    def over_shards(self, read: Callable[[int], _Read], readers: Readers = ...) -> Iterable[_Read]: ...

    def shard_of(self, key: CollectionKey) -> int: ...

    def collection(self, key: CollectionKey) -> JobCollection | Unreadable | None: ...

    def collections(self, subscription: str) -> list[JobCollection]: ...

    def collections_named(
        self, keys: Sequence[CollectionKey]
    ) -> dict[CollectionKey, JobCollection | Unreadable]: ...

    def job(self, key: JobKey) -> Job | Unreadable | None: ...

    def job_and_collection(
        self, key: JobKey
    ) -> tuple[Job | Unreadable | None, JobCollection | Unreadable | None]: ...

    def jobs(
        self,
        key: CollectionKey,
        *,
        wanted: Callable[[Job | Unreadable], bool] = ...,
        limit: int | None = ...,
    ) -> list[Job | Unreadable]: ...

    def page_of_jobs(
        self, key: CollectionKey, *, only: JobState | None, skip: int, limit: int | None
    ) -> list[Job]: ...

    def jobs_named(self, keys: Sequence[JobKey]) -> dict[JobKey, Job | Unreadable]: ...

    def pack(self, keys: Sequence[TicketKey]) -> dict[TicketKey, Ticket | Unreadable]: ...

    def tickets(self, keys: Sequence[TicketKey]) -> dict[TicketKey, Ticket | Unreadable]: ...

    def due(self, shard: int, *, until: datetime, limit: int | None = ...) -> list[Waiting | Unreadable]: ...

    def history(
        self, job: Job, *, wanted: Callable[[HistoryEntry], bool] = ..., limit: int = ...
    ) -> list[HistoryEntry]: ...

    def rows(self, of: Remains, *, limit: int) -> list[StoredRow]: ...

    def twin(self, row: StoredRow) -> StoredRow | None: ...

    def asides(self, shard: int, *, limit: int) -> list[SetAside]: ...

    def asides_of(self, job: JobKey) -> list[SetAside]: ...

    def history_since(self, job: Job, since: datetime) -> list[HistoryEntry]: ...

    def skips(self, job: Job, *, since: datetime) -> list[Skipped]: ...

    def tickets_of(self, job: JobKey) -> list[Ticket]: ...

    def audited(self, place: JobKey | CollectionKey) -> list[Audited]: ...

    def audited_records(
        self, place: JobKey | CollectionKey, *, behind: str = ..., since: datetime, page: int
    ) -> Iterator[tuple[str, Audited]]: ...

    def audit_notes(
        self, shard: int, *, behind: str = ..., since: datetime, page: int
    ) -> Iterator[tuple[str, AuditNote]]: ...

    def place(self, row: Row) -> StoredRow: ...

    def fits(self, changes: Sequence[Change]) -> bool: ...

    def commit(self, changes: Sequence[Change]) -> list[Row] | None: ...

    def standing_key(self, shard: int) -> JobKey: ...

    def glimpses(self, shard: int) -> Iterator[Glimpse | Unreadable]: ...

    def shared_parts(self, shard: int) -> Iterator[SharedParts | Unreadable]: ...

    def counted_collections(self, shard: int) -> list[CountedCollection]: ...

    def collections_in(self, shard: int, subscription: str) -> dict[CollectionKey, JobCollection]: ...

    def collections_for_page(
        self, shard: int, subscription: str, *, now: datetime, goes_on: bool
    ) -> dict[CollectionKey, JobCollection]: ...

    def jobs_behind(
        self, subscription: str, place: Bookmark, *, limit: int, sought: Sought = ...
    ) -> JobsPage: ...

    def next_runs(self, shard: int, subscription: str, *, until: datetime) -> Iterator[TicketKey]: ...

    def timed_jobs(self, shard: int, keys: Sequence[JobKey]) -> Iterator[Job]: ...

    def timed_jobs_in(self, shard: int, subscription: str) -> Iterator[Job]: ...

    def definitions_in(self, shard: int, subscription: str) -> Iterator[Glimpse]: ...

    def known_jobs(self, shard: int, keys: Sequence[JobKey]) -> dict[JobKey, KnownJob]: ...

    def failures(
        self, shard: int, subscription: str, *, since: datetime, before: datetime | None, behind: str = ...
    ) -> Iterator[FailureNote]: ...

    def under_way(
        self, shard: int, subscription: str, *, now: datetime, behind: str = ...
    ) -> Iterator[UnderWay]: ...

    def note_census(self, shard: int, standing: Standing) -> None: ...

    def censuses(self) -> dict[int, Standing]: ...

    def note_rules(self, version: str, *, at: datetime) -> None: ...

    def noted_rules(self) -> str | None: ...

    def rules_since(self) -> datetime | None: ...

    def note_put_off(self, put_off: PutOff) -> None: ...

    def put_offs(self) -> list[PutOff]: ...

    def note_scan(self, scanned: Scanned) -> None: ...

    def last_scan(self) -> Scanned | None: ...


class Trial(Protocol):
    """Takes the place of storage in a commit."""

    def commit(self, changes: Sequence[Change], deed: Deed | None) -> list[Row]: ...

    def unchanged(self, one: Job | JobCollection, deed: Deed) -> None: ...


class Queue(Protocol):
    def send(self, dispatch: Dispatch, *, now: datetime) -> None: ...

    def depths(self) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How far ahead the scan looks, and how long a lease is.

    If a new ticket is due within `near`, its hint is sent at once, because the scan may come too late.
    """

    horizon: timedelta
    near: timedelta
    lease: timedelta


class Beginning:
    """Says once that it is the first time."""

    def __init__(self, *, over: bool = False) -> None:
        self._over = over

    def is_now(self) -> bool:
        first, self._over = not self._over, True
        return first


class Calls:
    """Remembers for when this process has called the census of each shard."""

    def __init__(self) -> None:
        self._due: dict[int, datetime] = {}

    def made(self, shard: int, due: datetime) -> bool:
        return self._due.get(shard) == due

    def note(self, shard: int, due: datetime) -> None:
        self._due[shard] = due


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything a journey touches; `wait` sleeps, `new_id` is unique for ever.

    `perform` is called on the executor, which the whole process shares, and so is the traffic on it.
    Each job has a vault of its own, and each collection has one for its defaults.
    Whoever changes a collection, or how many jobs it has, takes a turn at it.
    `beginning` tells the first scan of a process from the others.
    `calls` tells for when the census is called already.
    On a `trial`, nothing is stored.
    """

    store: Store
    queue: Queue
    perform: Callable[[Attempt], Outcome]
    executor: Executor
    clock: Callable[[], datetime]
    wait: Callable[[timedelta], None]
    new_id: Callable[[], str]
    pace: Pace
    vault: Callable[[JobKey | CollectionKey], Vault]
    traffic: Traffic = field(default_factory=Traffic)
    turns: Turns = field(default_factory=Turns)
    beginning: Beginning = field(default_factory=Beginning)
    calls: Calls = field(default_factory=Calls)
    trial: Trial | None = None
