"""What comes between a runner's early read and its instant."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from tests.machines.requests import Request
from tests.machines.snapshot import Snapshot

CLOCKS_DIFFER: Final = timedelta(seconds=5)
"""So far apart two clocks may be."""


class Clocks(NamedTuple):
    """How far clocks are ahead of storage's, by which the queue shows its messages."""

    runner: timedelta
    others: timedelta
    """Theirs who scan, ask, and are rivals."""


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
