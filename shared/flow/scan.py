"""The scan: look for tickets that are due soon, and send hints of them."""

import logging
from dataclasses import dataclass
from datetime import datetime

from shared.domain.changes import Update
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Dispatch, Ticket
from shared.flow.ports import Ports

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanReport:
    due: int
    sent: int


def scan(ports: Ports, *, now: datetime) -> ScanReport:
    """Send a hint of every ticket that is due within the horizon and wants one.

    It computes no recurrence and touches no job; two scanners at once cost a doubled hint, nothing else.
    """
    due = sent = 0
    for shard in range(ports.store.shards):
        for ticket in ports.store.due(shard, until=now + ports.pace.horizon):
            due += 1
            sent += _send_if_wanted(ticket, ports, now)
    ports.store.note_scan(now)
    log.info("%d due within %s, %d sent", due, ports.pace.horizon, sent)
    return ScanReport(due=due, sent=sent)


def _send_if_wanted(ticket: Ticket, ports: Ports, now: datetime) -> bool:
    if not ticket.wants_sending(now):
        return False
    ports.queue.send(Dispatch(due=ticket.key.due, tickets=(ticket.key,)), now=now)
    # Marked after it was sent: the other way round a crash between the two would lose the hint for a minute.
    # A mark that loses its race is not repeated, for the ticket has been claimed or sent meanwhile.
    ports.store.commit([Update(ticket, mark_sent(ticket, now=now))])
    return True
