"""Turns: those who would change the same thing at once go one after the other, within this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock, RLock
from typing import Any, Final
from weakref import WeakValueDictionary

from shared.domain.keys import CollectionKey, JobKey

PATIENCE: Final = timedelta(seconds=5)
"""Longer than some writes take, and shorter than a call to storage that hangs."""


class Turns:
    """Saves writers the races that they would lose to each other; being right is not up to it, but to ETags.

    Nobody waits longer than the patience: then he goes on without a turn, and races as others do who come
    from another process. A thread that has a turn has it for all it does. A key that nobody waits for takes
    no memory.
    """

    def __init__(self, patience: timedelta = PATIENCE) -> None:
        self._patience = patience.total_seconds()
        self._guard = Lock()
        self._locks: WeakValueDictionary[tuple[str, ...], Any] = WeakValueDictionary()

    @contextmanager
    def taken(self, key: CollectionKey | JobKey) -> Iterator[None]:
        """Wait for a turn and hold it meanwhile."""
        with self._guard:
            lock = self._locks.setdefault(key.canonical, RLock())
        mine = lock.acquire(timeout=self._patience)
        try:
            yield
        finally:
            if mine:
                lock.release()
