"""The store: collections, jobs, tickets and history in one table, one partition per shard."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, assert_never

from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.collection import JobCollection
from shared.domain.errors import NotConfigured
from shared.domain.history import MOST_ENTRIES, HistoryEntry
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import Ticket, TicketKey
from shared.storage import row_keys
from shared.storage.instants import read_instant, write_instant
from shared.storage.rows import (
    difference,
    read_collection,
    read_history,
    read_job,
    read_ticket,
    with_etag,
    write_row,
)
from shared.storage.table import DeleteRow, Entity, InsertRow, MergeRow, Operation, Table

_SHARDS_ROW: Final = "shards"
_SCAN_ROW: Final = "scan"


class Store:
    def __init__(self, table: Table, *, shards: int) -> None:
        self._unchecked_table = table
        self._checked = False
        self.shards = shards

    def check(self) -> None:
        """Note the number of shards in a new table; refuse a table that was made with another number."""
        noted = self._noted_shards()
        if noted != self.shards:
            raise NotConfigured(
                f"SCHEDULER_SHARDS is {self.shards}, but the stored jobs are spread over {noted} shards; "
                f"set it back to {noted}."
            )
        self._checked = True

    def collection(self, key: CollectionKey) -> JobCollection | None:
        entity = self._get(key, row_keys.collection_row(key))
        return read_collection(entity.fields, entity.etag) if entity else None

    def collections(self, subscription: str) -> list[JobCollection]:
        rows = row_keys.collections_range(subscription)
        found = [
            read_collection(entity.fields, entity.etag)
            for shard in range(self.shards)
            for entity in self._table.query(row_keys.partition(shard), rows)
        ]
        return sorted(found, key=lambda collection: collection.key.canonical)

    def job(self, key: JobKey) -> Job | None:
        entity = self._get(key.collection, row_keys.job_row(key))
        return read_job(entity.fields, entity.etag) if entity else None

    def jobs(self, key: CollectionKey) -> list[Job]:
        """Return the jobs of a collection in the order of their names."""
        found = self._table.query(self._partition(key), row_keys.jobs_range(key))
        return [read_job(entity.fields, entity.etag) for entity in found]

    def ticket(self, key: TicketKey) -> Ticket | None:
        entity = self._get(key.job.collection, row_keys.ticket_row(key))
        return read_ticket(entity.fields, entity.etag) if entity else None

    def due(self, shard: int, *, until: datetime) -> list[Ticket]:
        """Return the tickets of a shard that are due up to an instant, earliest first."""
        found = self._table.query(row_keys.partition(shard), row_keys.due_range(until))
        return [read_ticket(entity.fields, entity.etag) for entity in found]

    def history(self, job: Job, *, limit: int = MOST_ENTRIES) -> list[HistoryEntry]:
        """Return the latest entries of a job, newest first."""
        rows = row_keys.history_range(job.key, job.incarnation)
        found = self._table.query(self._partition(job.key.collection), rows, limit)
        return [read_history(entity.fields, entity.etag) for entity in found]

    def commit(self, changes: Sequence[Change]) -> list[Row] | None:
        """Make all changes at once and return the rows as they now stand, or None if a race was lost."""
        partitions = {self._partition(row_keys.collection_of(_written(change))) for change in changes}
        (partition,) = partitions  # a transaction cannot span two shards
        etags = self._table.transact(partition, [_operation(change) for change in changes])
        if etags is None:
            return None
        return [
            with_etag(_written(change), etag)
            for change, etag in zip(changes, etags, strict=True)
            if not isinstance(change, Delete)
        ]

    def note_scan(self, now: datetime) -> None:
        self._table.overwrite(row_keys.META_PARTITION, _SCAN_ROW, {"at": write_instant(now)})

    def last_scan(self) -> datetime | None:
        noted = self._table.get(row_keys.META_PARTITION, _SCAN_ROW)
        return read_instant(noted.fields["at"]) if noted else None

    @property
    def _table(self) -> Table:
        """The table, once its number of shards is known to be ours: in others nothing would be found."""
        if not self._checked:
            self.check()
        return self._unchecked_table

    def _noted_shards(self) -> int:
        table = self._unchecked_table
        noted = table.get(row_keys.META_PARTITION, _SHARDS_ROW)
        if noted is not None:
            return int(noted.fields["count"])
        mine = InsertRow(row=_SHARDS_ROW, fields={"count": self.shards})
        if table.transact(row_keys.META_PARTITION, [mine]) is not None:
            return self.shards
        return self._noted_shards()  # another was first

    def _partition(self, key: CollectionKey) -> str:
        return row_keys.partition(row_keys.shard_of(key, self.shards))

    def _get(self, key: CollectionKey, row: str) -> Entity | None:
        return self._table.get(self._partition(key), row)


def _written(change: Change) -> Row:
    return change.after if isinstance(change, Update) else change.row


def _operation(change: Change) -> Operation:
    match change:
        case Insert(row):
            return InsertRow(row=row_keys.row_key(row), fields=write_row(row))
        case Update(before, after):
            return MergeRow(row=row_keys.row_key(after), fields=difference(before, after), etag=before.etag)
        case Delete(row):
            return DeleteRow(row=row_keys.row_key(row), etag=row.etag)
        case _:
            assert_never(change)
