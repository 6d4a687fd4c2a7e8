"""The scan: look for tickets that are due soon, and send hints of them."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Update
from shared.domain.lifecycle import mark_sent
from shared.domain.scanned import Scanned
from shared.domain.stored import Unreadable
from shared.domain.ticket import Waiting, dispatch_of, packs
from shared.domain.version import VERSION
from shared.flow.aside import put_aside
from shared.flow.census import look_after_census
from shared.flow.commits import together
from shared.flow.journal import milliseconds, note
from shared.flow.ports import Ports

log = logging.getLogger(__name__)


def scan(ports: Ports, *, now: datetime) -> Scanned:
    """Send a hint of every ticket that is due within the horizon and wants one.

    1. Once in a quarter of an hour, look after the standing tickets.
    2. In each shard, read the tickets due up to the horizon, in one query; shards are read side by side.
    3. Set aside those that cannot be read; leave those of a newer version alone.
    4. Put those that want a hint into packs by the second. Send each pack, then mark its tickets as sent.
    5. Note the counts.

    It computes no recurrence and touches no job. Two scans at once send hints twice, and do no other harm.
    """
    look_after_census(ports, now=now)
    scanned = Scanned(at=now, version=VERSION)
    until = now + ports.pace.horizon
    for due in ports.store.over_shards(lambda shard: ports.store.due(shard, until=until)):
        scanned = _scan_shard(due, scanned, ports)
    scanned = replace(scanned, duration=ports.clock() - now)
    ports.store.note_scan(scanned)
    note(
        "scan",
        due=scanned.due,
        sent=scanned.sent,
        sentAgain=scanned.sent_again,
        setAside=scanned.set_aside,
        newer=scanned.newer,
        durationMs=milliseconds(scanned.duration),
    )
    return scanned


def _scan_shard(due: Sequence[Waiting | Unreadable], scanned: Scanned, ports: Ports) -> Scanned:
    now = scanned.at
    bad = [row for row in due if isinstance(row, Unreadable)]
    set_aside = sum(put_aside(row, ports, reason=row.reason, now=now) for row in bad if not row.newer)
    wanting = [row for row in due if isinstance(row, Waiting) and row.wants_sending(now)]
    for pack in packs(wanting):
        _send(pack, ports, now)
    return replace(
        scanned,
        due=scanned.due + len(due),
        sent=scanned.sent + len(wanting),
        sent_again=scanned.sent_again + sum(ticket.sent is not None for ticket in wanting),
        set_aside=scanned.set_aside + set_aside,
        newer=scanned.newer + sum(row.newer for row in bad),
    )


def _send(pack: tuple[Waiting, ...], ports: Ports, now: datetime) -> None:
    ports.queue.send(dispatch_of(pack), now=ports.clock())  # the delay counts from this moment

    # Mark after sending: in the other order, a crash between the two would lose the hint for a minute.
    # A mark that loses its race is not repeated: the ticket has been claimed or sent meanwhile.
    def mark(tickets: Sequence[Waiting]) -> bool:
        marks = [Update(ticket, mark_sent(ticket, now=now)) for ticket in tickets]
        return ports.store.commit(marks) is not None

    together(pack, mark, races=1)
