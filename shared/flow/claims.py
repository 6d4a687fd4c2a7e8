"""Claiming a pack: read it, decide on each of its tickets, and commit all decisions together."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from shared.domain.changes import Change, Row
from shared.domain.claiming import Claimed, NothingToRun, claim
from shared.domain.collection import JobCollection
from shared.domain.errors import RowRefused, StorageUnavailable
from shared.domain.in_force import action_of
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.remote import remote_of
from shared.domain.stored import Unreadable
from shared.domain.ticket import Lease, Ticket, TicketKey, TicketKind
from shared.flow.aside import aside_changes, only_stored
from shared.flow.commits import commit, fits, rounds, together
from shared.flow.places import Side
from shared.flow.ports import Ports, Store

log = logging.getLogger(__name__)

_LONGEST_TRUSTED: Final = timedelta(seconds=5)
"""What was read earlier is read again: each second makes it likelier that the claim loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What is stored about the tickets of a pack at an instant. Keys without a row are left out."""

    at: datetime
    tickets: dict[TicketKey, Ticket | Unreadable]
    jobs: dict[JobKey, Job | Unreadable]
    collections: dict[CollectionKey, JobCollection | Unreadable]

    def is_untaken(self, key: TicketKey, now: datetime) -> bool:
        """Say whether the ticket is there and nobody is at it. One that is gone never comes back."""
        ticket = self.tickets.get(key)
        return ticket is not None and not (isinstance(ticket, Ticket) and ticket.leased(now))

    def side(self, key: TicketKey) -> Side | None:
        """Return whom the ticket's action calls, for whom; None if nobody, or if its job cannot be read."""
        job, collection = self.jobs.get(key.job), self.collections.get(key.job.collection)
        if not isinstance(job, Job) or key.kind is TicketKind.ENABLE:
            return None
        known = collection if isinstance(collection, JobCollection) else None
        return Side(remote_of(action_of(key.kind, job.definition, known)), key.job.collection)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The claims that were won, and the outage of storage, if one ended the claiming early."""

    won: tuple[Claimed, ...]
    outage: StorageUnavailable | None = None


def read_pack(keys: Sequence[TicketKey], ports: Ports) -> Pack:
    """Read tickets before jobs. In the other order, a ticket made between the two reads would look dead."""
    store, at = ports.store, ports.clock()
    tickets = store.pack(keys)
    jobs = list({key.job for key in tickets})
    collections = list({key.collection for key in jobs})
    return Pack(
        at=at,
        tickets=tickets,
        jobs=store.jobs_named(jobs) if jobs else {},
        collections=store.collections_named(collections) if collections else {},
    )


def claim_pack(keys: Sequence[TicketKey], early: Pack, ports: Ports) -> Claims:
    """Claim what can be claimed; what is gone, dead or under way is dropped.

    1. Claim what may run according to the early read, under its ETags, in one transaction.
       An early read decides nothing else: a collection that was off may be on by now.
    2. Spread what is left over rounds in which each job occurs once: a transaction writes no row twice.
    3. Read the tickets of a round afresh, then their jobs, then their collections.
    4. Decide on each ticket; one that cannot be decided on is set aside.
    5. Commit all decisions together. If the race is lost, each half of the round goes on by itself.
    """
    lease_id = ports.new_id()
    claimed = _claim_early(keys, early, ports, lease_id)

    def attempt(some: Sequence[TicketKey]) -> bool:
        won = _claim_together(some, ports, lease_id)
        claimed.extend(won or [])
        return won is not None

    done = {item.ticket.key for item in claimed}
    try:
        for one_per_job in rounds([key for key in keys if key not in done], lambda key: key):
            for lost in together(one_per_job, attempt):
                log.warning("%s: lost every race for its ticket, a later scan sends it again", lost.job)
    except StorageUnavailable as exc:
        if not claimed:
            raise
        log.warning("storage is out: %d of %d tickets are claimed and run", len(claimed), len(keys))
        return Claims(won=tuple(claimed), outage=exc)
    return Claims(won=tuple(claimed))


def _claim_early(keys: Sequence[TicketKey], early: Pack, ports: Ports, lease_id: str) -> list[Claimed]:
    """Return what was claimed: one ticket of each job at most, and nothing if one of them has changed."""
    now = ports.clock()
    if now - early.at > _LONGEST_TRUSTED or not keys:
        return []
    lease = Lease(id=lease_id, until=now + ports.pace.lease)
    decisions = (_may_run(early.tickets[key], early, lease, now) for key in rounds(keys, lambda key: key)[0])
    runnable = [decision for decision in decisions if decision is not None]
    return [won for some in _fitting(runnable, ports) for won in _commit_early(some, ports)]


def _commit_early(runnable: Sequence[Claimed], ports: Ports) -> list[Claimed]:
    try:
        rows = commit(_changes(runnable), ports)
    except RowRefused:  # the fresh read finds out whose
        return []
    return _standing(runnable, rows) if rows is not None else []


def _fitting(claims: Sequence[Claimed], ports: Ports) -> list[Sequence[Claimed]]:
    """Cut claims into as few transactions as hold them: most write three rows, some a few more."""
    if not claims:
        return []
    if len(claims) == 1 or fits(_changes(claims), ports):
        return [claims]
    middle = len(claims) // 2
    return [*_fitting(claims[:middle], ports), *_fitting(claims[middle:], ports)]


def _may_run(ticket: Ticket | Unreadable, early: Pack, lease: Lease, now: datetime) -> Claimed | None:
    job = early.jobs.get(ticket.key.job) if isinstance(ticket, Ticket) else None
    if not isinstance(ticket, Ticket) or not isinstance(job, Job):
        return None
    collection = early.collections.get(job.key.collection)
    if not isinstance(collection, JobCollection):
        return None
    try:
        decision = claim(ticket, job, collection, now=now, lease=lease)
    except Exception:  # the job's own fault, which the fresh read meets again and reports
        return None
    return decision if isinstance(decision, Claimed) else None


def _claim_together(keys: Sequence[TicketKey], ports: Ports, lease_id: str) -> list[Claimed] | None:
    """Return what was claimed, or None if a race was lost and nothing was done."""
    pack, now = read_pack(keys, ports), ports.clock()
    lease = Lease(id=lease_id, until=now + ports.pace.lease)
    decisions = [_decide(ticket, pack, ports.store, lease, now) for ticket in pack.tickets.values()]
    wanted = [decision for decision in decisions if decision is not None]
    changes = _changes(wanted)
    if len(wanted) > 1 and not fits(changes, ports):
        return None
    rows = commit(changes, ports) if changes else []
    if rows is None:
        return None
    return _standing([decision for decision in wanted if isinstance(decision, Claimed)], rows)


def _changes(decisions: Sequence[Claimed | NothingToRun]) -> list[Change]:
    return [change for decision in decisions for change in decision.changes]


def _decide(
    ticket: Ticket | Unreadable, pack: Pack, store: Store, lease: Lease, now: datetime
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
        decision = claim(ticket, job, collection, now=now, lease=lease)
    except Exception as exc:  # the job's own fault
        log.exception("%s cannot be scheduled", ticket.key.job)
        reason = f"its next run cannot be found: {exc!r}"
        return NothingToRun(aside_changes(ticket, job, store, reason=reason, now=now))
    if isinstance(decision, NothingToRun) and job is not None and job.aside:
        return NothingToRun(only_stored(decision.changes, store))
    return decision


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
