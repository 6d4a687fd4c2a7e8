"""Claiming a pack: read it, decide on each of its tickets, and commit all decisions together."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.changes import Row
from shared.domain.collection import JobCollection
from shared.domain.errors import StorageUnavailable
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import Claimed, NothingToRun, claim
from shared.domain.stored import Unreadable
from shared.domain.ticket import Lease, Ticket, TicketKey
from shared.flow.aside import aside_changes
from shared.flow.commits import commit, rounds, together
from shared.flow.ports import Ports, Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pack:
    """What is stored about the tickets of a pack. Keys without a row are left out."""

    tickets: dict[TicketKey, Ticket | Unreadable]
    jobs: dict[JobKey, Job | Unreadable]
    collections: dict[CollectionKey, JobCollection | Unreadable]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The claims that were won, and the outage of storage, if one ended the claiming early."""

    won: tuple[Claimed, ...]
    outage: StorageUnavailable | None = None


def claim_pack(keys: Sequence[TicketKey], ports: Ports) -> Claims:
    """Claim what can be claimed; what is gone, dead or under way is dropped.

    1. Spread the tickets over rounds in which each job occurs once: a transaction writes no row twice.
    2. Read the tickets of a round, then their jobs, then their collections.
    3. Decide on each ticket; one that cannot be decided on is set aside.
    4. Commit all decisions together. If the race is lost, each half of the round goes on by itself.
    """
    claimed: list[Claimed] = []
    lease_id = ports.new_id()

    def attempt(some: Sequence[TicketKey]) -> bool:
        won = _claim_together(some, ports, lease_id)
        claimed.extend(won or [])
        return won is not None

    try:
        for one_per_job in rounds(keys, lambda key: key):
            for lost in together(one_per_job, attempt):
                log.warning("%s: lost every race for its ticket, a later scan sends it again", lost.job)
    except StorageUnavailable as exc:
        if not claimed:
            raise
        log.warning("storage is out: %d of %d tickets are claimed and run", len(claimed), len(keys))
        return Claims(won=tuple(claimed), outage=exc)
    return Claims(won=tuple(claimed))


def _claim_together(keys: Sequence[TicketKey], ports: Ports, lease_id: str) -> list[Claimed] | None:
    """Return what was claimed, or None if a race was lost and nothing was done."""
    pack, now = _read(keys, ports.store), ports.clock()
    lease = Lease(id=lease_id, until=now + ports.pace.lease)
    decisions = [_decide(ticket, pack, ports.store, lease, now) for ticket in pack.tickets.values()]
    wanted = [decision for decision in decisions if decision is not None]
    changes = [change for decision in wanted for change in decision.changes]
    rows = commit(changes, ports) if changes else []
    if rows is None:
        return None
    return _standing([decision for decision in wanted if isinstance(decision, Claimed)], rows)


def _read(keys: Sequence[TicketKey], store: Store) -> _Pack:
    """Read tickets before jobs. In the other order, a ticket made between the two reads would look dead."""
    tickets = store.pack(keys)
    jobs = list({key.job for key in tickets})
    collections = list({key.collection for key in jobs})
    return _Pack(
        tickets=tickets,
        jobs=store.jobs_named(jobs) if jobs else {},
        collections=store.collections_named(collections) if collections else {},
    )


def _decide(
    ticket: Ticket | Unreadable, pack: _Pack, store: Store, lease: Lease, now: datetime
) -> Claimed | NothingToRun | None:
    """Decide on one ticket; one that cannot be decided on is set aside, and the others go on."""
    owner = ticket.key.job if isinstance(ticket, Ticket) else ticket.owner
    job = pack.jobs.get(owner) if owner is not None else None
    if any(isinstance(row, Unreadable) and row.newer for row in (ticket, job)):
        log.warning("%s waits: a newer version has written its job or its ticket", owner)
        return None
    if isinstance(ticket, Unreadable):
        return NothingToRun(aside_changes(ticket, job, store, reason=ticket.reason, now=now))
    if isinstance(job, Unreadable):
        return NothingToRun(aside_changes(ticket, job, store, reason=f"its job {job.reason}", now=now))
    collection = pack.collections.get(ticket.key.job.collection)
    if isinstance(collection, Unreadable):
        log.error("%s waits: its collection %s", ticket.key.job, collection.reason)
        return None
    try:
        return claim(ticket, job, collection, now=now, lease=lease)
    except Exception as exc:  # the job's own fault
        log.exception("%s cannot be scheduled", ticket.key.job)
        reason = f"its next run cannot be found: {exc!r}"
        return NothingToRun(aside_changes(ticket, job, store, reason=reason, now=now))


def _standing(claimed: Sequence[Claimed], rows: Sequence[Row]) -> list[Claimed]:
    """Return the claims with their rows as committed. Rows that did not change stay as they were read."""
    jobs = {row.key: row for row in rows if isinstance(row, Job)}
    tickets = {row.key: row for row in rows if isinstance(row, Ticket)}
    return [
        replace(
            item,
            job=jobs.get(item.job.key, item.job),
            ticket=tickets.get(item.ticket.key, item.ticket),
        )
        for item in claimed
    ]
