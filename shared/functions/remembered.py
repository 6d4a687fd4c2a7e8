"""What was read a moment ago: anyone may ask for it, and nobody can make the app ask storage more often."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, Generic, TypeVar

LONGEST_KEPT: Final = timedelta(seconds=10)
_PATIENCE: Final = 2.0
"""Seconds for which others wait for one that reads. A storage that is slower counts as out."""

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class _Reading(Generic[_Answer]):
    at: datetime
    answer: _Answer

    def holds(self, now: datetime) -> bool:
        """A reading from the future was made before the clock was set back, and tells nothing."""
        return timedelta() <= now - self.at < LONGEST_KEPT


class Remembered(Generic[_Answer]):
    """Remembers an answer for some seconds. One caller at a time reads, the others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: _Reading[_Answer] | None = None

    def answer(self, read: Callable[[], _Answer], clock: Callable[[], datetime]) -> _Answer | None:
        """Return the answer, at most ten seconds old; None if storage takes too long to tell.

        `read` raises nothing: that storage is out is an answer too. It is as old as its end.
        """
        if known := self._known(clock):
            return known.answer
        if not self._lock.acquire(timeout=_PATIENCE):
            return None
        try:
            if known := self._known(clock):  # another may have read meanwhile
                return known.answer
            found = read()
            self._last = _Reading(clock(), found)
            return found
        finally:
            self._lock.release()

    def _known(self, clock: Callable[[], datetime]) -> _Reading[_Answer] | None:
        return self._last if self._last is not None and self._last.holds(clock()) else None
