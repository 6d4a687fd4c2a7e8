"""What was seen before: of tickets that were spoilt or set aside since, and of history that was trimmed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from shared.domain.attempt import Ended
from shared.domain.disabled import SCHEDULER
from shared.domain.ticket import TicketKey
from tests.machines.acts import Execution
from tests.machines.snapshot import RETRY, HistorySeen, JobSeen, SkipSeen, Snapshot, TicketSeen

_KEPT: Final = timedelta(days=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row of history, and for which ticket the action was done."""

    seen: HistorySeen
    execution: Execution
    ended: Ended
    retried: bool | None
    """Whether another attempt follows.

    None if that cannot be told: others came in between, or faults in a row have disabled the job, and what
    was to follow is gone.
    """

    @property
    def attempt(self) -> int:
        return int(self.seen.fields["attempt"])

    @property
    def number(self) -> int:
        return int(self.seen.fields["number"])

    @property
    def main(self) -> bool:
        return bool(self.seen.fields["action"] == "MainAction")

    @property
    def failed(self) -> bool:
        return bool(self.seen.fields["status"] == "Failed")

    def since_put_of(self, job: JobSeen) -> bool:
        ticket = self.execution.ticket
        return self.seen.owner == job.owner and ticket.put_revision == job.fields["putRevision"]

    def belongs_to(self, job: JobSeen) -> bool:
        """Say whether the job's present schedule asked for it."""
        ticket = self.execution.ticket
        return self.since_put_of(job) and ticket.scheduled and ticket.revision == job.fields["revision"]


@dataclass
class Notebook:
    tickets: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The fields of every ticket when it was last seen whole."""
    identities: dict[tuple[str, ...], datetime] = field(default_factory=dict)
    """Those of every ticket that stood or was run, all of its key but the instant; and its first instant."""
    entries: dict[str, Entry] = field(default_factory=dict)
    """Every row of history that was ever seen."""
    once_spoilt: set[str] = field(default_factory=set)
    """The incarnations of jobs that could not be read for a while: their trims were put off unnoted."""
    forgotten: set[str] = field(default_factory=set)
    """Next tickets that no job notes, because the note was spoilt."""
    gone: set[str] = field(default_factory=set)
    """The rows of history that are gone from a job that lives, each looked at when it was first missed."""
    skips: dict[str, SkipSeen] = field(default_factory=dict)
    """The records of skips that stood when they were last looked at."""

    def see(self, snapshot: Snapshot) -> None:
        """Take a note of the tickets and of what is spoilt: some may be gone when the journey is over."""
        self.tickets |= {seen.row: seen.fields for seen in snapshot.tickets if not seen.spoilt}
        self.identities = {tuple(seen.parts[2:]): seen.due for seen in snapshot.tickets} | self.identities
        self.once_spoilt |= {job.fields["incarnation"] for job in snapshot.jobs if job.spoilt}

    def read(
        self, snapshot: Snapshot, executions: Sequence[Execution], *, now: datetime, disturbed: bool
    ) -> list[Entry]:
        """Take a note of what is new, and return the new entries of history.

        `now` is by the clock that is ahead of all others: whoever trims goes by his own.
        """
        self.see(snapshot)
        for key in (execution.ticket.key for execution in executions):
            self.identities.setdefault(_identity(key), key.due)
        self._check_what_is_gone(snapshot, now)
        done = {
            (execution.owner, execution.ended.started): (execution, execution.ended)
            for execution in executions
            if execution.ended is not None
        }
        new = [seen for seen in snapshot.history if seen.row not in self.entries]
        tripped = {job.owner for job in snapshot.jobs if job.disabled.get("by") == SCHEDULER}
        for seen in new:
            begun = (seen.owner, datetime.fromisoformat(seen.fields["started"]))
            assert begun in done, f"nobody did what {seen.row} tells"
            execution, ended = done[begun]
            retried = self.followed_by(execution, RETRY, execution.ticket.key.attempt + 1)
            known = None if (disturbed or seen.owner in tripped) and not retried else retried
            self.entries[seen.row] = Entry(seen=seen, execution=execution, ended=ended, retried=known)
        return [self.entries[seen.row] for seen in new]

    def standing(self, snapshot: Snapshot) -> list[TicketSeen]:
        """Return the tickets that stand and those set aside, with the fields that they had when whole."""
        rows = [*(seen.row for seen in snapshot.tickets), *(seen.former for seen in snapshot.aside)]
        return [TicketSeen(row=row, fields=self.tickets[row]) for row in rows if row in self.tickets]

    def _check_what_is_gone(self, snapshot: Snapshot, now: datetime) -> None:
        """Nothing but age takes history away from a job that lives."""
        rows = {seen.row for seen in snapshot.history}
        living = {(job.owner, job.fields["incarnation"]) for job in snapshot.jobs}
        for row in self.entries.keys() - rows - self.gone:
            entry = self.entries[row]
            if (entry.seen.owner, entry.seen.incarnation) in living:
                assert entry.ended.started < now - _KEPT, f"{row} is gone too early"
                self.gone.add(row)
        for row in self.skips.keys() - {seen.row for seen in snapshot.skips}:
            seen = self.skips[row]
            if (seen.owner, seen.incarnation) in living:
                assert seen.skip.until < now - _KEPT, f"{row} is gone too early"
        self.skips = {seen.row: seen for seen in snapshot.skips}

    def followed_by(self, execution: Execution, kind: str, attempt: int) -> bool:
        """Say whether there ever was the ticket of another attempt of the same occurrence."""
        return self.due_after(execution, kind, attempt) is not None

    def due_after(self, execution: Execution, kind: str, attempt: int) -> datetime | None:
        """Return when another attempt of the same occurrence was first due, if there ever was its ticket."""
        ticket = execution.ticket
        identity = (*execution.owner, ticket.revision, kind, str(attempt), str(ticket.number))
        return self.identities.get(identity)


def _identity(key: TicketKey) -> tuple[str, ...]:
    return (*key.job.canonical, key.revision, key.kind, str(key.attempt), key.id)
