"""Runs that were made or are under way, put together from the entries of the history and from tickets."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from shared.domain.claiming import is_dead
from shared.domain.history import ActionName, HistoryEntry, RunKind, Status
from shared.domain.occurrences.story import Kind, Occurrence, Outcome, Story
from shared.domain.ticket import Ticket, TicketKind

LATE_AFTER: Final = timedelta(minutes=1)
"""One that begins so long after it was due is told as late."""
_MAIN: Final = (TicketKind.OCCURRENCE, TicketKind.RUN_NOW, TicketKind.RETRY)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMade:
    """The attempts of one occurrence, the first one first, and the ticket by which it lives, if it does."""

    expected: datetime
    by_hand: bool
    attempts: tuple[HistoryEntry, ...] = ()
    ticket: Ticket | None = None

    @property
    def collapsed_until(self) -> datetime | None:
        """Until when occurrences were missed that this one stands for."""
        noted = [entry.collapsed_until for entry in self.attempts]
        noted += [self.ticket.collapsed_until] if self.ticket else []
        return next((until for until in noted if until is not None), None)

    @property
    def began(self) -> datetime:
        """When its first attempt that is known began, or was due."""
        first = [entry.started for entry in self.attempts]
        return min(first) if first else self.ticket.key.due if self.ticket else self.expected

    @property
    def main(self) -> tuple[HistoryEntry, ...]:
        return tuple(entry for entry in self.attempts if entry.action is ActionName.MAIN)


def runs_made(story: Story) -> list[RunMade]:
    """Return the runs in the order of the times they were for."""
    runs: dict[tuple[str, int, str], RunMade] = {}
    for entry in sorted(story.history, key=lambda entry: (entry.number, entry.attempt, entry.started)):
        by_hand = entry.kind is RunKind.RUN_NOW
        key = (entry.revision or "", entry.number, "")
        run = runs.get(key) or RunMade(expected=entry.expected, by_hand=by_hand)
        runs[key] = replace(run, attempts=(*run.attempts, entry))
    for ticket in _under_way(story):
        key = (ticket.revision, ticket.number, "" if ticket.number else ticket.key.id)  # 0 before it starts
        run = runs.get(key) or RunMade(expected=ticket.expected, by_hand=not ticket.scheduled)
        if not _is_settled(run, ticket) and not _is_given_up(ticket, story):
            runs[key] = replace(run, ticket=ticket)
    return sorted(runs.values(), key=lambda run: run.expected)


def told(run: RunMade, story: Story, *, due: datetime, kind: Kind) -> Occurrence:
    """Return what became of a run."""
    made = Occurrence(
        at=run.expected,
        due=None if due == run.expected else due,
        kind=Kind.RUN_NOW if run.by_hand else kind,
        outcome=Outcome.RAN,
        attempts=run.attempts,
    )
    return _open(made, run.ticket, story) if run.ticket else _over(made, run, due)


def _under_way(story: Story) -> Iterator[Ticket]:
    """Yield the tickets of runs that have begun, and of those that somebody asked for."""
    for ticket in story.tickets:
        begun = ticket.number > 0 or ticket.key.kind is TicketKind.RUN_NOW
        if ticket.key.kind in _MAIN and begun and ticket.incarnation == story.job.incarnation:
            yield ticket


def _is_given_up(ticket: Ticket, story: Story) -> bool:
    """A retry that a change of the job took away still stands there, until somebody meets it."""
    retry = ticket.key.kind is TicketKind.RETRY and not ticket.leased(story.as_of)
    return retry and is_dead(ticket, story.job, story.collection)


def _is_settled(run: RunMade, ticket: Ticket) -> bool:
    """The history was read later than the tickets, and may tell of the end of an attempt."""
    return any(entry.attempt >= ticket.key.attempt for entry in run.main)


def _open(made: Occurrence, ticket: Ticket, story: Story) -> Occurrence:
    if ticket.leased(story.as_of):
        return replace(made, outcome=Outcome.RUNNING, until=ticket.lease.until if ticket.lease else None)
    if is_dead(ticket, story.job, story.collection):
        return replace(made, outcome=Outcome.SUPERSEDED, since=story.job.since)
    if ticket.key.kind is TicketKind.RETRY:
        reason = f"for retry {ticket.key.attempt}"
    else:
        reason = "to be taken over" if ticket.number else "to be started"
    return replace(made, outcome=Outcome.WAITING, reason=reason, until=ticket.key.due)


def _over(made: Occurrence, run: RunMade, due: datetime) -> Occurrence:
    if not run.main:
        return replace(made, outcome=Outcome.UNKNOWN, reason="only its error action is kept")
    first, last = run.main[0], run.main[-1]
    if last.status is not Status.COMPLETED:
        outcome = Outcome.FAULTED if last.retry_at is None else Outcome.FAILED
        reason = None if last.retry_at is None else "a change of the job took its retries away"
        return replace(made, outcome=outcome, reason=reason)
    late = first.attempt == 0 and first.started - due > LATE_AFTER
    return replace(made, outcome=Outcome.LATE) if late else made
