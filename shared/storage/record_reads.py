"""What records tell of a job: its skips, its changes, and its tickets under way."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from shared.domain.audit import MOST_OF_A_JOB, Audited, AuditNote
from shared.domain.course import Skipped
from shared.domain.history import MOST_ENTRIES, HistoryEntry
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import AsideOf, SetAside
from shared.domain.ticket import Ticket
from shared.storage import reading, record_keys, row_keys
from shared.storage.key_parts import RowRange
from shared.storage.notes import Notes
from shared.storage.table import Entity
from shared.storage.walking import walk

MOST_TICKETS: Final = 20_000
"""Tickets of a shard that are looked through for those of one job."""
_KEY_ALONE: Final = ("RowKey",)
_MOST_ASIDE: Final = 100


class RecordReads(Notes):
    def skips(self, job: Job, *, since: datetime) -> list[Skipped]:
        """Return the records of what a job skipped from an instant on, the latest first."""
        first, _ = record_keys.skips_range(job.key, job.incarnation)
        rows = (first, record_keys.up_to_instant(first, since))
        entities = self._table.query(self._shard(job.key.collection), rows, limit=MOST_ENTRIES)
        return list(reading.skips(entities))

    def history_since(self, job: Job, since: datetime) -> list[HistoryEntry]:
        """Return the entries of a job that began from an instant on, newest first, as many as are kept."""
        first, _ = record_keys.history_range(job.key, job.incarnation)
        rows = (first, record_keys.up_to_instant(first, since))
        entities = self._table.query(self._shard(job.key.collection), rows, limit=MOST_ENTRIES)
        return list(reading.history(entities))

    def audited(self, place: JobKey | CollectionKey) -> list[Audited]:
        """Return the records of changes of a job, or of a collection without its jobs, newest first."""
        rows, partition = record_keys.audited_range(place), self._shard(_collection(place))
        return list(reading.audited(self._table.query(partition, rows, limit=MOST_OF_A_JOB)))

    def audit_notes(
        self, shard: int, *, behind: str = "", since: datetime, page: int
    ) -> Iterator[tuple[str, AuditNote]]:
        """Yield who changed what in a shard, newest first, behind a key, each with its own key."""
        partition, rows = row_keys.partition(shard), record_keys.notes_range(after=behind, until=since)
        for entity in self._walk_records(partition, rows, page):
            for note in reading.notes([entity]):
                yield str(entity.fields["RowKey"]), note

    def audited_records(
        self, place: JobKey | CollectionKey, *, behind: str = "", since: datetime, page: int
    ) -> Iterator[tuple[str, Audited]]:
        """Yield the records of changes of a place, newest first, behind a key, each with its own key."""
        if not self.scope.covers(_collection(place)):
            return
        partition = self._shard(_collection(place))
        rows = record_keys.audited_since(place, behind=behind, since=since)
        for entity in self._walk_records(partition, rows, page):
            for record in reading.audited([entity]):
                yield str(entity.fields["RowKey"]), record

    def tickets_of(self, job: JobKey) -> list[Ticket]:
        """Return all tickets of a job, found by the keys of its shard's tickets."""
        partition = self._shard(job.collection)
        keys = self._table.query_fields(
            partition, row_keys.all_tickets_range(), _KEY_ALONE, limit=MOST_TICKETS
        )
        named = "|".join(job.canonical)
        rows = [row for entity in keys if f"|{named}|" in (row := str(entity.fields["RowKey"]))]
        entities = self._table.get_some(partition, rows) if rows else []
        tickets = (reading.ticket(partition, entity) for entity in entities)
        return [ticket for ticket in tickets if isinstance(ticket, Ticket)]

    def asides_of(self, job: JobKey) -> list[SetAside]:
        """Return what was set aside of a job."""
        partition = self._shard(job.collection)
        rows = record_keys.remains_range(AsideOf(job))[1]
        return reading.aside(partition, self._table.query(partition, rows, limit=_MOST_ASIDE))

    def _walk_records(self, partition: str, rows: RowRange, page: int) -> Iterator[Entity]:
        table = self._table
        return walk(lambda rest, size: table.query(partition, rest, limit=size), rows, page=page)

    def _shard(self, key: CollectionKey) -> str:
        return row_keys.partition(row_keys.shard_of(key, self.shards))


def _collection(place: JobKey | CollectionKey) -> CollectionKey:
    return place.collection if isinstance(place, JobKey) else place
