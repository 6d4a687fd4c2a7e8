"""All that is stored about a job's past, present and future: what its occurrences are explained by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.audit import Audited
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped
from shared.domain.history import HistoryEntry
from shared.domain.job import Job
from shared.domain.stored import SetAside
from shared.domain.ticket import Ticket


class Outcome(StrEnum):
    """What became of an occurrence."""

    RAN = "ran"
    LATE = "late"
    FAILED = "failed"
    """It failed, and a change of the job took its retries away."""
    FAULTED = "faulted"
    """It failed, and so did all its retries."""
    RUNNING = "running"
    WAITING = "waiting"
    COLLAPSED = "collapsed"
    """It was missed, and an earlier one that ran late stands for it."""
    SKIPPED = "skipped"
    DISABLED = "disabled"
    COLLECTION_DISABLED = "collectionDisabled"
    EXCLUDED = "excluded"
    MOVED = "moved"
    """Its day does not count, and it is made on another one."""
    SUPERSEDED = "superseded"
    ENDED = "ended"
    UPCOMING = "upcoming"
    UNKNOWN = "unknown"
    """What would tell is not kept, or was never noted."""
    UNEXPLAINED = "unexplained"
    """Nothing tells, although something should: that is a fault of ours."""


class Kind(StrEnum):
    """Who asked for an occurrence."""

    SCHEDULED = "scheduled"
    FIRST = "first"
    """The immediate first run of a job that names no start, or the only one."""
    RUN_NOW = "runNow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A time that the schedule names, or a run that it does not, and what became of it."""

    at: datetime
    outcome: Outcome
    kind: Kind = Kind.SCHEDULED
    due: datetime | None = None
    """When it was or is due, if that is not its time."""
    reason: str | None = None
    """More than the outcome says: why it was skipped, or what it waits for."""
    who: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    note: str | None = None
    into: datetime | None = None
    """The one that stands for it, or the day it is made on."""
    attempts: tuple[HistoryEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What was read, the job first: whatever happened meanwhile shows in what was read later.

    `changes` and `collection_changes` are newest first, and reach back as far as is asked about.
    """

    job: Job
    collection: JobCollection
    as_of: datetime
    """What is later than this is to come."""
    changes: Sequence[Audited] = ()
    collection_changes: Sequence[Audited] = ()
    tickets: Sequence[Ticket] = ()
    history: Sequence[HistoryEntry] = ()
    skips: Sequence[Skipped] = ()
    aside: Sequence[SetAside] = ()
    kept_since: datetime | None = None
    """Entries that began earlier may have been dropped; None if all are there."""
    rules_since: datetime | None = None
    """Since when the rules of time zones are what they are, if that was noted."""
