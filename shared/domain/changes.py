"""Changes to what is stored. Those that belong together are committed together, or not at all."""

from dataclasses import dataclass

from shared.domain.audit import Audited, AuditNote
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.job import Job
from shared.domain.stored import SetAside, StoredRow, Unreadable
from shared.domain.ticket import Ticket, Waiting

Records = HistoryEntry | FailureNote | Skipped | Audited | AuditNote
Row = JobCollection | Job | Ticket | Waiting | Records | StoredRow | Unreadable | SetAside


@dataclass(frozen=True, slots=True)
class Insert:
    """Fails if a row with this key is there."""

    row: Row


@dataclass(frozen=True, slots=True)
class Update:
    """Writes what differs; fails unless the stored row is the very one that `before` was read from.

    One in which nothing differs is written too: others that read the row before then notice.
    """

    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Delete:
    """Fails unless the stored row is the very one that was read."""

    row: Row


Change = Insert | Update | Delete
