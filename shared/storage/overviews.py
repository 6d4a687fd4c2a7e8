"""Reads over all jobs of a subscription, shard by shard. What cannot be read is left out."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Final, Self

from shared.domain.callers import Scope
from shared.domain.collection import JobCollection
from shared.domain.glimpse import Glimpse
from shared.domain.history import FailureNote
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.subscriptions import CountedCollection
from shared.domain.summaries import EVERY_JOB, Bookmark, JobsPage, Sought
from shared.domain.ticket import TicketKey
from shared.domain.under_way import KnownJob, UnderWay
from shared.storage import reading, record_keys, row_keys
from shared.storage.instants import write_instant
from shared.storage.key_parts import SEPARATOR, RowRange, after, beginning_with
from shared.storage.notes import Notes
from shared.storage.overview_rows import (
    COUNTED_FIELDS,
    KNOWN_FIELDS,
    NAMED_DEFINITION_FIELDS,
    TIMED_FIELDS,
    UNDER_WAY_FIELDS,
    is_occurrence_of,
    may_be_under_way,
    read_counted,
    read_known,
    read_known_by,
    read_named_definition,
    read_next_run,
    read_timed,
    read_under_way,
)
from shared.storage.scoped_rows import range_of
from shared.storage.table import Entity, Table
from shared.storage.walking import walk

_LARGEST_PAGE: Final = 1_000
"""What storage gives in one call."""
_MOST_NAMED: Final = 48
"""Four calls, of twelve names each. For more, the range that holds them is read."""
_FIRST_TICKETS: Final = 100
_KEY_AND_FORMAT: Final = ("RowKey", "format")
_SEEN_FOR: Final = timedelta(seconds=15)
"""So long a list that goes on uses the collections that it has read before."""
_SUBSCRIPTION_OF_A_FAILURE: Final = 2

Collections = dict[CollectionKey, JobCollection]


@dataclass(frozen=True, slots=True)
class _Seen:
    at: datetime
    collections: Collections


class Overviews(Notes):
    def __init__(self, table: Table, *, shards: int) -> None:
        super().__init__(table, shards=shards)
        self._narrowed: dict[Scope, Self] = {}
        self._seen: dict[tuple[int, str], _Seen] = {}
        self._lock = Lock()

    def within(self, scope: Scope) -> Self:
        """Return a store in which there is nothing but what lies within a scope.

        What callers name or list is not there, and what they change is refused. Reads for the whole app, such
        as what is due, are as ever. It is kept, because it remembers what lists have read.
        """
        with self._lock:
            if scope not in self._narrowed:
                narrow = copy(self)
                narrow.scope, narrow._narrowed, narrow._seen, narrow._lock = scope, {}, {}, Lock()
                self._narrowed[scope] = narrow
            return self._narrowed[scope]

    def counted_collections(self, shard: int) -> list[CountedCollection]:
        """Return the collections of a shard, of all subscriptions."""
        entities = self._pages(shard, range_of("c", self.scope.names), COUNTED_FIELDS)
        return list(reading.readable(read_counted, entities))

    def collections_in(self, shard: int, subscription: str) -> Collections:
        partition, rows = row_keys.partition(shard), range_of("c", self.scope.within(subscription))
        found = (reading.collection(partition, entity) for entity in self._pages(shard, rows))
        return {one.key: one for one in found if isinstance(one, JobCollection)}

    def collections_for_page(
        self, shard: int, subscription: str, *, now: datetime, goes_on: bool
    ) -> Collections:
        """Do as `collections_in`, but if a list goes on in the shard, use what it has read a moment ago.

        So however many pages a shard has, its collections are read once.
        """
        place = shard, subscription.lower()
        seen = self._seen.get(place) if goes_on else None
        if seen is not None and timedelta() <= now - seen.at <= _SEEN_FOR:
            return seen.collections
        collections = self.collections_in(shard, subscription)
        with self._lock:
            kept = {where: one for where, one in self._seen.items() if now - one.at <= _SEEN_FOR}
            self._seen = {**kept, place: _Seen(now, collections)}
        return collections

    def jobs_behind(
        self, subscription: str, place: Bookmark, *, limit: int, sought: Sought = EVERY_JOB
    ) -> JobsPage:
        """Return those that are sought of the first jobs behind a place, all of one shard.

        Shards without any are passed over. Of a job that is not sought, no more is read than tells so.
        A page takes one call, and each shard that is passed over takes one more.
        """
        shard = place.shard
        for shard in range(place.shard, self.shards):
            partition, behind = row_keys.partition(shard), place.row if shard == place.shard else ""
            rows = _behind(self._jobs_range(subscription), behind)
            entities = self._table.query(partition, rows, limit=limit) if rows else []
            if entities:
                wanted = (
                    entities if sought == EVERY_JOB else list(filter(partial(_is_sought, sought), entities))
                )
                jobs = (reading.job(partition, entity) for entity in wanted)
                return JobsPage(
                    shard=shard,
                    read=len(entities),
                    jobs=tuple(job for job in jobs if isinstance(job, Job)),
                    behind=self._bookmark(shard, entities, limit),
                )
        return JobsPage(shard=shard)

    def next_runs(self, shard: int, subscription: str, *, until: datetime) -> Iterator[TicketKey]:
        """Yield the tickets of occurrences that are due before an instant, earliest first.

        Some are under way, or dead: a job tells which one it waits for.
        """
        partition, own, table = row_keys.partition(shard), self.scope.within(subscription), self._table

        def ask(rows: RowRange, page: int | None) -> list[Entity]:
            return table.query_fields(partition, rows, _KEY_AND_FORMAT, limit=page)

        entities = walk(ask, row_keys.due_range(until), page=_FIRST_TICKETS)
        found = (entity for entity in entities if is_occurrence_of(entity.fields["RowKey"], own))
        return (key for key in reading.readable(read_next_run, found) if key.due < until)

    def timed_jobs(self, shard: int, keys: Sequence[JobKey]) -> Iterator[Job]:
        """Yield those of the jobs that exist, with no more than their next runs follow from."""
        return reading.readable(read_timed, self._named(shard, keys, TIMED_FIELDS))

    def timed_jobs_in(self, shard: int, subscription: str) -> Iterator[Job]:
        """Yield the jobs of a subscription in a shard, with no more than their next runs follow from."""
        return reading.readable(read_timed, self._pages(shard, self._jobs_range(subscription), TIMED_FIELDS))

    def definitions_in(self, shard: int, subscription: str) -> Iterator[Glimpse]:
        entities = self._pages(shard, self._jobs_range(subscription), NAMED_DEFINITION_FIELDS)
        return reading.readable(read_named_definition, entities)

    def known_jobs(self, shard: int, keys: Sequence[JobKey]) -> dict[JobKey, KnownJob]:
        """Return those of the jobs that exist; all of them lie in the shard."""
        return {job.key: job for job in reading.readable(read_known, self._named(shard, keys, KNOWN_FIELDS))}

    def failures(
        self, shard: int, subscription: str, *, since: datetime, before: datetime | None, behind: str = ""
    ) -> Iterator[FailureNote]:
        """Yield the failed attempts that ended in a stretch of time, newest first, behind a place."""
        first, end = record_keys.failures_range(until=since)
        if before is not None:
            first = record_keys.old_range("f", before)[0]
        rows = _behind((first, end), behind)
        partition, own, table = row_keys.partition(shard), self.scope.within(subscription), self._table
        entities = walk(partial(_ask, table, partition), rows, page=100) if rows else iter(())
        return reading.failures(one for one in entities if _is_failure_of(own, one))

    def under_way(
        self, shard: int, subscription: str, *, now: datetime, behind: str = ""
    ) -> Iterator[UnderWay]:
        """Yield the tickets of runs that may be under way, in the order of time, behind a place."""
        rows, until = _behind(beginning_with("d"), behind), write_instant(now)
        own = self.scope.within(subscription)
        entities = self._pages(shard, rows, UNDER_WAY_FIELDS) if rows else iter(())
        return reading.readable(
            read_under_way, (one for one in entities if may_be_under_way(one.fields, own, until))
        )

    def _named(self, shard: int, keys: Sequence[JobKey], fields: Sequence[str]) -> Iterator[Entity]:
        rows = sorted({row_keys.job_row(key) for key in keys})
        return self._rows_named(row_keys.partition(shard), rows, fields)

    def _rows_named(
        self, partition: str, rows: Sequence[str], fields: Sequence[str] | None
    ) -> Iterator[Entity]:
        """Yield rows, whose keys are in order: a few are asked for by name, of many the range they lie in."""
        if len(rows) <= _MOST_NAMED:
            return iter(self._table.get_some(partition, rows) if rows else ())
        named, whole = set(rows), row_keys.from_to(rows[0], rows[-1])
        return (one for one in self._range(partition, whole, fields) if one.fields["RowKey"] in named)

    def _jobs_range(self, subscription: str) -> RowRange:
        return range_of("j", self.scope.within(subscription))

    def _bookmark(self, shard: int, entities: Sequence[Entity], limit: int) -> Bookmark | None:
        """Return where a list goes on: behind the last row or, if there was no other, in the next shard."""
        if len(entities) == limit:
            return Bookmark(shard=shard, row=entities[-1].fields["RowKey"])
        return Bookmark(shard=shard + 1) if shard + 1 < self.shards else None

    def _pages(self, shard: int, rows: RowRange, fields: Sequence[str] | None = None) -> Iterator[Entity]:
        return self._range(row_keys.partition(shard), rows, fields)

    def _range(self, partition: str, rows: RowRange, fields: Sequence[str] | None) -> Iterator[Entity]:
        """Yield the rows of a range, as many in a call as storage gives."""
        table, (first, end) = self._table, rows
        while True:
            rest, most = (first, end), _LARGEST_PAGE
            if fields is None:
                found = table.query(partition, rest, limit=most)
            else:
                found = table.query_fields(partition, rest, fields, limit=most)
            yield from found
            if len(found) < most:
                return
            first = after(found[-1].fields["RowKey"])


def _behind(rows: RowRange, place: str) -> RowRange | None:
    """Return what is left of a range behind a place, wherever that is; None if nothing is."""
    first, end = max(rows[0], after(place)) if place else rows[0], rows[1]
    return (first, end) if first < end else None


def _is_sought(sought: Sought, entity: Entity) -> bool:
    return any(sought.wants(job) for job in reading.readable(read_known_by, [entity]))


def _ask(table: Table, partition: str, rows: RowRange, page: int | None) -> list[Entity]:
    return table.query(partition, rows, limit=page)


def _is_failure_of(names: tuple[str, ...] | None, entity: Entity) -> bool:
    """Say whether it is one of jobs whose first names are these."""
    parts = str(entity.fields["RowKey"]).split(SEPARATOR)[_SUBSCRIPTION_OF_A_FAILURE:]
    return names is not None and tuple(parts[: len(names)]) == names
