"""How many reads and trials one caller has under way: he must not take all the threads of the app.

Normal callers never meet this: a browser asks for six things at a time, and an import for eight.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

from shared.domain.errors import TooManyReads

AT_ONCE: Final = 8
MOST_WAITING: Final = 8
"""Each holds a thread while it waits."""
PATIENCE: Final = 5.0
"""Seconds."""
_REFUSED: Final = (
    f"{AT_ONCE} reads or trials are being made for you, and there can be no more at a time. "
    "Try again in some seconds."
)


class ReadsOfCaller:
    def __init__(self, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._changed = Condition()
        self._under_way, self._waiting = Counter[str](), Counter[str]()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Take a place of the caller's, after a while if need be; raise TooManyReads if none comes free."""
        with self._changed:
            if self._under_way[who] >= AT_ONCE:
                self._wait(who)
            self._under_way[who] += 1
        try:
            yield
        finally:
            with self._changed:
                _take_one(self._under_way, who)
                self._changed.notify_all()

    def _wait(self, who: str) -> None:
        if self._waiting[who] >= MOST_WAITING:
            raise TooManyReads(_REFUSED)
        self._waiting[who] += 1
        try:
            if not self._changed.wait_for(lambda: self._under_way[who] < AT_ONCE, self._patience):
                raise TooManyReads(_REFUSED)
        finally:
            _take_one(self._waiting, who)


def _take_one(counter: Counter[str], who: str) -> None:
    """Count one less; who has none is forgotten."""
    counter[who] -= 1
    if not counter[who]:
        del counter[who]
