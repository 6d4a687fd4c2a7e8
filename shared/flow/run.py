"""The run: claim the tickets that a pack names, do what they ask for, settle them."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from shared.domain.attempt import Ended
from shared.domain.changes import Change, Insert, Row
from shared.domain.job import Job
from shared.domain.lifecycle import Claimed, NothingToRun, claim
from shared.domain.settlement import settle
from shared.domain.ticket import Dispatch, Lease, Ticket, TicketKey
from shared.flow.hints import marked_if_near, send_if_marked
from shared.flow.ports import Ports
from shared.flow.races import MOST_RACES

log = logging.getLogger(__name__)

_SHORT_WAIT: Final = timedelta(seconds=2)
"""A pack this early is waited for: delays are whole seconds, rounded down. An earlier one is sent again."""


def run(dispatch: Dispatch, ports: Ports) -> None:
    """Run the tickets of a pack, none before its due instant; those already done or under way are dropped."""
    now = ports.clock()
    if dispatch.due - now > _SHORT_WAIT:
        ports.queue.send(dispatch, now=now)
        return
    for key in dispatch.tickets:
        _wait_until_due(key, ports)
        claimed = _claim(key, ports)
        if claimed is not None:
            _settle(claimed, _attempt(claimed, ports), ports)


def _wait_until_due(key: TicketKey, ports: Ports) -> None:
    """Wait before anything is read, so that what is claimed is fresh."""
    while (early := key.due - ports.clock()) > timedelta():
        ports.wait(early)


def _claim(key: TicketKey, ports: Ports) -> Claimed | None:
    """Return the claim that was won, or None if there is nothing to run."""
    lease_id = ports.new_id()
    for _ in range(MOST_RACES):
        # The ticket is read before its job: the other way round a newer ticket looks dead.
        ticket = ports.store.ticket(key)
        if ticket is None:
            return None
        decision = _decide(ticket, ports, lease_id)
        match decision:
            case None:
                return None
            case NothingToRun():
                if ports.store.commit(decision.changes) is not None:
                    log.info("%s: nothing run", key.job)
                    return None
            case Claimed():
                won = _commit(decision, ports)
                if won is not None:
                    return won
    log.warning("%s: lost every race for its ticket, a later scan sends it again", key.job)
    return None


def _decide(ticket: Ticket, ports: Ports, lease_id: str) -> Claimed | NothingToRun | None:
    job = ports.store.job(ticket.key.job)
    collection = ports.store.collection(ticket.key.job.collection)
    now = ports.clock()
    return claim(ticket, job, collection, now=now, lease=Lease(id=lease_id, until=now + ports.pace.lease))


def _commit(claimed: Claimed, ports: Ports) -> Claimed | None:
    """Return the claim with its rows as they now stand, or None if the race was lost."""
    if not claimed.changes:
        return claimed
    rows = _commit_with(claimed.changes, claimed.next_ticket, ports)
    return None if rows is None else _standing(claimed, rows)


def _commit_with(changes: Sequence[Change], following: Ticket | None, ports: Ports) -> list[Row] | None:
    """Commit the changes with the ticket that follows, and send its hint if it is near."""
    if following is None:
        return ports.store.commit(changes)
    now = ports.clock()
    ticket = marked_if_near(following, ports, now=now)
    rows = ports.store.commit([*changes, Insert(ticket)])
    if rows is not None:
        send_if_marked(ticket, ports, now=now)
    return rows


def _standing(claimed: Claimed, rows: list[Row]) -> Claimed:
    job = next(row for row in rows if isinstance(row, Job))
    ticket = next(row for row in rows if isinstance(row, Ticket) and row.key == claimed.ticket.key)
    return replace(claimed, job=job, ticket=ticket)


def _attempt(claimed: Claimed, ports: Ports) -> Ended:
    started = ports.clock()
    outcome = ports.perform(claimed.attempt)
    return Ended(outcome=outcome, started=started, at=ports.clock())


def _settle(claimed: Claimed, ended: Ended, ports: Ports) -> None:
    """Record how the attempt ended, unless someone else has taken the ticket over or settled it."""
    job: Job | None = claimed.job
    ticket: Ticket | None = claimed.ticket
    for _ in range(MOST_RACES):
        if ticket is None or ticket.lease != claimed.ticket.lease:
            return
        settled = settle(job, ticket, ended)
        if _commit_with(settled.changes, settled.following, ports) is not None:
            _log(ticket, ended, settled.following)
            return
        ticket, job = ports.store.ticket(ticket.key), ports.store.job(claimed.job.key)
    log.warning("%s: lost every race to settle, the ticket will be taken over", claimed.job.key)


def _log(ticket: Ticket, ended: Ended, following: Ticket | None) -> None:
    what = f"{ticket.key.kind} {ticket.number}, attempt {ticket.key.attempt}"
    how = type(ended.outcome).__name__.lower()
    if following is None:
        log.info("%s: %s %s", ticket.key.job, what, how)
    else:
        log.info("%s: %s %s, %s at %s", ticket.key.job, what, how, following.key.kind, following.key.due)
