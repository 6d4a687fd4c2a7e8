"""Partition and row keys: which shard a collection lives in, and where in it each row stands.

The separator occurs in no name, and no name holds a character that keys forbid.
"""

import re
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Final, assert_never
from zlib import crc32

from shared.domain.changes import Row
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped
from shared.domain.history import HistoryEntry, inverted
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import (
    AsideOf,
    CollectionHistory,
    CollectionSkips,
    JobHistory,
    JobSkips,
    Remains,
    SetAside,
    StoredRow,
    Unreadable,
)
from shared.domain.ticket import Ticket, TicketKey, TicketKind, Waiting, whole
from shared.storage.instants import read_instant, write_instant

META_PARTITION: Final = "meta"
_SEPARATOR: Final = "|"
_AFTER_SEPARATOR: Final = "}"  # the next character: the end of a range of keys with one beginning

_CENSUS: Final = "census-"
_PUT_OFF: Final = "putoff-"
_PUT_OFF_ROWS: Final = 32
"""Processes come and go, and their notes stay: so they share some places."""
_PARTS_OF_A_TICKET: Final = 10
_KIND_OF_A_TICKET: Final = 7
_KIND: Final = re.compile("[A-Za-z]{1,40}")
_KINDS: Final = frozenset(TicketKind)

RowRange = tuple[str, str]
"""From the first key, included, to the second, excluded."""


def shard_of(key: CollectionKey, shards: int) -> int:
    return crc32(_SEPARATOR.join(key.canonical).encode()) % shards


def partition(shard: int) -> str:
    return f"shard-{shard:03d}"


def partition_of(row: Row, shards: int) -> str:
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
        case HistoryEntry() | Skipped():
            key = row.job.collection
        case _:
            assert_never(row)
    return partition(shard_of(key, shards))


def row_key(row: Row) -> str:
    match row:
        case StoredRow():
            return row.row
        case Unreadable():
            return row.stored.row
        case SetAside():
            return _aside_row(row)
        case JobCollection():
            return collection_row(row.key)
        case Job():
            return job_row(row.key)
        case Ticket() | Waiting():
            return ticket_row(row.key)
        case HistoryEntry():
            return _join("h", *row.job.canonical, row.incarnation, row.name)
        case Skipped():
            return _skipped_row(row)
        case _:
            assert_never(row)


def collection_row(key: CollectionKey) -> str:
    return _join("c", *key.canonical)


def job_row(key: JobKey) -> str:
    return _join("j", *key.canonical)


def ticket_row(key: TicketKey) -> str:
    identity = (key.revision, key.kind, str(key.attempt), key.id)
    return _join("d", write_instant(key.due), *key.job.canonical, *identity)


def read_collection_row(text: str) -> CollectionKey:
    _, subscription, resource_group, name = text.split(_SEPARATOR)
    return CollectionKey(subscription=subscription, resource_group=resource_group, name=name)


def read_job_row(text: str) -> JobKey:
    _, subscription, resource_group, collection, job = text.split(_SEPARATOR)
    key = CollectionKey(subscription=subscription, resource_group=resource_group, name=collection)
    return JobKey(collection=key, name=job)


def read_ticket_row(text: str) -> TicketKey:
    _, due, subscription, resource_group, collection, job, *identity = text.split(_SEPARATOR)
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
    parts = row.split(_SEPARATOR)
    if parts[0] != "d" or len(parts) != _PARTS_OF_A_TICKET:
        return None
    kind = parts[_KIND_OF_A_TICKET]
    return kind if _KIND.fullmatch(kind) and kind not in _KINDS else None


def collections_range(subscription: str) -> RowRange:
    return _beginning_with("c", subscription.lower())


def all_collections_range() -> RowRange:
    return _beginning_with("c")


def all_jobs_range() -> RowRange:
    return _beginning_with("j")


def after(row: str) -> str:
    """Return the first key that may follow another. No key holds a character that sorts before a space."""
    return row + " "


def jobs_range(key: CollectionKey) -> RowRange:
    return _beginning_with("j", *key.canonical)


def history_range(key: JobKey, incarnation: str) -> RowRange:
    return _beginning_with("h", *key.canonical, incarnation)


def skips_range(key: JobKey, incarnation: str) -> RowRange:
    return _beginning_with("s", *key.canonical, incarnation)


def remains_range(of: Remains) -> tuple[CollectionKey, RowRange]:
    """Return the collection of rows that are deleted unread, and the range of their keys."""
    match of:
        case JobHistory(job=job, before=before):
            first, end = history_range(job, of.incarnation)
            if before is not None:  # the later an attempt started, the smaller is its key
                first += inverted(before) + _AFTER_SEPARATOR
            return job.collection, (first, end)
        case CollectionHistory(collection):
            return collection, _beginning_with("h", *collection.canonical)
        case JobSkips(job=job, before=before):
            first, end = skips_range(job, of.incarnation)
            return job.collection, (first + inverted(before) + _AFTER_SEPARATOR if before else first, end)
        case CollectionSkips(collection):
            return collection, _beginning_with("s", *collection.canonical)
        case AsideOf(owner):
            collection = owner.collection if isinstance(owner, JobKey) else owner
            return collection, _beginning_with("x", *owner.canonical)
        case _:
            assert_never(of)


def all_aside_range() -> RowRange:
    return _beginning_with("x")


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
    return _CENSUS, _CENSUS + _AFTER_SEPARATOR


def put_off_row(process: str) -> str:
    return f"{_PUT_OFF}{crc32(process.encode()) % _PUT_OFF_ROWS:03d}"


def put_offs_range() -> RowRange:
    return _PUT_OFF, _PUT_OFF + _AFTER_SEPARATOR


def due_range(until: datetime) -> RowRange:
    """Return the range of the tickets due up to and including an instant."""
    return _join("d", ""), _join("d", write_instant(until)) + _AFTER_SEPARATOR


def _aside_row(aside: SetAside) -> str:
    """Return the owner's names and a hash of the former key, which itself would make the key too long.

    If there is no owner, the places of its names are empty.
    """
    owner = aside.owner.canonical if aside.owner else ("",) * 4
    return _join("x", *owner, sha256(aside.stored.row.encode()).hexdigest()[:32])


def _skipped_row(skipped: Skipped) -> str:
    """The later a stretch ends, the smaller is its key; the rest tells apart what ends at one instant."""
    stretch = skipped.stretch
    identity = (inverted(stretch.until), write_instant(stretch.first), stretch.reason, skipped.revision)
    return _join("s", *skipped.job.canonical, skipped.incarnation, *identity)


def _join(*parts: str) -> str:
    return _SEPARATOR.join(parts)


def _beginning_with(*parts: str) -> RowRange:
    return _join(*parts) + _SEPARATOR, _join(*parts) + _AFTER_SEPARATOR
