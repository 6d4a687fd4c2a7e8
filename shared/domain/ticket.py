"""Tickets: everything that must happen later is a ticket, and lives until what it asks for is done."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeVar

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.retry import Retrying

ANY_VERSION: Final = "*"
"""Stands for the ETag of a row that need only be there: another row of the transaction tells of changes."""
FIRST_RESEND: Final = timedelta(minutes=1)
LAST_RESEND: Final = timedelta(minutes=15)
LONGEST_LEASE: Final = timedelta(hours=1)
"""No lease is given for longer: one that seems to be was taken by a clock that is wrong."""
OUT_OF_TURN: Final = "again"
"""The id of an occurrence that is due at another time than at first. An occurrence of that time has none."""
HINTED_AHEAD: Final = timedelta(seconds=2)
"""A hint is seen so long before its tickets are due."""
MOST_IN_A_PACK: Final = 32
"""So that a claim, three rows a ticket, is one transaction."""


class TicketKind(StrEnum):
    OCCURRENCE = "occurrence"
    RUN_NOW = "runNow"
    RETRY = "retry"
    ERROR_ACTION = "errorAction"
    TRIM = "trim"
    """Drop what is too old, or too much, of a job's history."""
    REMOVAL = "removal"
    """Remove a job that was finished long ago."""
    SWEEP = "sweep"
    """Remove the history of a job that is gone."""
    COLLECTION_SWEEP = "collectionSweep"
    """Remove all that is in a collection that is being deleted, and the collection."""
    CENSUS = "census"
    """Count the stored secrets of a shard."""
    RESCHEDULE = "reschedule"
    """Find the next runs anew of jobs whose zone or calendar, or whose zone's rules, have changed."""
    ENABLE = "enable"
    """Enable a job that was disabled until now."""
    ENABLE_COLLECTION = "enableCollection"
    """Enable a collection that was disabled until now."""


