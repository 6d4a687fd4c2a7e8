"""Setting aside: a ticket that cannot be used is kept with the reason, and the others go on."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TypeGuard

from shared.domain.changes import Change, Delete, Update
from shared.domain.housekeeping import written_anew
from shared.domain.job import Job
from shared.domain.set_aside import set_aside
from shared.domain.stored import Unreadable
from shared.domain.ticket import ANY_VERSION, HOUSEKEEPING, Ticket
from shared.flow.commits import commit, until_won
from shared.flow.ports import Ports, Store

log = logging.getLogger(__name__)


def aside_changes(
    ticket: Ticket | Unreadable, job: Job | Unreadable | None, store: Store, *, reason: str, now: datetime
) -> tuple[Change, ...]:
    """Return what sets a ticket aside. If its job is gone, it is deleted instead: nobody would miss it."""
    stored = store.place(ticket) if isinstance(ticket, Ticket) else ticket.stored
    owned = isinstance(ticket, Ticket) or ticket.owner is not None
    if owned and job is None:
        return (Delete(stored),)
    log.error("%s is set aside: %s", stored.row, reason)
    key = ticket.key if isinstance(ticket, Ticket) else ticket.ticket
    changes = set_aside(stored, job, ticket=key, reason=reason, now=now)
    return only_stored(changes, store) if isinstance(job, Job) and job.aside else changes


def only_stored(changes: Sequence[Change], store: Store) -> tuple[Change, ...]:
    """Return the changes without deletions of tickets that are not there.

    Something of the job was set aside: that may be the ticket that the job waits for.
    """
    unread = [change.row.key for change in changes if _is_unread(change) and isinstance(change.row, Ticket)]
    stored = store.tickets(unread) if unread else {}
    return tuple(
        change
        for change in changes
        if not _is_unread(change) or (isinstance(change.row, Ticket) and change.row.key in stored)
    )


def _is_unread(change: Change) -> TypeGuard[Delete]:
    return isinstance(change, Delete) and isinstance(change.row, Ticket) and change.row.etag == ANY_VERSION


def put_aside(ticket: Ticket | Unreadable, ports: Ports, *, reason: str, now: datetime) -> bool:
    """Set a ticket aside. Say whether we did it: another may have been faster.

    A housekeeping ticket is written anew instead: no other ticket would do its work.
    A row that a newer version wrote stays where it is.
    """
    if isinstance(ticket, Unreadable) and ticket.newer:
        return False
    if isinstance(ticket, Unreadable) and ticket.ticket and ticket.ticket.kind in HOUSEKEEPING:
        log.error("%s is written anew: %s", ticket.stored.row, reason)
        commit([Update(ticket, written_anew(ticket.ticket))], ports)
        return False
    owner = ticket.key.job if isinstance(ticket, Ticket) else ticket.owner

    def attempt() -> bool | None:
        job = ports.store.job(owner) if owner is not None else None
        if commit(aside_changes(ticket, job, ports.store, reason=reason, now=now), ports) is not None:
            return True
        gone = isinstance(ticket, Ticket) and ticket.key not in ports.store.tickets([ticket.key])
        return False if gone else None

    return until_won(attempt) or False
