"""The scan: look for tickets that are due soon, and send hints of them."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from shared.domain.census import Standing, in_sum
from shared.domain.changes import Update
from shared.domain.lifecycle import mark_sent
from shared.domain.readers import Readers
from shared.domain.scanned import Scanned
from shared.domain.stored import Unreadable
from shared.domain.ticket import Waiting, dispatch_of, packs
from shared.domain.version import VERSION
from shared.flow.aside import put_aside
from shared.flow.census import look_after_census
from shared.flow.commits import together
from shared.flow.journal import Fact, milliseconds, note
from shared.flow.ports import Ports
from shared.flow.rescheduling import look_after_rules

log = logging.getLogger(__name__)

_MOST_FAILING_TOLD: Final = 10


def scan(ports: Ports, *, now: datetime) -> Scanned:
    """Send a hint of every ticket that is due within the horizon and wants one.

    1. Once for a process, and once in a quarter of an hour, look after the standing tickets; and once for a
       process, whether it has newer rules of time zones.
    2. In each shard, read the tickets due up to the horizon, in one query. Several shards go side by side.
    3. Put those that want a hint into packs by the second. Send each pack, then mark its tickets as sent.
    4. Set aside those that cannot be read; leave those of a newer version alone.
    5. Note the counts. Once in a quarter of an hour, tell in the log what else `/status` would tell.

    It computes no recurrence and touches no job. Two scans at once send hints twice, and do no other harm.
    """
    first = ports.beginning.is_now()
    censuses = look_after_census(ports, now=now, first=first)
    if first:
        look_after_rules(ports, now=now)
    scanned = Scanned(at=now, version=VERSION)
    for due in ports.store.over_shards(lambda shard: _hint(shard, ports, now), Readers.SCAN):
        scanned = _counted(due, scanned, ports)
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
        **(_state(censuses, ports) if censuses is not None else {}),
    )
    return scanned


def _state(censuses: Mapping[int, Standing], ports: Ports) -> dict[str, Fact]:
    """Return what queries over the log cannot see otherwise: an alert must not need a caller of `/status`."""
    messages, poison = ports.queue.depths()
    counted = in_sum(censuses, shards=ports.store.shards)
    failing = counted.jobs.failing if counted and counted.jobs else None
    return {
        "messages": messages,
        "poison": poison,
        "shutSecrets": counted.shut if counted else None,
        "failingJobs": failing.count if failing else None,
        "failing": [str(job.key) for job in failing.named[:_MOST_FAILING_TOLD]] if failing else None,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """What was due in a shard, and what of it wanted a hint and got one."""

    rows: Sequence[Waiting | Unreadable]
    hinted: Sequence[Waiting]


def _hint(shard: int, ports: Ports, now: datetime) -> _Due:
    """Send the hints of a shard. This may be another thread than the function's, so nothing is logged."""
    rows = ports.store.due(shard, until=now + ports.pace.horizon)
    wanting = [row for row in rows if isinstance(row, Waiting) and row.wants_sending(now)]
    for pack in packs(wanting):
        _send(pack, ports, now)
    return _Due(rows=rows, hinted=wanting)


def _counted(due: _Due, scanned: Scanned, ports: Ports) -> Scanned:
    now = scanned.at
    bad = [row for row in due.rows if isinstance(row, Unreadable)]
    set_aside = sum(put_aside(row, ports, reason=row.reason, now=now) for row in bad if not row.newer)
    return replace(
        scanned,
        due=scanned.due + len(due.rows),
        sent=scanned.sent + len(due.hinted),
        sent_again=scanned.sent_again + sum(ticket.sent is not None for ticket in due.hinted),
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