HOUSEKEEPING: Final = frozenset(
    {
        TicketKind.TRIM,
        TicketKind.REMOVAL,
        TicketKind.SWEEP,
        TicketKind.COLLECTION_SWEEP,
        TicketKind.CENSUS,
        TicketKind.RESCHEDULE,
        TicketKind.ENABLE_COLLECTION,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketKey:
    """A ticket's full identity, its instant first."""

    due: datetime
    """When it is to be done."""
    job: JobKey
    """Whose it is."""
    revision: str
    """The revision of the job that it is bound to. If the job has another one by now, the ticket is dead."""
    kind: TicketKind = TicketKind.OCCURRENCE
    """What is to be done."""
    attempt: int = 0
    """Which try it is, from 0."""
    id: str = ""
    """Tells apart what is otherwise the same: each run that was asked for has its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to run a ticket, until an instant."""

    id: str
    until: datetime

    def holds(self, now: datetime) -> bool:
        return now < self.until <= now + LONGEST_LEASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """How often a hint of the ticket was sent, and when last."""

    count: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Something to do at an instant. It lives until that is done."""

    key: TicketKey
    """Its identity, which is also its place in storage."""
    incarnation: str
    """The incarnation of its job: what was created under the same name later is another job."""
    expected: datetime
    """The time that the schedule names for the occurrence; the same for its retries and its error action."""
    scheduled: bool = True
    """Whether the schedule asked for it; a run that somebody asked for does not count for `count`."""
    number: int = 0
    """The number of the occurrence, given by its first claim and copied by what follows; 0 before."""
    revision: str = ""
    """The job's revision at the first claim, copied likewise."""
    put_revision: str = ""
    """The job's PUT revision at the first claim, copied likewise: counters count since the last PUT."""
    sent: Sent | None = None
    """How often its hint was sent, and when; None if never."""
    lease: Lease | None = None
    """Who is at it, and until when that may last."""
    claims: int = 0
    """How often it was claimed; one that kills its runner every time is given up."""
    ordinal: int = 0
    """Which of the job's scheduled occurrences it is, noted if faults in a row count, and copied likewise."""
    covers: datetime | None = None
    """Up to which time of the schedule occurrences have come and gone while it waited; None if none has."""
    waited: bool = False
    """It waited for an earlier occurrence, and is due since that is over."""
    waiting: bool = False
    """It waits for an earlier occurrence: nobody is late, and hints are rare."""
    collapsed_until: datetime | None = None
    """Until when occurrences were missed that became this one; None if none was."""
    retrying: Retrying | None = None
    """By which rules it is tried again, if these are not all the job's own; noted by the claim."""
    mourned: bool = False
    """Whether the error action of the collection's defaults follows; noted by the claim."""
    etag: str = field(default="", compare=False, repr=False)
    """The version of the row that was read."""

    def leased(self, now: datetime) -> bool:
        return self.lease is not None and self.lease.holds(now)

    @property
    def covered(self) -> datetime:
        """Up to which time of the schedule it accounts for occurrences."""
        return self.covers or self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What the scan needs to know of a ticket."""

    key: TicketKey
    sent: Sent | None
    lease: Lease | None
    waiting: bool = False
    """It waits for an earlier occurrence of its job, which will wake it."""
    etag: str = field(default="", compare=False, repr=False)

    def leased(self, now: datetime) -> bool:
        return self.lease is not None and self.lease.holds(now)

    def wants_sending(self, now: datetime) -> bool:
        """Say whether a hint is due: never sent, unclaimed for long, or its lease has run out.

        The wait doubles with each send, so that a backlog does not feed itself.
        A send in the future was noted by a clock that was ahead, and tells nothing.
        One that waits for an earlier occurrence is woken by that; hints are only for the case that it is not.
        """
        if self.leased(now):
            return False
        if self.sent is None:
            return True
        if self.lease is not None and self.sent.at < self.lease.until:
            return True
        doubled = FIRST_RESEND * (1 << min(self.sent.count - 1, 10))
        wait = LAST_RESEND if self.waiting else min(doubled, LAST_RESEND)
        last = self.sent.at if self.sent.at <= now else self.key.due
        return now >= max(self.key.due, last) + wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """A pack of hints: tickets of one shard that are due within the same second."""

    due: datetime
    """When its tickets are to be run, if they can be."""
    tickets: tuple[TicketKey, ...]
    put_off: int = 0
    """How often it was put off because its remote sides or collections had no place left."""

    def delay(self, now: datetime) -> timedelta:
        """Return after which time it is to be seen: early, and in whole seconds, rounded down.

        So polling and reading are over when it counts; the runner waits for the rest.
        """
        early = max(self.due - HINTED_AHEAD - now, timedelta())
        return timedelta(seconds=early // timedelta(seconds=1))


_Hinted = TypeVar("_Hinted", Ticket, Waiting)


def packs(tickets: Iterable[_Hinted]) -> list[tuple[_Hinted, ...]]:
    """Put tickets of one shard together that are due within the same second.

    Housekeeping takes long, and a ticket that was claimed before may be what killed its runner:
    each of these is alone.
    """
    alone: list[tuple[_Hinted, ...]] = []
    by_second: dict[datetime, list[_Hinted]] = {}
    for ticket in tickets:
        if ticket.key.kind in HOUSEKEEPING or ticket.lease is not None:
            alone.append((ticket,))
        else:
            by_second.setdefault(ticket.key.due.replace(microsecond=0), []).append(ticket)
    together = [
        tuple(group[first : first + MOST_IN_A_PACK])
        for group in by_second.values()
        for first in range(0, len(group), MOST_IN_A_PACK)
    ]
    return together + alone


def dispatch_of(pack: tuple[_Hinted, ...]) -> Dispatch:
    keys = tuple(ticket.key for ticket in pack)
    return Dispatch(due=min(key.due for key in keys), tickets=keys)


def whole(collection: CollectionKey) -> JobKey:
    """Return the key under which a ticket stands that is about a collection and no job of it."""
    return JobKey(collection=collection, name="-")


def unread(key: TicketKey) -> Ticket:
    """Return a ticket to delete that nobody has read. Whoever takes it from us writes its job too."""
    return Ticket(key=key, incarnation="", expected=key.due, etag=ANY_VERSION)
