"""Committing: one owner of what every journey needs around a transaction.

1. The records of the changes are added: who did what, and what it is from now on. So is a ticket that calls
   the census, if the changes want one.
2. New tickets that are due soon are marked as sent, so that no scan sends their hints too.
3. The store commits. It tells the truth: a commit whose answer got lost is looked up, not guessed.
4. The hints of the marked tickets are sent. If that fails, a later scan repeats them.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final, TypeVar

from shared.domain.audit import Deed
from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.collection import JobCollection
from shared.domain.disabled import SCHEDULER
from shared.domain.errors import RowRefused, StorageUnavailable
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Ticket, TicketKey, dispatch_of, packs
from shared.flow.auditing import with_records
from shared.flow.calling import call_for
from shared.flow.journal import note
from shared.flow.ports import Ports

MOST_RACES: Final = 20
"""Losing more often in a row means that something else is wrong."""

_Item = TypeVar("_Item")
_Won = TypeVar("_Won")

log = logging.getLogger(__name__)


def commit(changes: Sequence[Change], ports: Ports, deed: Deed | None = None) -> list[Row] | None:
    """Make all changes at once and return the rows as they now stand, or None if a race was lost."""
    if ports.trial is not None:
        return ports.trial.commit(changes, deed)
    now = ports.clock()
    recorded = with_records(changes, deed, now=now, new_id=ports.new_id)
    call = call_for(changes, ports, now=now) if len(recorded) < ports.store.most_changes else None
    recorded += [Insert(call)] if call else []
    marked = [_marked_if_near(change, ports, now) for change in recorded]
    rows = ports.store.commit(marked)
    if rows is not None:
        if call:
            ports.calls.note(ports.store.shard_of(call.key.job.collection), call.key.due)
        _send_hints([change.row for change in marked if isinstance(change, Insert)], ports)
        _tell_of_disabled(marked)
    return rows


def unchanged(one: Job | JobCollection, ports: Ports, deed: Deed) -> None:
    """Tell a trial that what was asked for is so already. Otherwise there is nothing to do, nor to record."""
    if ports.trial is not None:
        ports.trial.unchanged(one, deed)


def fits(changes: Sequence[Change], ports: Ports) -> bool:
    """Say whether a transaction holds changes, with what is added of what the scheduler does by itself."""
    now = ports.clock()
    recorded = with_records(changes, None, now=now, new_id=ports.new_id)
    call = call_for(changes, ports, now=now)
    return ports.store.fits([*recorded, *([Insert(call)] if call else [])])


def until_won(attempt: Callable[[], _Won | None]) -> _Won | None:
    """Read, decide and commit from a fresh read until the race is won; None if too many were lost."""
    for _ in range(MOST_RACES):
        if (won := attempt()) is not None:
            return won
    return None


def insist(
    key: CollectionKey | JobKey, attempt: Callable[[], _Won | None], turn: AbstractContextManager[object]
) -> _Won:
    """Do as `until_won`, in a turn at what is written, but raise StorageUnavailable if too many were lost."""
    with turn:
        won = until_won(attempt)
    if won is None:
        raise StorageUnavailable(f"'{key.name}' is being changed by too many at once; try again.")
    return won


def together(
    items: Sequence[_Item], attempt: Callable[[Sequence[_Item]], bool], *, races: int = MOST_RACES
) -> list[_Item]:
    """Try all items at once; return those that lost every race.

    1. If the items lose together, each half goes on by itself, so that one holds up no other.
    2. An item that is alone and loses is tried again, a few times.
    3. If storage refuses a row, that counts as a lost race. An item that is alone is then not tried again.
    """
    if not items or _won(items, attempt, races if len(items) == 1 else 1):
        return []
    if len(items) == 1:
        return list(items)
    middle = len(items) // 2
    halves = (items[:middle], items[middle:])
    return [lost for half in halves for lost in together(half, attempt, races=races)]


def drop(ticket: Ticket, ports: Ports, deed: Deed | None = None) -> bool:
    """Delete a ticket whose work is done; say whether it is gone, even if another deleted it."""
    return commit([Delete(ticket)], ports, deed) is not None or not ports.store.tickets([ticket.key])


def rounds(items: Sequence[_Item], key_of: Callable[[_Item], TicketKey]) -> list[list[_Item]]:
    """Spread items over rounds in which each job occurs once: a transaction writes no row twice."""
    spread: list[list[_Item]] = []
    seen: dict[JobKey, int] = {}
    for item in items:
        job = key_of(item).job
        number = seen[job] = seen.get(job, -1) + 1
        if number == len(spread):
            spread.append([])
        spread[number].append(item)
    return spread


def _marked_if_near(change: Change, ports: Ports, now: datetime) -> Change:
    """Mark a new ticket that is due soon. A ticket under a lease needs no hint: its holder is at it."""
    if not isinstance(change, Insert) or not isinstance(change.row, Ticket):
        return change
    ticket = change.row
    near = ticket.key.due <= now + ports.pace.near and ticket.lease is None
    return Insert(mark_sent(ticket, now=now)) if near else change


def _tell_of_disabled(changes: Sequence[Change]) -> None:
    """Log which jobs were disabled or left so without anybody's asking."""
    for change in changes:
        if isinstance(change, Update) and isinstance(after := change.after, Job) and after.disabled:
            off, before = after.disabled, change.before
            if off.by == SCHEDULER and isinstance(before, Job) and before.disabled != off:
                log.warning("%s is disabled: %s", after.key, off.note)
                note("disabled", job=str(after.key), why=off.note)


def _send_hints(inserted: Sequence[Row], ports: Ports) -> None:
    marked = [row for row in inserted if isinstance(row, Ticket) and row.sent is not None]
    marked.sort(key=lambda ticket: (ticket.key.due, ticket.key.job.canonical))
    try:
        for pack in packs(marked):
            ports.queue.send(dispatch_of(pack), now=ports.clock())  # the commit has taken its time
    except StorageUnavailable as exc:
        log.warning("%d hints not sent, the scan will repeat them: %s", len(marked), exc)


def _won(items: Sequence[_Item], attempt: Callable[[Sequence[_Item]], bool], races: int) -> bool:
    try:
        return any(attempt(items) for _ in range(races))
    except RowRefused as exc:
        log.error("storage refuses %d change(s): %s", len(items), exc)
        return False
