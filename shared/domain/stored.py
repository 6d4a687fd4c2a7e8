"""Rows that are known by their place only: they are deleted unread, or they cannot be read."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """A stored row, by its place."""

    partition: str
    row: str
    etag: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobHistory:
    """The entries of one incarnation of a job, newest first; `before` leaves out those that began later."""

    job: JobKey
    incarnation: str
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class CollectionHistory:
    """The entries of all jobs that a collection has or had."""

    collection: CollectionKey


@dataclass(frozen=True, slots=True)
class AsideOf:
    """What was set aside of a job, or of a whole collection."""

    owner: JobKey | CollectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSkips:
    """The records of what one incarnation of a job skipped, the latest first, or those before an instant."""

    job: JobKey
    incarnation: str
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class CollectionSkips:
    """The records of what all jobs that a collection has or had skipped."""

    collection: CollectionKey


@dataclass(frozen=True, slots=True)
class JobChanges:
    """The records of what was done to a job, or to others of its name before it, newest first."""

    job: JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class OldChanges:
    """The notes of changes before an instant, in the shard of a collection. Each stands for a record, too."""

    shard_of: CollectionKey
    before: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OldFailures:
    """The notes of attempts that failed before an instant, in the shard of a collection."""

    shard_of: CollectionKey
    before: datetime


Remains = (
    JobHistory
    | CollectionHistory
    | JobSkips
    | CollectionSkips
    | AsideOf
    | JobChanges
    | OldChanges
    | OldFailures
)
"""Rows that are deleted without being read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A row that cannot be read, and the reason; `owner` is its job, if at least the key can be read.

    If the row is a job, `incarnation` and `tickets` are what could still be read of it.
    If the row is a ticket, `ticket` is its identity.
    A row that a `newer` version wrote is left as it is, because that version can read it.
    """

    stored: StoredRow
    owner: JobKey | None
    reason: str
    incarnation: str = ""
    tickets: tuple[TicketKey, ...] = ()
    ticket: TicketKey | None = None
    newer: bool = False
    aside: bool = False
    """To be noted in a job: something of it was set aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A ticket that could not be used. It lies out of the scan's way until someone has looked at it.

    A PUT, PATCH or DELETE of its job removes it.
    """

    stored: StoredRow
    """Where the ticket stood."""
    owner: JobKey | None
    reason: str
    at: datetime
