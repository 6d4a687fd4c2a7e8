"""What comes between a runner's early read and its instant."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from shared.domain.ticket import Dispatch
from tests.machines.requests import Request
from tests.machines.snapshot import Snapshot
from tests.world import MemoryQueue

CLOCKS_DIFFER: Final = timedelta(seconds=5)
"""So far apart two clocks may be."""


class Clocks(NamedTuple):
    """How far clocks are ahead of storage's, by which the queue shows its messages."""

    runner: timedelta
    others: timedelta
    """Theirs who scan, ask, and are rivals."""


@dataclass
class ServersQueue(MemoryQueue):
    """Counts delays by its own clock: that of a sender may be wrong."""

    clock: Callable[[], datetime]

    def __post_init__(self) -> None:
        super().__init__()

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        super().send(dispatch, now=now)
        self.messages[-1] = (self.clock() + dispatch.delay(now), dispatch)


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """Who comes in between, and by which clocks.

    All requests are about the jobs of the hint that is seen, whatever they say themselves.
    """

    before: tuple[Request, ...]
    """Made before the hint is seen."""
    requests: tuple[Request, ...]
    """Made when the pack has been read, and the runner waits."""
    rival: bool
    """Another runner has got the same hint, and comes after the requests."""
    clocks: Clocks


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What stood in the table at a moment of a journey, and how many actions had been begun by then."""

    snapshot: Snapshot
    begun: int
    early: bool = False
    """A runner had read its pack before, and claims after."""
