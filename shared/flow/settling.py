"""Settling attempts: those that ended together share a transaction, and each is settled once."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from shared.domain.attempt import Ended
from shared.domain.claiming import Claimed
from shared.domain.errors import StorageUnavailable
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.settlement import Settled, settle
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket, TicketKey
from shared.flow.aside import aside_changes, only_stored
from shared.flow.commits import commit, fits, rounds, together
from shared.flow.ports import Ports

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = timedelta(seconds=1)
_LONGEST_PAUSE: Final = timedelta(seconds=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedClaim:
    """A claimed attempt that has ended."""

    claimed: Claimed
    ended: Ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An attempt that is settled, and the ticket of its retry or of the error action, if any."""

    job: JobKey
    ticket: Ticket
    ended: Ended
    following: Ticket | None


class Settling:
    """Settles the attempts of one pack, and knows how their rows stand meanwhile."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._jobs: dict[JobKey, Job | Unreadable] = {}
        self._tickets: dict[TicketKey, Ticket | Unreadable] = {}
        self._stale: set[TicketKey] = set()
        self.recorded: list[Recorded] = []

    def add(self, claimed: Claimed) -> None:
        """Note how the rows stand after the claim."""
        self._jobs[claimed.job.key] = claimed.job
        self._tickets[claimed.ticket.key] = claimed.ticket

    def settle(self, ended: Sequence[EndedClaim]) -> None:
        """Record how attempts ended, unless others have taken their tickets over or settled them.

        If storage is out, wait for it as long as the leases hold: an action whose end is not recorded
        would run again.
        """
        pause, waiting = _FIRST_PAUSE, list(ended)
        while waiting:
            try:
                self._settle_all(waiting)
                return
            except StorageUnavailable:
                waiting = self._still_ours(waiting, pause)
                if not waiting:
                    raise
                log.warning("storage is out: %d ended attempts wait to be recorded", len(waiting))
                self._ports.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _settle_all(self, ended: Sequence[EndedClaim]) -> None:
        for one_per_job in rounds(ended, lambda item: item.claimed.ticket.key):
            for lost in together(one_per_job, self._settle_together):
                log.warning("%s: lost every race to settle, to be taken over", lost.claimed.job.key)

    def _still_ours(self, ended: Sequence[EndedClaim], pause: timedelta) -> list[EndedClaim]:
        """Return the attempts that are not recorded yet and whose lease outlasts the pause.

        Their rows must be read again: nobody knows whether the last commit was made.
        """
        done = {item.ticket.key for item in self.recorded}
        left = [item for item in ended if item.claimed.ticket.key not in done]
        self._stale |= {item.claimed.ticket.key for item in left}
        later = self._ports.clock() + pause
        return [item for item in left if item.claimed.ticket.leased(later)]

    def _settle_together(self, ended: Sequence[EndedClaim]) -> bool:
        """Commit the settlements of attempts of different jobs; say whether it was done."""
        self._refresh([item for item in ended if item.claimed.ticket.key in self._stale])
        decisions = [(item, self._decide(item, ticket)) for item in ended if (ticket := self._held(item))]
        changes = [change for _, decision in decisions for change in decision.changes]
        if len(ended) > 1 and not fits(changes, self._ports):
            return False
        rows = commit(changes, self._ports) if changes else []
        if rows is None:
            self._stale |= {item.claimed.ticket.key for item in ended}
            return False
        self._jobs |= {row.key: row for row in rows if isinstance(row, Job)}
        self.recorded += [
            Recorded(
                job=item.claimed.job.key,
                ticket=item.claimed.ticket,
                ended=item.ended,
                following=decision.following,
            )
            for item, decision in decisions
        ]
        return True

    def _refresh(self, stale: Sequence[EndedClaim]) -> None:
        if not stale:
            return
        store = self._ports.store
        tickets = [item.claimed.ticket.key for item in stale]
        self._tickets = {key: row for key, row in self._tickets.items() if key not in tickets}
        self._tickets |= store.tickets(tickets)
        jobs = [item.claimed.job.key for item in stale]
        self._jobs = {key: row for key, row in self._jobs.items() if key not in jobs}
        self._jobs |= store.jobs_named(jobs)
        self._stale -= set(tickets)

    def _held(self, item: EndedClaim) -> Ticket | None:
        """Return the ticket if it is still ours to settle, unless a newer version wrote its job."""
        ticket, job = self._tickets.get(item.claimed.ticket.key), self._jobs.get(item.claimed.job.key)
        ours = isinstance(ticket, Ticket) and ticket.lease == item.claimed.ticket.lease
        if not isinstance(ticket, Ticket) or not ours or (isinstance(job, Unreadable) and job.newer):
            return None
        return ticket

    def _decide(self, item: EndedClaim, ticket: Ticket) -> Settled:
        job, now = self._jobs.get(item.claimed.job.key), self._ports.clock()
        if isinstance(job, Unreadable):
            reason = f"its job {job.reason}"
            return Settled(changes=aside_changes(ticket, job, self._ports.store, reason=reason, now=now))
        try:
            settled = settle(job, ticket, item.ended)
            if job is None or not job.aside:
                return settled
            return replace(settled, changes=only_stored(settled.changes, self._ports.store))
        except Exception as exc:  # the job's own fault
            log.exception("%s cannot be settled", ticket.key.job)
            reason = f"cannot be settled: {exc!r}"
            return Settled(changes=aside_changes(ticket, job, self._ports.store, reason=reason, now=now))
