"""Where records stand in their shard: history, skips, changes, failures, and what was set aside."""

from datetime import datetime
from hashlib import sha256
from typing import Final, assert_never

from shared.domain.audit import Audited, AuditNote
from shared.domain.changes import Records
from shared.domain.course import Skipped
from shared.domain.history import FailureNote, HistoryEntry, inverted
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import (
    AsideOf,
    CollectionHistory,
    CollectionSkips,
    JobChanges,
    JobHistory,
    JobSkips,
    OldChanges,
    OldFailures,
    Remains,
    SetAside,
)
from shared.storage.instants import write_instant
from shared.storage.key_parts import AFTER_SEPARATOR, SEPARATOR, RowRange, after, beginning_with, join

_SEPARATORS_OF_A_CHANGE: Final = 6


def collection_of_record(row: Records) -> CollectionKey:
    match row:
        case HistoryEntry() | Skipped():
            return row.job.collection
        case FailureNote():
            return row.entry.job.collection
        case AuditNote():
            return row.collection
        case Audited():
            return row.note.collection
        case _:
            assert_never(row)


def record_row(row: Records) -> str:
    match row:
        case HistoryEntry():
            return join("h", *row.job.canonical, row.incarnation, row.name)
        case Skipped():
            return _skipped_row(row)
        case FailureNote():
            return _failure_row(row.entry)
        case AuditNote():
            return join("b", inverted(row.at), *names_of(row.place), row.id)
        case Audited():
            return audited_row(row.note)
        case _:
            assert_never(row)


def history_range(key: JobKey, incarnation: str) -> RowRange:
    return beginning_with("h", *key.canonical, incarnation)


def skips_range(key: JobKey, incarnation: str) -> RowRange:
    return beginning_with("s", *key.canonical, incarnation)


def remains_range(of: Remains) -> tuple[CollectionKey, RowRange]:
    """Return the collection of rows that are deleted unread, and the range of their keys."""
    match of:
        case JobHistory(job=job, before=before):
            first, end = history_range(job, of.incarnation)
            if before is not None:  # the later an attempt started, the smaller is its key
                first += inverted(before) + AFTER_SEPARATOR
            return job.collection, (first, end)
        case CollectionHistory(collection):
            return collection, beginning_with("h", *collection.canonical)
        case JobSkips(job=job, before=before):
            first, end = skips_range(job, of.incarnation)
            return job.collection, (first + inverted(before) + AFTER_SEPARATOR if before else first, end)
        case CollectionSkips(collection):
            return collection, beginning_with("s", *collection.canonical)
        case AsideOf(owner):
            collection = owner.collection if isinstance(owner, JobKey) else owner
            return collection, beginning_with("x", *owner.canonical)
        case JobChanges(job):
            return job.collection, audited_range(job)
        case OldChanges(shard_of=collection, before=before):
            return collection, old_range("b", before)
        case OldFailures(shard_of=collection, before=before):
            return collection, old_range("f", before)
        case _:
            assert_never(of)


def audited_row(note: AuditNote) -> str:
    """Return where the whole record stands of which this is the note."""
    return join("a", *names_of(note.place), inverted(note.at), note.id)


def audited_range(place: JobKey | CollectionKey, *, before: datetime | None = None) -> RowRange:
    """Return the range of the records of a job, or of a collection without its jobs, newest first."""
    first, end = beginning_with("a", *names_of(place))
    return (first if before is None else first + inverted(before) + AFTER_SEPARATOR), end


def audited_since(place: JobKey | CollectionKey, *, behind: str, since: datetime) -> RowRange:
    """Return the range of the records from an instant on, newest first, behind a key."""
    first, _ = beginning_with("a", *names_of(place))
    return max(first, after(behind)), up_to_instant(first, since)


def up_to_instant(beginning: str, since: datetime) -> str:
    """Return the end of a range in which later instants come first: what is of this instant is in it."""
    return beginning + inverted(since) + AFTER_SEPARATOR


def notes_range(*, after: str = "", until: datetime | None = None) -> RowRange:
    """Return the range of the notes of changes, newest first: behind a key, from an instant on."""
    return _by_instant("b", after, until)


def failures_range(*, after: str = "", until: datetime | None = None) -> RowRange:
    """Return the range of failed attempts, newest first: behind a key, from an instant on."""
    return _by_instant("f", after, until)


def old_range(kind: str, before: datetime) -> RowRange:
    """Return the range of what is noted by instant and older than one."""
    first, end = beginning_with(kind)
    return first + inverted(before) + AFTER_SEPARATOR, end


def note_of_audited(row: str) -> str:
    """Return where the note stands of which this is the whole record."""
    _, subscription, group, collection, job, instant, id = row.split(SEPARATOR)
    return join("b", instant, subscription, group, collection, job, id)


def audited_of_note(row: str) -> str:
    _, instant, subscription, group, collection, job, id = row.split(SEPARATOR)
    return join("a", subscription, group, collection, job, instant, id)


def twin_row(row: str) -> str | None:
    """Return where the record stands of a note, or the note of a record; None if it is neither."""
    if row.count(SEPARATOR) != _SEPARATORS_OF_A_CHANGE:
        return None
    return audited_of_note(row) if row.startswith("b") else note_of_audited(row)


def all_aside_range() -> RowRange:
    return beginning_with("x")


def aside_row(aside: SetAside) -> str:
    """Return the owner's names and a hash of the former key, which itself would make the key too long.

    If there is no owner, the places of its names are empty.
    """
    owner = aside.owner.canonical if aside.owner else ("",) * 4
    return join("x", *owner, sha256(aside.stored.row.encode()).hexdigest()[:32])


def _skipped_row(skipped: Skipped) -> str:
    """The later a stretch ends, the smaller is its key; the rest tells apart what ends at one instant."""
    stretch = skipped.stretch
    identity = (inverted(stretch.until), write_instant(stretch.first), stretch.reason, skipped.revision)
    return join("s", *skipped.job.canonical, skipped.incarnation, *identity)


def _failure_row(entry: HistoryEntry) -> str:
    """The later an attempt ended, the smaller is its key; the rest is the identity of its entry."""
    return join("f", inverted(entry.ended), *entry.job.canonical, entry.incarnation, entry.name)


def names_of(place: JobKey | CollectionKey) -> tuple[str, ...]:
    """Return the names of a job or, with an empty one for the job, of a collection."""
    return place.canonical if isinstance(place, JobKey) else (*place.canonical, "")


def _by_instant(kind: str, after_key: str, until: datetime | None) -> RowRange:
    first, end = beginning_with(kind)
    if until is not None:  # a smaller instant has a greater key
        end = first + inverted(until) + AFTER_SEPARATOR
    return max(first, after(after_key)), end
