"""What the packs of one process share: places for actions, who goes first, and notes of what was put off."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Condition, Lock
from typing import Final

from shared.domain.put_off import PutOff, most_of
from shared.flow.places import Places

MOST_ACTIONS: Final = 512
PATIENCE: Final = timedelta(seconds=5)
"""How long a pack waits for places: a remote side that answers within a second or two is not punished."""
BETWEEN_NOTES: Final = timedelta(minutes=1)

_LONGEST_WAY: Final = 1.0  # seconds


class Precedence:
    """Starting goes before settling: what is due now would be late, what has ended can wait a little."""

    def __init__(self, longest: float = _LONGEST_WAY) -> None:
        self._longest = longest
        self._starting = 0
        self._changed = Condition()

    @contextmanager
    def starting(self) -> Iterator[None]:
        with self._changed:
            self._starting += 1
        try:
            yield
        finally:
            with self._changed:
                self._starting -= 1
                if not self._starting:
                    self._changed.notify_all()

    def give_way(self) -> None:
        """Wait until no pack is being started, for a second at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._starting, timeout=self._longest)


class PutOffs:
    """Counts what this process puts off, and says once a minute what to note."""

    def __init__(self) -> None:
        self._tickets: Counter[str] = Counter()
        self._noted: datetime | None = None
        self._lock = Lock()

    def add(self, tickets: Mapping[str, int], now: datetime) -> PutOff | None:
        """Count tickets by what they lack; return a note if the last one is a minute old."""
        with self._lock:
            self._tickets.update(tickets)
            if self._noted is not None and timedelta() <= now - self._noted < BETWEEN_NOTES:
                return None
            self._noted, counted = now, dict(self._tickets)
            self._tickets.clear()
            return PutOff(at=now, tickets=most_of(counted))


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """One of it for a process."""

    places: Places = field(default_factory=lambda: Places(MOST_ACTIONS))
    patience: timedelta = PATIENCE
    precedence: Precedence = field(default_factory=Precedence)
    put_offs: PutOffs = field(default_factory=PutOffs)
