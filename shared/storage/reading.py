"""Entities → values. An entity that cannot be read becomes an `Unreadable`, so that the others go on."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from shared.domain.audit import Audited, AuditNote
from shared.domain.census import Standing
from shared.domain.changes import Row
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.course import Skipped
from shared.domain.disabled import Disabled
from shared.domain.glimpse import Glimpse, SharedParts
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.job import FaultTimes, Job, JobState
from shared.domain.keys import JobKey
from shared.domain.put_off import PutOff
from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside, StoredRow, Unreadable
from shared.domain.ticket import Ticket, TicketKey, Waiting
from shared.storage.audit_rows import read_audited, read_note
from shared.storage.census_rows import read_standing
from shared.storage.collection_rows import read_collection
from shared.storage.definitions import read_calendars, read_defaults, read_definition, read_optional_value
from shared.storage.fields import FORMAT, format_of, read_optional
from shared.storage.history_rows import read_failure, read_history, read_skipped
from shared.storage.put_off_rows import read_put_off
from shared.storage.row_keys import (
    META_PARTITION,
    collection_row,
    job_row,
    read_collection_row,
    read_job_row,
    read_ticket_row,
    ticket_row,
    unknown_kind,
)
from shared.storage.rows import read_job
from shared.storage.table import Entity
from shared.storage.ticket_rows import read_aside, read_scanned, read_ticket, read_waiting

log = logging.getLogger(__name__)

_Value = TypeVar("_Value")


def collection(partition: str, entity: Entity) -> JobCollection | Unreadable:
    return _read(_own_collection, partition, entity, _nobody)


def job(partition: str, entity: Entity) -> Job | Unreadable:
    read = _read(_own_job, partition, entity, read_job_row)
    return _with_remains(read, entity.fields) if isinstance(read, Unreadable) else read


def ticket(partition: str, entity: Entity) -> Ticket | Unreadable:
    read = _read(read_ticket, partition, entity, _owner_of_ticket)
    return _with_identity(read) if isinstance(read, Unreadable) else read


def waiting(partition: str, entity: Entity) -> Waiting | Unreadable:
    read = _read(read_waiting, partition, entity, _owner_of_ticket)
    return _with_identity(read) if isinstance(read, Unreadable) else read


def history(entities: Iterable[Entity]) -> Iterator[HistoryEntry]:
    """Yield the entries that can be read."""
    return _readable(read_history, entities)


def failures(entities: Iterable[Entity]) -> Iterator[FailureNote]:
    """Yield the notes of failed attempts that can be read."""
    return _readable(read_failure, entities)


def skips(entities: Iterable[Entity]) -> Iterator[Skipped]:
    """Yield the records of what was skipped that can be read."""
    return _readable(read_skipped, entities)


def notes(entities: Iterable[Entity]) -> Iterator[AuditNote]:
    """Yield the notes of changes that can be read."""
    return _readable(read_note, entities)


def audited(entities: Iterable[Entity]) -> Iterator[Audited]:
    """Yield the records of changes that can be read."""
    return _readable(read_audited, entities)


def aside(partition: str, entities: Sequence[Entity]) -> list[SetAside]:
    """Return what was set aside and can be read."""
    rows = [_read(partial(read_aside, partition), partition, entity, _nobody) for entity in entities]
    return [row for row in rows if isinstance(row, SetAside)]


def scanned(entity: Entity) -> Scanned | None:
    """Return the note of the last scan, if there is one that can be read."""
    note = _read(read_scanned, META_PARTITION, entity, _nobody)
    return note if isinstance(note, Scanned) else None


def glimpse(partition: str, entity: Entity) -> Glimpse | Unreadable:
    return _read(_glimpse, partition, entity, read_job_row)


def shared_parts(partition: str, entity: Entity) -> SharedParts | Unreadable:
    return _read(_shared_parts, partition, entity, _nobody)


def standing(entity: Entity) -> Standing | None:
    """Return the note of a census, if it can be read."""
    note = _read(read_standing, META_PARTITION, entity, _nobody)
    return note if isinstance(note, Standing) else None


def put_offs(entities: Sequence[Entity]) -> list[PutOff]:
    """Return the notes that can be read."""
    notes = [_read(read_put_off, META_PARTITION, entity, _nobody) for entity in entities]
    return [note for note in notes if isinstance(note, PutOff)]


def readable(
    reader: Callable[[Mapping[str, Any], str], _Value], entities: Iterable[Entity]
) -> Iterator[_Value]:
    """Yield what a reader makes of the rows that can be read."""
    values = (_read(reader, "", entity, _nobody) for entity in entities)
    return (value for value in values if not isinstance(value, Unreadable))


def row(partition: str, entity: Entity) -> Row:
    """Return a collection, a job or a ticket, as the row's key tells. Return the place of any other row."""
    match str(entity.fields["RowKey"])[:2]:
        case "c|":
            return collection(partition, entity)
        case "j|":
            return job(partition, entity)
        case "d|":
            return ticket(partition, entity)
        case _:
            return place(partition, entity)


