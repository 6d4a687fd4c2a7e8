"""The attempts of one pack: they get places, are claimed, started and settled."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from itertools import chain, repeat
from typing import Final

from shared.domain.attempt import Ended, Failed
from shared.domain.claiming import Claimed
from shared.domain.errors import StorageUnavailable
from shared.domain.put_off import pause_after
from shared.domain.remote import name_of
from shared.domain.ticket import Dispatch, TicketKey
from shared.flow.claims import Pack, claim_pack
from shared.flow.places import Side
from shared.flow.ports import Ports
from shared.flow.settling import EndedClaim, Recorded, Settling

log = logging.getLogger(__name__)

_GRACES: Final = (0.25, 1.0)
_LAST_GRACE: Final = 4.0
"""Seconds for which attempts that have ended wait for others, so that they are settled together."""


class Runs:
    """What became of the tickets of one pack."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.claimed = 0
        self.put_off = 0
        """How many tickets got no place."""
        self.times = 0
        """How often these have been put off by now."""
        self.outage: StorageUnavailable | None = None
        self._settling = Settling(ports)
        self._running: dict[Future[Ended], Claimed] = {}
        self._waiting: dict[TicketKey, Side] = {}

    @property
    def recorded(self) -> Sequence[Recorded]:
        return self._settling.recorded

    def start_at_once(self, keys: Sequence[TicketKey], early: Pack) -> None:
        """Claim and start the tickets for which there are places now; the others wait for theirs."""
        now = self.ports.clock()
        untaken = [key for key in keys if early.is_untaken(key, now)]
        wanted = {key: side for key in untaken if (side := early.side(key)) is not None}
        placed = _placed(wanted, self.ports.traffic.places.take(Counter(wanted.values())))
        self._waiting |= {key: side for key, side in wanted.items() if key not in placed}
        needless = [key for key in untaken if key not in wanted]  # nothing of theirs will run
        self._start([*needless, *placed], placed, early)

    def wait_for_places(self, early: Pack, times: int) -> None:
        """Start the tickets that wait as places come free; put off those that get none in time."""
        traffic, clock = self.ports.traffic, self.ports.clock
        deadline = clock() + traffic.patience
        while self._waiting and self.outage is None:
            got = traffic.places.wait(Counter(self._waiting.values()), deadline - clock())
            if not got:
                self._put_off(times + 1)
                return
            placed = _placed(self._waiting, got)
            self._waiting = {key: self._waiting[key] for key in self._waiting if key not in placed}
            self._start(list(placed), placed, early)

    def settle(self) -> None:
        """Settle those that ended together, a few times, never waiting for the slowest."""
        for ended in self._ended_together():
            self.ports.traffic.precedence.give_way()
            self._settling.settle(ended)

    def _start(self, keys: Sequence[TicketKey], placed: dict[TicketKey, Side], early: Pack) -> None:
        """Claim tickets and start what was won; places of those that were not are given back."""
        places, unused = self.ports.traffic.places, dict(placed)
        try:
            if keys and self.outage is None:
                with self.ports.traffic.precedence.starting():
                    claims = claim_pack(keys, early, self.ports)
                for item in claims.won:
                    self._submit(item, unused.pop(item.ticket.key, None))
                self.outage = claims.outage
        finally:
            for side, count in Counter(unused.values()).items():
                places.give_back(side, count)

    def _submit(self, item: Claimed, side: Side | None) -> None:
        self.claimed += 1
        self._settling.add(item)
        self._running[self.ports.executor.submit(_attempt, item, side, self.ports)] = item

    def _put_off(self, times: int) -> None:
        """Send the hints again, later each time. The tickets stay as they are: late, never lost."""
        now = self.ports.clock()
        self.put_off, self.times = len(self._waiting), times
        pause = pause_after(times - 1, who=str(next(iter(self._waiting)).job))
        pack = Dispatch(due=now + pause, tickets=tuple(self._waiting), put_off=times)
        self.ports.queue.send(pack, now=now)
        crowded = self.ports.traffic.places.lacking(self._waiting.values())
        noted = self.ports.traffic.put_offs.add({name_of(one): count for one, count in crowded.items()}, now)
        if noted is not None:
            self.ports.store.note_put_off(noted)

    def _ended_together(self) -> Iterator[list[EndedClaim]]:
        for grace in chain(_GRACES, repeat(_LAST_GRACE)):
            if not self._running:
                return
            wait(self._running, return_when="FIRST_COMPLETED")
            done = wait(self._running, timeout=grace).done
            yield [EndedClaim(claimed=item, ended=ended) for item, ended in self._results(done)]

    def _results(self, done: set[Future[Ended]]) -> Iterator[tuple[Claimed, Ended]]:
        for future in done:
            item, ended = self._running.pop(future), future.result()
            if isinstance(ended.outcome, Failed) and (bug := ended.outcome.bug) is not None:
                log.error("%s: a bug let the attempt fail", item.job.key, exc_info=bug)
            yield item, ended


def _placed(wanted: dict[TicketKey, Side], got: Counter[Side]) -> dict[TicketKey, Side]:
    """Give the places that were got to the first tickets that want them."""
    left, placed = Counter(got), {}
    for key, side in wanted.items():
        if left[side]:
            left[side] -= 1
            placed[key] = side
    return placed


def _attempt(claimed: Claimed, side: Side | None, ports: Ports) -> Ended:
    try:
        started = ports.clock()
        outcome = ports.perform(claimed.attempt)
        return Ended(outcome=outcome, started=started, at=ports.clock())
    finally:
        if side is not None:
            ports.traffic.places.give_back(side)
