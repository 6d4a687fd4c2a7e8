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
    """Commit, and if that won send the hints of the new tickets that are marked as sent."""
    rows = ports.store.commit(changes)
    if rows is not None:
        inserted = [change.row for change in changes if isinstance(change, Insert)]
        _send_marked([row for row in inserted if isinstance(row, Ticket)], ports)
    return rows


def _send_marked(tickets: Sequence[Ticket], ports: Ports) -> None:
    """Send the hints of tickets of one shard just committed; if that fails, a later scan repeats them."""
    marked = sorted(
        (ticket for ticket in tickets if ticket.sent is not None),
        key=lambda ticket: (ticket.key.due, ticket.key.job.canonical),
    )
    try:
        for pack in packs(marked, size=ports.pace.pack):
            ports.queue.send(dispatch_of(pack), now=ports.clock())  # the commit has taken its time
    except StorageUnavailable:
        log.warning("%d hints not sent, the scan will repeat them", len(marked), exc_info=True)
