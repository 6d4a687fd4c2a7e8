"""Turns at reading over all jobs: such a read is work, and the scan and others must get on meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

from shared.domain.errors import TooManyReads

AT_ONCE: Final = 2
MOST_WAITING: Final = 8
"""Each holds one of the threads that requests share with the timer, which must not all be taken."""
PATIENCE: Final = 5.0
"""Seconds."""
_OWN: Final = "Another read over all jobs is being made for you, and there can be one at a time."
_OTHERS: Final = "Others are reading over all jobs, and there can be two such reads at a time."


class ReadingTurns:
    """Lets two callers read over all jobs at once, each of them once."""

    def __init__(self, *, patience: float = PATIENCE, most_waiting: int = MOST_WAITING) -> None:
        self._patience, self._most_waiting = patience, most_waiting
        self._free = Condition()
        self._readers: set[str] = set()
        self._waiting = 0

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Take a turn, after a while if need be; raise TooManyReads if it does not come."""
        with self._free:
            self._wait_for_turn(who)
            self._readers.add(who)
        try:
            yield
        finally:
            with self._free:
                self._readers.discard(who)
                self._free.notify_all()

    def _wait_for_turn(self, who: str) -> None:
        if self._may_read(who):
            return
        full = self._waiting >= self._most_waiting
        self._waiting += 1
        try:
            if full or not self._free.wait_for(lambda: self._may_read(who), self._patience):
                reason = _OWN if who in self._readers else _OTHERS
                raise TooManyReads(f"{reason} Try again in some seconds.")
        finally:
            self._waiting -= 1

    def _may_read(self, who: str) -> bool:
        return who not in self._readers and len(self._readers) < AT_ONCE
