"""A job with its tickets, step by step. Every step commits its changes, and tells in words what it wrote."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from shared.domain.attempt import Completed, Ended, Failed, Outcome
from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.claiming import Claimed, NothingToRun, claim
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.course import Skipped, Stretch
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.job import Job, JobState
from shared.domain.lifecycle import Changed, Wanted, create, patch, put, schedule
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.settlement import settle
from shared.domain.ticket import ANY_VERSION, Lease, Ticket, TicketKey
from tests.builders import KEY, NINE, a_collection, a_definition, at

OK: Final = Completed("fine")
BAD: Final = Failed("broken")
NO_RETRIES: Final = RetryPolicy(type=RetryType.NONE)
ONE_RETRY: Final = RetryPolicy(type=RetryType.FIXED, interval=timedelta(minutes=1), count=1)
FIVE_MINUTES_LATE: Final = timedelta(minutes=5, milliseconds=4_885)
"""A spread by which the job of these tests is put off by exactly five minutes."""
TEN_MINUTES_LATE: Final = timedelta(minutes=10, milliseconds=9_770)


Running = TicketKey | tuple[TicketKey, ...] | None
"""The tickets of attempts under way, of which a change is told."""


class Scene:
    """All that is stored of one job."""

    def __init__(self, job: Job, ticket: Ticket | None, collection: JobCollection) -> None:
        self.job, self.collection = job, collection
        self.tickets = {ticket.key: ticket} if ticket else {}
        self.records: list[Skipped] = []
        self.history: list[HistoryEntry] = []
        self.written: list[str] = []

    @property
    def next_ticket(self) -> Ticket:
        assert self.job.next_ticket is not None
        return self.tickets[self.job.next_ticket]

    @property
    def next(self) -> str | None:
        """What the job waits for: the time that the schedule names, and when it is due if that is later."""
        key, nominal = self.job.next_ticket, self.job.next_nominal
        if key is None or nominal is None:
            return f"{key.kind} {clock(key.due)}" if key else None
        assert self.next_ticket.expected == nominal
        return clock(nominal) if nominal == key.due else f"{clock(nominal)} due {clock(key.due)}"

    @property
    def skipping(self) -> str | None:
        """The stretch of skips that is still open."""
        stretch = self.job.course.skipping
        return in_words(stretch) if stretch else None

    @property
    def told(self) -> str | None:
        """The last stretch that was skipped, open or over."""
        return self.skipping or (self.recorded[-1] if self.records else None)

    @property
    def recorded(self) -> list[str]:
        """The stretches that are over, and have a row each."""
        return [in_words(record.stretch) for record in self.records]

    @property
    def running(self) -> TicketKey | None:
        """The ticket by which the open occurrence lives, where there is one at most."""
        (running,) = self.job.course.running or (None,)
        return running

    def claim(self, now: str, ticket: Ticket | None = None) -> Claimed | NothingToRun | None:
        """Claim a ticket, or else what the job waits for."""
        return self.claim_at(at(now), ticket)

    def claim_at(self, now: datetime, ticket: Ticket | None = None) -> Claimed | NothingToRun | None:
        lease = Lease(id="mine", until=now + timedelta(seconds=150))
        claimed = claim(ticket or self.next_ticket, self.job, self.collection, now=now, lease=lease)
        self.commit(claimed.changes if claimed else ())
        return claimed

    def run(self, now: str, ticket: Ticket | None = None) -> Ticket:
        """Claim a ticket that runs, and return it under its lease."""
        claimed = self.claim(now, ticket)
        assert isinstance(claimed, Claimed)
        return claimed.ticket

    def end(self, ticket: Ticket, now: str, outcome: Outcome = OK) -> Ticket | None:
        """Settle an attempt, and return what follows it."""
        return self.end_at(ticket, at(now), outcome)

    def end_at(self, ticket: Ticket, now: datetime, outcome: Outcome = OK) -> Ticket | None:
        settled = settle(self.job, ticket, Ended(outcome=outcome, started=now, at=now))
        self.commit(settled.changes)
        return settled.following

    def patch(self, now: str, *, running: Running = None, **changes: Any) -> None:
        """Change the definition; `state` and `disabled` change the state."""
        wanted = replace(_wanted(self.job, changes), running=_all(running))
        changed = patch(self.job, wanted, self.collection, now=at(now), id=f"patched at {now}")
        self._go_on(changed, at(now))

    def put(self, now: str, *, running: Running = None, **changes: Any) -> None:
        wanted = replace(_wanted(self.job, changes), running=_all(running))
        changed = put(self.job, wanted, self.collection, now=at(now), id=f"put at {now}")
        self._go_on(changed, at(now))

    def disable(self, now: str, *, until: str | None = None, running: Running = None) -> None:
        off = Disabled(until=at(until)) if until else None
        self.patch(now, running=running, state=JobState.DISABLED, disabled=off)

    def enable(self, now: str, *, running: Running = None) -> None:
        self.patch(now, running=running, state=JobState.ENABLED)

    def turn_off_collection(self, *, until: str | None = None) -> None:
        off = Disabled(until=at(until)) if until else None
        self.collection = replace(self.collection, state=CollectionState.DISABLED, disabled=off)

    def commit(self, changes: Sequence[Change]) -> None:
        """Carry out all changes; each row must be as it was read, and is written once."""
        self.written = [change_in_words(change) for change in changes if not _is_failure(change)]
        rows = [_identity(change) for change in changes]
        assert len(set(rows)) == len(rows)
        for change in changes:
            self._commit(change)

    def _commit(self, change: Change) -> None:
        match change:
            case Update(before=Job() as before, after=Job() as after):
                assert before == self.job
                self.job = after
            case Update(before=Ticket() as before, after=Ticket() as after):
                assert (before, before.key) == (self.tickets[before.key], after.key)
                self.tickets[after.key] = after
            case Delete(row=Ticket() as ticket):
                stored = self.tickets.pop(ticket.key)
                assert ticket.etag == ANY_VERSION or stored == ticket
            case Insert(row=Ticket() as ticket):
                assert ticket.key not in self.tickets
                self.tickets[ticket.key] = ticket
            case Insert(row=Skipped() as record):
                self.records.append(record)
            case Insert(row=HistoryEntry() as entry):
                self.history.append(entry)
            case Insert(row=FailureNote(entry=entry)):
                assert entry == self.history[-1]
            case _:
                raise AssertionError(change)

    def _go_on(self, changed: Changed, now: datetime) -> None:
        job, ticket = schedule(changed.job, self.collection, now=now)
        former = self.job.next_ticket
        gone = [Delete(self.tickets[former])] if former else []
        self.commit((*gone, Update(self.job, job), *([Insert(ticket)] if ticket else []), *changed.records))


def a_scene(*, now: datetime = NINE, collection: JobCollection | None = None, **definition: Any) -> Scene:
    """A job just created that runs every minute from nine on. What fails is not tried again."""
    wanted = a_definition(**{"start_time": NINE, "retry_policy": NO_RETRIES, **definition})
    return scene_of(Wanted(definition=wanted, state=JobState.ENABLED), now=now, collection=collection)


def scene_of(wanted: Wanted, *, now: datetime = NINE, collection: JobCollection | None = None) -> Scene:
    around = collection or a_collection()
    job, ticket = schedule(create(KEY, wanted, now=now, id="revision-1"), around, now=now)
    return Scene(job, ticket, around)


def clock(instant: datetime) -> str:
    """Return the time of day, with the day if it is another one."""
    same_day = instant.date() == NINE.date()
    return instant.replace(tzinfo=None).isoformat() if not same_day else instant.time().isoformat()


def in_words(stretch: Stretch) -> str:
    return f"{stretch.reason} {clock(stretch.first)} to {clock(stretch.until)}"


def change_in_words(change: Change) -> str:
    match change:
        case Insert(row=row):
            return f"insert {_name(row)}"
        case Update(after=row):
            return f"update {_name(row)}"
        case Delete(row=row):
            return f"delete {_name(row)}"


def _is_failure(change: Change) -> bool:
    """What stands once more in the index of failures follows from the history."""
    return isinstance(change, Insert) and isinstance(change.row, FailureNote)


def _identity(change: Change) -> object:
    row = change.after if isinstance(change, Update) else change.row
    return row.key if isinstance(row, Ticket) else _name(row)


def _name(row: Row) -> str:
    match row:
        case Job():
            return "job"
        case Ticket(key=key):
            return f"{key.kind} {clock(key.due)}"
        case Skipped(stretch=stretch):
            return f"skipped {in_words(stretch)}"
        case HistoryEntry(number=number, attempt=attempt):
            return f"history {number}.{attempt}"
        case _:
            return type(row).__name__


def _wanted(job: Job, changes: dict[str, Any]) -> Wanted:
    state: JobState = changes.pop("state", job.state)
    disabled: Disabled | None = changes.pop("disabled", job.disabled)
    definition: Definition = replace(job.definition, **changes)
    return Wanted(definition=definition, state=state, disabled=disabled, who="somebody")


def _all(running: Running) -> tuple[TicketKey, ...]:
    if isinstance(running, TicketKey):
        return (running,)
    return running or ()
