"""Rows of which only the place is known: those to be deleted unread, and those that cannot be read."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.keys import JobKey
from shared.domain.ticket import TicketKey


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """A stored row, by its place."""

    partition: str
    row: str
    etag: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A row that cannot be read, why, and the job that it belongs to if at least its key can be.

    Of a job, what may be left of it: its incarnation, and the tickets that it waits for.
    Of a ticket, its identity. What a `newer` version wrote is left as it is: that version can read it.
    """

    stored: StoredRow
    owner: JobKey | None
    reason: str
    incarnation: str = ""
    tickets: tuple[TicketKey, ...] = ()
    ticket: TicketKey | None = None
    newer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A ticket that could not be used, out of the scan's way until someone has looked at it.

    A PUT, PATCH or DELETE of its job removes it.
    """

    stored: StoredRow
    """Where the ticket stood."""
    owner: JobKey | None
    reason: str
    at: datetime
