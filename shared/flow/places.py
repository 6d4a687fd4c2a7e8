"""Places on the executor: a slow remote side costs its own jobs only."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event, Lock
from typing import Final

SHARE: Final = 4
"""No remote side holds more than a quarter of all places."""
MOST_WAITING: Final = 64
"""Packs that may wait for a place: each holds a message and a thread meanwhile."""


@dataclass(slots=True, eq=False)
class _Waiter:
    """A pack in the line. Whoever gives places back hands them to the first whose wish they fulfil."""

    wanted: Mapping[str, int]
    got: Counter[str] = field(default_factory=Counter)
    served: Event = field(default_factory=Event)


class Places:
    """Counts the actions under way in this process, in all and by remote side.

    A pack takes places before it claims, so that no claimed ticket waits for a thread while its lease runs.
    For one remote side it gets as many as it wants or, for the time being, none: otherwise a herd would be
    claimed in crumbs. Packs that wait are served in the order in which they came.
    """

    def __init__(self, total: int) -> None:
        self._free = total
        self._most = max(1, total // SHARE)
        self._held: Counter[str] = Counter()
        self._line: list[_Waiter] = []
        self._lock = Lock()

    @property
    def waiting(self) -> int:
        """How many packs wait for places."""
        return len(self._line)

    def take(self, wanted: Mapping[str, int]) -> Counter[str]:
        """Return the places that can be had at once, by remote side; nobody who waits is overtaken."""
        with self._lock:
            return self._take_whole(wanted, set().union(*(waiter.wanted for waiter in self._line)))

    def wait(self, wanted: Mapping[str, int], patience: timedelta) -> Counter[str]:
        """Wait until all places for one remote side can be had; return whatever can be had in the end.

        If too many wait already, there are none to be had.
        """
        waiter = _Waiter(wanted)
        with self._lock:
            if len(self._line) >= MOST_WAITING:
                return Counter()
            self._line.append(waiter)
            self._serve()
        waiter.served.wait(max(patience.total_seconds(), 0))
        with self._lock:
            if waiter in self._line:
                self._line.remove(waiter)
            return waiter.got or self._take_what_is_free(wanted)

    def give_back(self, remote: str, count: int = 1) -> None:
        with self._lock:
            self._free += count
            self._held[remote] -= count
            if not self._held[remote]:
                del self._held[remote]
            self._serve()

    def _serve(self) -> None:
        """Hand free places to those who wait. A later one never overtakes an earlier one."""
        before: set[str] = set()
        for waiter in list(self._line):
            waiter.got = self._take_whole(waiter.wanted, before)
            before |= waiter.wanted.keys()
            if waiter.got:
                self._line.remove(waiter)
                waiter.served.set()

    def _take_whole(self, wanted: Mapping[str, int], taken_by_others: set[str]) -> Counter[str]:
        got: Counter[str] = Counter()
        for remote, count in wanted.items():
            needed = min(count, self._most)
            if remote not in taken_by_others and self._room(remote) >= needed:
                self._take(remote, needed)
                got[remote] = needed
        return got

    def _take_what_is_free(self, wanted: Mapping[str, int]) -> Counter[str]:
        got: Counter[str] = Counter()
        for remote, count in wanted.items():
            if room := min(count, self._room(remote)):
                self._take(remote, room)
                got[remote] = room
        return got

    def _room(self, remote: str) -> int:
        return min(self._free, self._most - self._held[remote])

    def _take(self, remote: str, count: int) -> None:
        self._free -= count
        self._held[remote] += count
