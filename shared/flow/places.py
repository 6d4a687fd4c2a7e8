"""Places on the executor: a slow remote side costs its own jobs only, and so does a large collection."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event, Lock
from typing import Final, NamedTuple

from shared.domain.keys import CollectionKey

SHARE: Final = 4
"""No remote side holds more than a quarter of all places."""
COLLECTIONS_SHARE: Final = 2
"""No collection holds more than half: with many remote sides, it would take everybody's."""
MOST_WAITING: Final = 64
"""Packs that may wait for a place: each holds a message and a thread meanwhile."""


class Side(NamedTuple):
    """Whom an action calls, and for whom."""

    remote: str
    collection: CollectionKey


Holder = str | CollectionKey
"""Who has a share: a remote side, or a collection."""


@dataclass(slots=True, eq=False)
class _Waiter:
    """A pack in the line. Whoever gives places back hands them to the first whose wish they fulfil."""

    wanted: Mapping[Side, int]
    got: Counter[Side] = field(default_factory=Counter)
    served: Event = field(default_factory=Event)


class Places:
    """Counts the actions under way in this process: in all, by remote side and by collection.

    A pack takes places before it claims, so that no claimed ticket waits for a thread while its lease runs.
    For one side it gets as many as it wants or, for the time being, none: otherwise a herd would be claimed
    in crumbs. Packs that wait are served in the order in which they came: who lacks places of a remote side
    holds up those who want the same one, and who lacks places of a collection holds up that collection.
    """

    def __init__(self, total: int) -> None:
        self._free = total
        self._most_of_remote = max(1, total // SHARE)
        self._most_of_collection = max(1, total // COLLECTIONS_SHARE)
        self._held: Counter[Holder] = Counter()
        self._line: list[_Waiter] = []
        self._lock = Lock()

    @property
    def waiting(self) -> int:
        """How many packs wait for places."""
        return len(self._line)

    def take(self, wanted: Mapping[Side, int]) -> Counter[Side]:
        """Return the places that can be had at once; nobody who waits is overtaken."""
        with self._lock:
            before = {self._lacking(side) for waiter in self._line for side in waiter.wanted}
            return self._take_whole(wanted, before)

    def wait(self, wanted: Mapping[Side, int], patience: timedelta) -> Counter[Side]:
        """Wait until all places for one side can be had; return whatever can be had in the end.

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

    def give_back(self, side: Side, count: int = 1) -> None:
        with self._lock:
            self._free += count
            for holder in side:
                self._held[holder] -= count
                if not self._held[holder]:
                    del self._held[holder]
            self._serve()

    def lacking(self, sides: Iterable[Side]) -> Counter[Holder]:
        """Count, for actions that got no place, of whom the places are taken."""
        with self._lock:
            return Counter(map(self._lacking, sides))

    def _serve(self) -> None:
        """Hand free places to those who wait. A later one never overtakes an earlier one."""
        before: set[Holder] = set()
        for waiter in list(self._line):
            waiter.got = self._take_whole(waiter.wanted, before)
            if waiter.got:
                self._line.remove(waiter)
                waiter.served.set()
            before |= {self._lacking(side) for side in waiter.wanted if side not in waiter.got}

    def _take_whole(self, wanted: Mapping[Side, int], held_up: set[Holder]) -> Counter[Side]:
        got: Counter[Side] = Counter()
        for side, count in wanted.items():
            needed = min(count, self._most_of_remote, self._most_of_collection)
            if held_up.isdisjoint(side) and self._room(side) >= needed:
                self._take(side, needed)
                got[side] = needed
        return got

    def _take_what_is_free(self, wanted: Mapping[Side, int]) -> Counter[Side]:
        got: Counter[Side] = Counter()
        for side, count in wanted.items():
            if room := min(count, self._room(side)):
                self._take(side, room)
                got[side] = room
        return got

    def _room(self, side: Side) -> int:
        return min(self._free, self._room_of_remote(side), self._room_of_collection(side))

    def _room_of_remote(self, side: Side) -> int:
        return self._most_of_remote - self._held[side.remote]

    def _room_of_collection(self, side: Side) -> int:
        return self._most_of_collection - self._held[side.collection]

    def _lacking(self, side: Side) -> Holder:
        """Return whose places are the scarcer ones: those of the remote side, or of the collection."""
        by_remote = min(self._free, self._room_of_remote(side)) <= self._room_of_collection(side)
        return side.remote if by_remote else side.collection

    def _take(self, side: Side, count: int) -> None:
        self._free -= count
        for holder in side:
            self._held[holder] += count
