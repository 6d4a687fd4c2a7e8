"""Setting aside: a ticket that cannot be used is kept with the reason, and the others go on."""

import logging
from datetime import datetime

from shared.domain.changes import Change, Delete, Update
from shared.domain.housekeeping import written_anew
from shared.domain.job import Job
from shared.domain.set_aside import set_aside
from shared.domain.stored import Unreadable
from shared.domain.ticket import HOUSEKEEPING, Ticket
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
    return set_aside(stored, job, reason=reason, now=now)


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
