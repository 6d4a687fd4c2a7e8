"""Hints sent by whoever makes a ticket that is due soon, so that "immediately" is not the next scan."""

import logging
from datetime import datetime

from shared.domain.errors import StorageUnavailable
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Dispatch, Ticket
from shared.flow.ports import Ports

log = logging.getLogger(__name__)


def marked_if_near(ticket: Ticket, ports: Ports, *, now: datetime) -> Ticket:
    """Return the ticket marked as sent if its hint is to be sent right after the commit."""
    return mark_sent(ticket, now=now) if ticket.key.due <= now + ports.pace.near else ticket


def send_if_marked(ticket: Ticket, ports: Ports, *, now: datetime) -> None:
    """Send the hint of a ticket just committed; if that fails, a later scan repeats it."""
    if ticket.sent is None:
        return
    try:
        ports.queue.send(Dispatch(due=ticket.key.due, tickets=(ticket.key,)), now=now)
    except StorageUnavailable:
        log.warning("%s: no hint sent, the scan will repeat it", ticket.key.job, exc_info=True)
