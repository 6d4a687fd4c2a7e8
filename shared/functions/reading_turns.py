"""Turns at reading over all jobs: such a read is work, and the scan and others must get on meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

from shared.domain.errors import TooManyReads

AT_ONCE: Final = 2
MOST_WAITING: Final = 8
"""Each holds one of the threads that requests share with the timer, which must not all be taken."""
MOST_OF_ONE: Final = 3
"""A page that somebody has left goes on being read, and the next one waits for it."""
PATIENCE: Final = 5.0
"""Seconds."""
_OWN: Final = "Another read over all jobs is being made for you, and there can be one at a time."
_OTHERS: Final = "Others are reading over all jobs, and there can be two such reads at a time."


class ReadingTurns:
    """Lets two callers read over all jobs at once, each of them once.

    1. Of each caller a few reads may wait, so that nobody fills the line.
    2. Who came first is served first; nobody overtakes, also not who has just read.
    3. Who waits for the end of a read of his own holds up nobody else.
    """

    def __init__(self, *, patience: float = PATIENCE, most_waiting: int = MOST_WAITING) -> None:
        self._patience, self._most_waiting = patience, most_waiting
        self._changed = Condition()
        self._readers: set[str] = set()
        self._line: list[str] = []

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who stands in line, the next one first."""
        return tuple(self._line)

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Take a turn, after a while if need be; raise TooManyReads if it does not come."""
        with self._changed:
            self._wait_in_line(who)
            self._readers.add(who)
        try:
            yield
        finally:
            with self._changed:
                self._readers.discard(who)
                self._changed.notify_all()

    def _wait_in_line(self, who: str) -> None:
        if self._line.count(who) >= MOST_OF_ONE:
            raise _refused(_OWN)
        if len(self._line) >= self._most_waiting and not self._may_read(who):
            raise _refused(_OTHERS)
        self._line.append(who)
        try:
            if not self._changed.wait_for(lambda: self._is_next(who), self._patience):
                raise _refused(_OWN if who in self._readers else _OTHERS)
        finally:
            self._line.remove(who)
            self._changed.notify_all()  # whoever stood behind may be next now

    def _is_next(self, who: str) -> bool:
        """Say whether it is the caller's turn: nobody who came earlier could read now."""
        return self._may_read(who) and next(one for one in self._line if self._may_read(one)) == who

    def _may_read(self, who: str) -> bool:
        return who not in self._readers and len(self._readers) < AT_ONCE


def _refused(reason: str) -> TooManyReads:
    return TooManyReads(f"{reason} Try again in some seconds.")
