"""Tickets: everything that must happen later is a ticket, and lives until what it asks for is done."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.keys import JobKey

FIRST_RESEND: Final = timedelta(minutes=1)
LAST_RESEND: Final = timedelta(minutes=15)


class TicketKind(StrEnum):
    OCCURRENCE = "occurrence"
    RUN_NOW = "runNow"
    RETRY = "retry"
    ERROR_ACTION = "errorAction"


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketKey:
    """A ticket's full identity, its instant first."""

    due: datetime
    job: JobKey
    revision: str
    kind: TicketKind = TicketKind.OCCURRENCE
    attempt: int = 0
    id: str = ""
    """Tells apart what is otherwise the same: each run that was asked for has its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to run a ticket, until an instant."""

    id: str
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """How often a hint of the ticket was sent, and when last."""

    count: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Something to do at an instant.

    Number and revisions are those of the occurrence, given by its first claim; what follows copies them.
    """

    key: TicketKey
    incarnation: str
    expected: datetime
    scheduled: bool = True
    number: int = 0
    revision: str = ""
    put_revision: str = ""
    sent: Sent | None = None
    lease: Lease | None = None
    claims: int = 0
    etag: str = field(default="", compare=False, repr=False)

    def leased(self, now: datetime) -> bool:
        return self.lease is not None and self.lease.until > now

    def wants_sending(self, now: datetime) -> bool:
        """Say whether a hint is due: never sent, unclaimed for long, or its lease has run out.

        The wait doubles with each send, so that a backlog does not feed itself.
        """
        if self.sent is None:
            return True
        if self.leased(now):
            return False
        if self.lease is not None and self.sent.at < self.lease.until:
            return True
        wait = min(FIRST_RESEND * (1 << min(self.sent.count - 1, 10)), LAST_RESEND)
        return now >= max(self.key.due, self.sent.at) + wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """A pack of hints: tickets of one shard that are due within the same second."""

    due: datetime
    tickets: tuple[TicketKey, ...]
