"""Partition and row keys: which shard a collection lives in, and where in it each row stands."""

import re
from datetime import datetime
from functools import cache
from itertools import count
from typing import Final, assert_never
from zlib import crc32

from shared.domain.changes import Records, Row
from shared.domain.collection import JobCollection
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import SetAside, StoredRow, Unreadable
from shared.domain.ticket import Ticket, TicketKey, TicketKind, Waiting, whole
from shared.storage.instants import read_instant, write_instant
from shared.storage.key_parts import AFTER_SEPARATOR, SEPARATOR, RowRange, after, beginning_with, join
from shared.storage.record_keys import aside_row, collection_of_record, record_row

META_PARTITION: Final = "meta"
_CENSUS: Final = "census-"
_PUT_OFF: Final = "putoff-"
_PUT_OFF_ROWS: Final = 32
"""Processes come and go, and their notes stay: so they share some places."""
_PARTS_OF_A_TICKET: Final = 10
_KIND_OF_A_TICKET: Final = 7
_KIND: Final = re.compile("[A-Za-z]{1,40}")
_KINDS: Final = frozenset(TicketKind)


def shard_of(key: CollectionKey, shards: int) -> int:
    return crc32(SEPARATOR.join(key.canonical).encode()) % shards


def partition(shard: int) -> str:
    return f"shard-{shard:03d}"


def partition_of(row: Row, shards: int) -> str:
    if isinstance(row, Records):
        return partition(shard_of(collection_of_record(row), shards))
    match row:
        case StoredRow():
            return row.partition
        case Unreadable() | SetAside():
            return row.stored.partition
        case JobCollection():
            key = row.key
        case Job():
            key = row.key.collection
        case Ticket() | Waiting():
            key = row.key.job.collection
        case _:
            assert_never(row)
    return partition(shard_of(key, shards))


def row_key(row: Row) -> str:
    if isinstance(row, Records):
        return record_row(row)
    match row:
        case StoredRow():
            return row.row
        case Unreadable():
            return row.stored.row
        case SetAside():
            return aside_row(row)
        case JobCollection():
            return collection_row(row.key)
        case Job():
            return job_row(row.key)
        case Ticket() | Waiting():
            return ticket_row(row.key)
        case _:
            assert_never(row)


def collection_row(key: CollectionKey) -> str:
    return join("c", *key.canonical)


def job_row(key: JobKey) -> str:
    return join("j", *key.canonical)


def ticket_row(key: TicketKey) -> str:
    identity = (key.revision, key.kind, str(key.attempt), key.id)
    return join("d", write_instant(key.due), *key.job.canonical, *identity)


def read_collection_row(text: str) -> CollectionKey:
    _, subscription, resource_group, name = text.split(SEPARATOR)
    return CollectionKey(subscription=subscription, resource_group=resource_group, name=name)


def read_job_row(text: str) -> JobKey:
    _, subscription, resource_group, collection, job = text.split(SEPARATOR)
    key = CollectionKey(subscription=subscription, resource_group=resource_group, name=collection)
    return JobKey(collection=key, name=job)


def read_ticket_row(text: str) -> TicketKey:
    _, due, subscription, resource_group, collection, job, *identity = text.split(SEPARATOR)
    key = CollectionKey(subscription=subscription, resource_group=resource_group, name=collection)
    revision, kind, attempt, id = identity
    return TicketKey(
        due=read_instant(due),
        job=JobKey(collection=key, name=job),
        revision=revision,
        kind=TicketKind(kind),
        attempt=int(attempt),
        id=id,
    )


def unknown_kind(row: str) -> str | None:
    """Return the kind that a ticket's key names, if this version does not know it."""
    kind = kind_of_ticket(row)
    return kind if _KIND.fullmatch(kind) and kind not in _KINDS else None


def kind_of_ticket(row: str) -> str:
    """Return the kind that a ticket's key names; empty if it is no ticket's."""
    parts = row.split(SEPARATOR)
    return parts[_KIND_OF_A_TICKET] if parts[0] == "d" and len(parts) == _PARTS_OF_A_TICKET else ""


def all_collections_range() -> RowRange:
    return beginning_with("c")


def all_jobs_range() -> RowRange:
    return beginning_with("j")


def jobs_range(key: CollectionKey) -> RowRange:
    return beginning_with("j", *key.canonical)


def from_to(first: str, last: str) -> RowRange:
    """Return the range from one key to another, both included."""
    return first, after(last)


@cache
def standing_key(shard: int, shards: int) -> JobKey:
    """Return a key that lies in a shard. A caller's collection of the same name is not disturbed."""
    names = (CollectionKey(subscription="-", resource_group="-", name=str(number)) for number in count())
    return whole(next(key for key in names if shard_of(key, shards) == shard))


def census_row(shard: int) -> str:
    return f"{_CENSUS}{shard:03d}"


def read_census_row(text: str) -> int:
    return int(text.removeprefix(_CENSUS))


def censuses_range() -> RowRange:
    return _CENSUS, _CENSUS + AFTER_SEPARATOR


def put_off_row(process: str) -> str:
    return f"{_PUT_OFF}{crc32(process.encode()) % _PUT_OFF_ROWS:03d}"


def put_offs_range() -> RowRange:
    return _PUT_OFF, _PUT_OFF + AFTER_SEPARATOR


def all_tickets_range() -> RowRange:
    return beginning_with("d")


def due_range(until: datetime) -> RowRange:
    """Return the range of the tickets due up to and including an instant."""
    return join("d", ""), join("d", write_instant(until)) + AFTER_SEPARATOR
