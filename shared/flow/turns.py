"""Turns: those who would change the same thing at once go one after the other, within this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock, RLock
from typing import Final
from weakref import WeakValueDictionary

from shared.domain.collection import JobCollection
from shared.domain.keys import CollectionKey, JobKey

PATIENCE: Final = timedelta(seconds=5)
"""Longer than some writes take, and shorter than a call to storage that hangs."""


class Turn:
    """A turn at a collection or a job; those who wait for the next one share it.

    Whoever has written the collection leaves it to the next, who then need not read it: one call of two.
    If it has changed since, the next writer's commit loses, as it would with one that was read.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self._left: JobCollection | None = None

    def leave(self, collection: JobCollection) -> None:
        self._left = collection

    def take(self) -> JobCollection | None:
        """Return what the one before has left, once."""
        left, self._left = self._left, None
        return left


class Turns:
    """Saves writers the races that they would lose to each other; being right is not up to it, but to ETags.

    Nobody waits longer than the patience: then he goes on without a turn, and races as others do who come
    from another process. A thread that has a turn has it for all it does. A key that nobody waits for takes
    no memory.
    """

    def __init__(self, patience: timedelta = PATIENCE) -> None:
        self._patience = patience.total_seconds()
        self._guard = Lock()
        self._turns: WeakValueDictionary[tuple[str, ...], Turn] = WeakValueDictionary()

    @contextmanager
    def taken(self, key: CollectionKey | JobKey) -> Iterator[Turn]:
        """Wait for a turn and hold it meanwhile."""
        with self._guard:
            turn = self._turns.setdefault(key.canonical, Turn())
        mine = turn.lock.acquire(timeout=self._patience)
        try:
            yield turn if mine else Turn()
        finally:
            if mine:
                turn.lock.release()
