"""Hints sent by whoever makes tickets that are due soon, so that "immediately" is not the next scan."""

import logging
from collections.abc import Sequence
from datetime import datetime

from shared.domain.changes import Change, Insert, Row
from shared.domain.errors import StorageUnavailable
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Ticket, dispatch_of, packs
from shared.flow.ports import Ports

log = logging.getLogger(__name__)


def marked_if_near(ticket: Ticket, ports: Ports, *, now: datetime) -> Ticket:
    """Return the ticket marked as sent if its hint is to be sent right after the commit."""
    return mark_sent(ticket, now=now) if ticket.key.due <= now + ports.pace.near else ticket


def commit_with_hints(changes: Sequence[Change], ports: Ports) -> list[Row] | None:
    """Commit, and send the hints of the new tickets that are marked as sent.

    What looks like a lost race may be our own commit, whose answer was lost: then its tickets are there,
    and without their hints they would wait for a minute.
    """
    rows = ports.store.commit(changes)
    inserted = [change.row for change in changes if isinstance(change, Insert)]
    marked = [row for row in inserted if isinstance(row, Ticket) and row.sent is not None]
    if rows is None and marked:
        there = ports.store.tickets([ticket.key for ticket in marked])
        marked = [ticket for ticket in marked if ticket.key in there]
    _send(marked, ports)
    return rows


def _send(tickets: Sequence[Ticket], ports: Ports) -> None:
    """Send the hints of tickets of one shard just committed; if that fails, a later scan repeats them."""
    marked = sorted(tickets, key=lambda ticket: (ticket.key.due, ticket.key.job.canonical))
    try:
        for pack in packs(marked, size=ports.pace.pack):
            ports.queue.send(dispatch_of(pack), now=ports.clock())  # the commit has taken its time
    except StorageUnavailable as exc:
        log.warning("%d hints not sent, the scan will repeat them: %s", len(marked), exc)