def place(partition: str, entity: Entity) -> StoredRow:
    return StoredRow(partition=partition, row=entity.fields["RowKey"], etag=entity.etag)


def _readable(
    reader: Callable[[Mapping[str, Any], str], _Value], entities: Iterable[Entity]
) -> Iterator[_Value]:
    read = (_read(reader, "", entity, _nobody) for entity in entities)
    return (value for value in read if not isinstance(value, Unreadable))


def _read(
    reader: Callable[[Mapping[str, Any], str], _Value],
    partition: str,
    entity: Entity,
    owner_of: Callable[[str], JobKey | None],
) -> _Value | Unreadable:
    stored = place(partition, entity)
    try:
        _refuse_newer(entity.fields)
        return reader(entity.fields, entity.etag)
    except _Newer as newer:
        owner = _owner(stored.row, owner_of)
        return Unreadable(stored=stored, owner=owner, reason=str(newer), newer=True)
    except Exception as exc:  # the row's own fault, whatever is wrong with it
        log.error("the row %s in %s cannot be read: %r", stored.row, partition, exc)
        owner = _owner(stored.row, owner_of)
        return Unreadable(stored=stored, owner=owner, reason=f"cannot be read: {exc!r}")


class _Newer(Exception):
    """A newer version of the app wrote the row, and only that version can read it."""


def _refuse_newer(fields: Mapping[str, Any]) -> None:
    if (format := format_of(fields)) > FORMAT:
        raise _Newer(f"was written by a newer version: it has format {format}, and {FORMAT} is known here")
    if kind := unknown_kind(fields["RowKey"]):
        raise _Newer(f"was written by a newer version: it is a ticket of the kind '{kind}'")


def _shared_parts(fields: Mapping[str, Any], etag: str) -> SharedParts:
    return SharedParts(
        key=read_collection_row(fields["RowKey"]),
        calendars=read_calendars(fields.get("calendars") or ""),
        defaults=read_defaults(fields.get("defaults") or ""),
        state=CollectionState(fields["state"]),
        disabled=read_optional_value(Disabled, fields.get("disabled") or ""),
    )


def _glimpse(fields: Mapping[str, Any], etag: str) -> Glimpse:
    return Glimpse(
        key=read_job_row(fields["RowKey"]),
        definition=read_definition(fields["definition"], fields.get("extensions", "")),
        state=JobState(fields["state"]),
        recent=fields.get("recent", ""),
        fault_times=read_optional_value(FaultTimes, fields.get("faultTimes", "")),
        disabled=read_optional_value(Disabled, fields.get("disabled", "")),
        since=read_optional(fields.get("since", "")),
        tzdata=fields.get("tzdata", ""),
    )


def _own_collection(fields: Mapping[str, Any], etag: str) -> JobCollection:
    collection = read_collection(fields, etag)
    if collection_row(collection.key) != fields["RowKey"]:
        raise ValueError("the row names another collection than its key does")
    return collection


def _own_job(fields: Mapping[str, Any], etag: str) -> Job:
    job = read_job(fields, etag)
    if job_row(job.key) != fields["RowKey"]:
        raise ValueError("the row names another job than its key does")
    return job


def _with_remains(job: Unreadable, fields: Mapping[str, Any]) -> Unreadable:
    """Add what can still be read of the job: its incarnation and its tickets. So it can be removed whole."""
    noted = (_ticket_key(fields.get(name)) for name in ("nextTicket", "trimTicket"))
    incarnation = fields.get("incarnation")
    return replace(
        job,
        incarnation=incarnation if isinstance(incarnation, str) else "",
        tickets=tuple(key for key in noted if key is not None),
    )


def _with_identity(ticket: Unreadable) -> Unreadable:
    """Add the ticket's key, unless the row's key is not one that we would write."""
    key = _ticket_key(ticket.stored.row)
    return replace(ticket, ticket=key if key and ticket_row(key) == ticket.stored.row else None)


def _ticket_key(text: object) -> TicketKey | None:
    try:
        return read_ticket_row(text) if isinstance(text, str) else None
    except Exception:  # not even this can be read
        return None


def _owner(row: str, owner_of: Callable[[str], JobKey | None]) -> JobKey | None:
    try:
        return owner_of(row)
    except Exception:
        return None


def _nobody(row: str) -> None:
    return None


def _owner_of_ticket(row: str) -> JobKey:
    return read_ticket_row(row).job
