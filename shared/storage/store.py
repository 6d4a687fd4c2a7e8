"""The store: collections, jobs, tickets and history in one table, one partition per shard."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
from typing import Final, TypeVar
from uuid import uuid4

from shared.domain.changes import Change, Delete, Row
from shared.domain.collection import JobCollection
from shared.domain.glimpse import Glimpse, SharedParts
from shared.domain.history import MOST_ENTRIES, HistoryEntry
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.readers import Readers
from shared.domain.stored import Remains, SetAside, StoredRow, Unreadable
from shared.domain.ticket import ANY_VERSION, Ticket, TicketKey, Waiting
from shared.storage import reading, record_keys, row_keys
from shared.storage.fields import COMMIT
from shared.storage.key_parts import RowRange, after
from shared.storage.operations import largest_size, operation, written
from shared.storage.overviews import Overviews
from shared.storage.record_reads import RecordReads
from shared.storage.rows import DEFINITION_FIELDS, SHARED_FIELDS, etag_of, with_etag
from shared.storage.scoped_rows import range_of, refuse_foreign
from shared.storage.table import DeleteRow, Entity, Operation, Table
from shared.storage.ticket_rows import WAITING_FIELDS
from shared.storage.walking import LARGEST_PAGE, walk

MOST_CHANGES: Final = 100
"""The most rows that a transaction takes."""
MOST_BYTES: Final = 3_000_000
"""It takes 4 MiB; the rest is for headers and the like."""

_KEY_ALONE: Final = ("RowKey",)
_KEY_AND_STATE: Final = ("RowKey", "state")
_LOOKED_AT: Final = 12  # rows that one query can name
_Answer = TypeVar("_Answer")


def _everything(row: object) -> bool:
    return True


class Store(RecordReads, Overviews):
    most_changes = MOST_CHANGES

    def __init__(
        self,
        table: Table,
        *,
        shards: int,
        readers: Executor | None = None,
        shard_readers: Mapping[Readers, Executor] | None = None,
    ) -> None:
        """`readers` are threads that read something meanwhile; without them reads follow each other.

        `shard_readers` work on shards side by side.
        """
        super().__init__(table, shards=shards)
        self._readers = readers
        self._shard_readers = shard_readers

    def over_shards(
        self, read: Callable[[int], _Answer], readers: Readers = Readers.LISTS
    ) -> Iterable[_Answer]:
        """Yield what is read of each shard, in their order."""
        each = self._shard_readers[readers].map if self._shard_readers else map
        return each(read, range(self.shards))

    def shard_of(self, key: CollectionKey) -> int:
        return row_keys.shard_of(key, self.shards)

    def collection(self, key: CollectionKey) -> JobCollection | Unreadable | None:
        if not self.scope.covers(key):
            return None
        entity = self._table.get(self._partition(key), row_keys.collection_row(key))
        return reading.collection(self._partition(key), entity) if entity else None

    def collections(self, subscription: str) -> list[JobCollection]:
        """Return the collections of a subscription that can be read, by resource group and name."""
        rows = range_of("c", self.scope.within(subscription))

        def read(shard: int) -> list[JobCollection | Unreadable]:
            partition = row_keys.partition(shard)
            return [reading.collection(partition, entity) for entity in self._table.query(partition, rows)]

        collections = chain.from_iterable(self.over_shards(read))
        readable = [collection for collection in collections if isinstance(collection, JobCollection)]
        return sorted(readable, key=lambda collection: collection.key.canonical)

    def collections_named(
        self, keys: Sequence[CollectionKey]
    ) -> dict[CollectionKey, JobCollection | Unreadable]:
        """Return those of the collections that exist; all of them lie in one shard."""
        rows = {row_keys.collection_row(key): key for key in keys}
        entities = self._some(keys[0], list(rows))
        where = self._partition(keys[0])
        return {rows[entity.fields["RowKey"]]: reading.collection(where, entity) for entity in entities}

    def job(self, key: JobKey) -> Job | Unreadable | None:
        if not self.scope.covers(key.collection):
            return None
        partition = self._partition(key.collection)
        entity = self._table.get(partition, row_keys.job_row(key))
        return reading.job(partition, entity) if entity else None

    def job_and_collection(
        self, key: JobKey
    ) -> tuple[Job | Unreadable | None, JobCollection | Unreadable | None]:
        """Return a job and its collection, which is read meanwhile."""
        collection = self._meanwhile(lambda: self.collection(key.collection))
        return self.job(key), collection()

    def jobs(
        self,
        key: CollectionKey,
        *,
        wanted: Callable[[Job | Unreadable], bool] = _everything,
        limit: int | None = None,
    ) -> list[Job | Unreadable]:
        """Return the jobs of a collection that are wanted, in the order of their names."""
        if not self.scope.covers(key):
            return []
        partition = self._partition(key)
        entities = self._walk(partition, row_keys.jobs_range(key), limit)
        jobs = (reading.job(partition, entity) for entity in entities)
        return list(islice(filter(wanted, jobs), limit))

    def page_of_jobs(
        self, key: CollectionKey, *, only: JobState | None, skip: int, limit: int | None
    ) -> list[Job]:
        """Return the jobs of a collection in a state, by name, behind so many of them.

        Of what is passed over, keys and states alone are read. So there, a job that cannot be read counts.
        """
        partition, wanted = self._partition(key), row_keys.jobs_range(key)
        if not self.scope.covers(key):
            return []
        if only is None:
            behind = (
                next(islice(self._states(partition, wanted, skip), skip - 1, None), None) if skip else None
            )
            if skip and behind is None:
                return []
            rest = (after(behind[0]), wanted[1]) if behind else wanted
            entities = self._walk(partition, rest, limit)
        else:
            states = self._states(partition, wanted, limit and skip + limit)
            rows = (row for row, state in states if state == only)
            entities = self._whole(partition, islice(rows, skip, None), limit or LARGEST_PAGE)
        jobs = (reading.job(partition, entity) for entity in entities)
        return list(islice((job for job in jobs if isinstance(job, Job)), limit))

    def jobs_named(self, keys: Sequence[JobKey]) -> dict[JobKey, Job | Unreadable]:
        """Return those of the jobs that exist; all of them lie in one shard."""
        rows = {row_keys.job_row(key): key for key in keys}
        entities = self._some(keys[0].collection, list(rows))
        where = self._partition(keys[0].collection)
        return {rows[entity.fields["RowKey"]]: reading.job(where, entity) for entity in entities}

    def pack(self, keys: Sequence[TicketKey]) -> dict[TicketKey, Ticket | Unreadable]:
        """Return those of the tickets that exist. They lie in one shard and are due close to each other."""
        if len(keys) == 1:
            return self.tickets(keys)
        rows = sorted(row_keys.ticket_row(key) for key in keys)
        partition = self._partition(keys[0].job.collection)
        entities = self._table.query(partition, row_keys.from_to(rows[0], rows[-1]))
        return self._tickets_among(keys, entities)

    def tickets(self, keys: Sequence[TicketKey]) -> dict[TicketKey, Ticket | Unreadable]:
        """Return those of the tickets that exist. They lie in one shard and may be due at any time."""
        entities = self._some(keys[0].job.collection, [row_keys.ticket_row(key) for key in keys])
        return self._tickets_among(keys, entities)

    def due(self, shard: int, *, until: datetime, limit: int | None = None) -> list[Waiting | Unreadable]:
        """Return the tickets of a shard that are due up to an instant, earliest first."""
        partition, rows = row_keys.partition(shard), row_keys.due_range(until)
        entities = self._table.query_fields(partition, rows, WAITING_FIELDS, limit=limit)
        return [reading.waiting(partition, entity) for entity in entities]

    def history(
        self,
        job: Job,
        *,
        wanted: Callable[[HistoryEntry], bool] = _everything,
        limit: int = MOST_ENTRIES,
    ) -> list[HistoryEntry]:
        """Return those of the latest entries of a job that are wanted, newest first."""
        rows = record_keys.history_range(job.key, job.incarnation)
        entities = self._walk(self._partition(job.key.collection), rows, min(limit, MOST_ENTRIES))
        entries = reading.history(islice(entities, MOST_ENTRIES))
        return list(islice(filter(wanted, entries), limit))

    def rows(self, of: Remains, *, limit: int) -> list[StoredRow]:
        """Return the places of rows, in the order of their keys."""
        collection, keys = record_keys.remains_range(of)
        partition = self._partition(collection)
        entities = self._table.query_fields(partition, keys, _KEY_ALONE, limit=limit)
        return [reading.place(partition, entity) for entity in entities]

    def twin(self, row: StoredRow) -> StoredRow | None:
        """Return the other half of a change, unread: the record of a note, or the note of a record."""
        key = record_keys.twin_row(row.row)
        return replace(row, row=key, etag=ANY_VERSION) if key else None

    def asides(self, shard: int, *, limit: int) -> list[SetAside]:
        """Return what was set aside in a shard."""
        partition = row_keys.partition(shard)
        entities = self._table.query(partition, record_keys.all_aside_range(), limit=limit)
        return reading.aside(partition, entities)

    def place(self, row: Row) -> StoredRow:
        """Return where a row that was read stands."""
        return StoredRow(
            partition=row_keys.partition_of(row, self.shards), row=row_keys.row_key(row), etag=etag_of(row)
        )

    def fits(self, changes: Sequence[Change]) -> bool:
        """Say whether a transaction holds all changes: so many rows, and so many bytes as they are sent."""
        return len(changes) <= MOST_CHANGES and sum(map(largest_size, changes)) <= MOST_BYTES

    def commit(self, changes: Sequence[Change]) -> list[Row] | None:
        """Make all changes at once and return the rows as they now stand, or None if a race was lost.

        The SDK repeats a call whose answer got lost, and the repetition looks like a lost race.
        Rows carry the id of the commit that wrote them, so that ours is told from another's.
        """
        partitions = {row_keys.partition_of(written(change), self.shards) for change in changes}
        (partition,) = partitions  # a transaction cannot span two shards
        id = uuid4().hex
        operations = [operation(change, id) for change in changes]
        if len({one.row for one in operations}) < len(changes) or len(changes) > MOST_CHANGES:
            raise ValueError(f"a transaction takes {MOST_CHANGES} rows, each once")
        refuse_foreign(self.scope, (one.row for one in operations))
        etags = self._table.transact(partition, operations)
        if etags is None:
            return self._if_ours(partition, operations, id)
        return [
            with_etag(written(change), etag)
            for change, etag in zip(changes, etags, strict=True)
            if not isinstance(change, Delete)
        ]

    def _if_ours(self, partition: str, operations: Sequence[Operation], id: str) -> list[Row] | None:
        """Look once whether a commit that seems lost was made; if so, return its rows as they now stand."""
        rows = [one.row for one in operations if not isinstance(one, DeleteRow)]
        seen = self._table.get_some(partition, rows[:_LOOKED_AT]) if rows else []
        if not any(entity.fields.get(COMMIT) == id for entity in seen):
            return None  # if only rows were deleted, nobody can tell who did it
        rest = self._table.get_some(partition, rows[_LOOKED_AT:]) if rows[_LOOKED_AT:] else []
        return [reading.row(partition, entity) for entity in (*seen, *rest)]

    def standing_key(self, shard: int) -> JobKey:
        """Return the key for tickets that belong to a shard and to none of its collections."""
        return row_keys.standing_key(shard, self.shards)

    def glimpses(self, shard: int) -> Iterator[Glimpse | Unreadable]:
        """Yield the definitions of a shard's jobs, read page by page, without most other fields."""
        table, partition = self._table, row_keys.partition(shard)

        def ask(rows: RowRange, page: int | None) -> list[Entity]:
            return table.query_fields(partition, rows, DEFINITION_FIELDS, limit=page)

        entities = walk(ask, row_keys.all_jobs_range(), page=LARGEST_PAGE)
        yield from (reading.glimpse(partition, entity) for entity in entities)

    def shared_parts(self, shard: int) -> Iterator[SharedParts | Unreadable]:
        """Yield what the collections of a shard have for their jobs."""
        partition = row_keys.partition(shard)
        entities = self._table.query_fields(partition, row_keys.all_collections_range(), SHARED_FIELDS)
        yield from (reading.shared_parts(partition, entity) for entity in entities)

    def _partition(self, key: CollectionKey) -> str:
        return row_keys.partition(self.shard_of(key))

    def _meanwhile(self, read: Callable[[], _Answer]) -> Callable[[], _Answer]:
        """Let a reader read, and return what waits for the answer; without readers, what reads."""
        return read if self._readers is None else self._readers.submit(read).result

    def _walk(self, partition: str, rows: RowRange, page: int | None) -> Iterator[Entity]:
        table = self._table
        return walk(lambda rest, size: table.query(partition, rest, limit=size), rows, page=page)

    def _states(self, partition: str, rows: RowRange, page: int | None) -> Iterator[tuple[str, str]]:
        """Yield the keys of jobs, each with the job's state."""
        table = self._table

        def ask(rest: RowRange, size: int | None) -> list[Entity]:
            return table.query_fields(partition, rest, _KEY_AND_STATE, limit=size)

        found = walk(ask, rows, page=min(page or LARGEST_PAGE, LARGEST_PAGE))
        return ((entity.fields["RowKey"], entity.fields.get("state", "")) for entity in found)

    def _whole(self, partition: str, rows: Iterator[str], page: int) -> Iterator[Entity]:
        """Yield the rows of these keys, which come in their order, some at a time."""
        while some := list(islice(rows, page)):
            yield from self._rows_named(partition, some, None)

    def _some(self, key: CollectionKey, rows: list[str]) -> list[Entity]:
        return self._table.get_some(self._partition(key), rows)

    def _tickets_among(
        self, keys: Sequence[TicketKey], entities: Sequence[Entity]
    ) -> dict[TicketKey, Ticket | Unreadable]:
        wanted = {row_keys.ticket_row(key): key for key in keys}
        where = self._partition(keys[0].job.collection)
        return {
            wanted[row]: reading.ticket(where, entity)
            for entity in entities
            if (row := entity.fields["RowKey"]) in wanted
        }
