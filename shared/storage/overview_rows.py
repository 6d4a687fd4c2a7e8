"""What lists over all jobs look at in rows, read from a few of their fields."""

from collections.abc import Mapping
from typing import Any, Final

from shared.domain.collection import CollectionState
from shared.domain.course import NO_COURSE, Course
from shared.domain.definition import Definition
from shared.domain.glimpse import Glimpse
from shared.domain.job import Job, JobState, Progress
from shared.domain.rule import BEGINNING
from shared.domain.subscriptions import CountedCollection
from shared.domain.ticket import TicketKey, TicketKind
from shared.domain.under_way import RUN_KINDS, KnownJob, UnderWay
from shared.storage.definitions import CREDENTIALS, KNOWN_BY, TIMING, read_optional_value, read_part
from shared.storage.fields import (
    read_collection_key,
    read_flag,
    read_job_key,
    read_number,
    read_text,
    read_ticket_key,
)
from shared.storage.instants import read_instant
from shared.storage.key_parts import SEPARATOR
from shared.storage.row_keys import read_ticket_row
from shared.storage.ticket_rows import WAITING_FIELDS, read_waiting

_OF_COLLECTION: Final = ("RowKey", "format", "subscription", "resourceGroup", "collection")
COUNTED_FIELDS: Final = (*_OF_COLLECTION, "state", "jobCount")
NAMED_DEFINITION_FIELDS: Final = (*_OF_COLLECTION, "job", "state", "definition", "extensions")
KNOWN_FIELDS: Final = (*_OF_COLLECTION, "job", "incarnation", "revision", "state", "course")
TIMED_FIELDS: Final = (
    *(*_OF_COLLECTION, "job", "state", "anchor", "started"),
    *("nextTicket", "course", "definition", "extensions"),
)
UNDER_WAY_FIELDS: Final = (*WAITING_FIELDS, "incarnation", "expected", "scheduled")
_PARTS: Final = 10


def read_counted(fields: Mapping[str, Any], etag: str) -> CountedCollection:
    return CountedCollection(
        key=read_collection_key(fields),
        state=CollectionState(fields["state"]),
        jobs=read_number(fields["jobCount"]),
    )


def read_named_definition(fields: Mapping[str, Any], etag: str) -> Glimpse:
    """Return a glimpse of a job with its credentials, under its name as it is spelled."""
    definition = _read_part(fields, CREDENTIALS)
    return Glimpse(key=read_job_key(fields), definition=definition, state=JobState(fields["state"]))


def read_timed(fields: Mapping[str, Any], etag: str) -> Job:
    """Return a job of which only what its next runs follow from is read."""
    return Job(
        key=read_job_key(fields),
        definition=_read_part(fields, TIMING),
        state=JobState(fields["state"]),
        incarnation="",
        revision="",
        put_revision="",
        anchor=read_instant(fields["anchor"]),
        progress=Progress(started=read_number(fields["started"])),
        next_ticket=read_ticket_key(read_text(fields["nextTicket"])),
        course=read_optional_value(Course, read_text(fields.get("course", ""))) or NO_COURSE,
    )


def read_known_by(fields: Mapping[str, Any], etag: str) -> Job:
    """Return a job of which only what it is sought by is read."""
    return Job(
        key=read_job_key(fields),
        definition=_read_part(fields, KNOWN_BY),
        state=JobState(fields["state"]),
        incarnation="",
        revision="",
        put_revision="",
        anchor=BEGINNING,
        recent=read_text(fields.get("recent", "")),
    )


def _read_part(fields: Mapping[str, Any], wanted: frozenset[str]) -> Definition:
    return read_part(fields["definition"], read_text(fields.get("extensions", "")), wanted)


def read_next_run(fields: Mapping[str, Any], etag: str) -> TicketKey:
    return read_ticket_row(fields["RowKey"])


def is_occurrence_of(row: str, names: tuple[str, ...] | None) -> bool:
    """Say whether a ticket's key is that of an occurrence of a job with these first names."""
    parts = row.split(SEPARATOR)
    return (
        len(parts) == _PARTS
        and parts[7] == TicketKind.OCCURRENCE
        and names is not None
        and tuple(parts[2 : 2 + len(names)]) == names
    )


def read_known(fields: Mapping[str, Any], etag: str) -> KnownJob:
    course = read_optional_value(Course, read_text(fields.get("course", "")))
    return KnownJob(
        key=read_job_key(fields),
        incarnation=read_text(fields["incarnation"]),
        revision=read_text(fields["revision"]),
        state=JobState(fields["state"]),
        waits_since=course.waits.since if course and course.waits else None,
    )


def read_under_way(fields: Mapping[str, Any], etag: str) -> UnderWay:
    waiting = read_waiting(fields, etag)
    return UnderWay(
        key=waiting.key,
        incarnation=read_text(fields["incarnation"]),
        expected=read_instant(fields["expected"]),
        lease=waiting.lease,
        scheduled=read_flag(fields["scheduled"]),
        waiting=waiting.waiting,
        place=read_text(fields["RowKey"]),
    )


def may_be_under_way(fields: Mapping[str, Any], names: tuple[str, ...] | None, until: str) -> bool:
    """Say whether a ticket is a run of a job with these first names, and not one that is merely due later.

    Most tickets are, so they are told by their keys alone.
    """
    parts = str(fields["RowKey"]).split(SEPARATOR)
    if len(parts) != _PARTS or names is None or tuple(parts[2 : 2 + len(names)]) != names:
        return False
    if parts[7] not in RUN_KINDS:
        return False
    return parts[7] != TicketKind.OCCURRENCE or parts[1] <= until or bool(fields.get("leaseUntil"))
