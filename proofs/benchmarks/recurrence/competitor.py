"""What a competitor is: something that can be asked for the next run, cold and warm."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from proofs.benchmarks.recurrence.workloads import Workload

Walk = Callable[[Sequence[datetime]], Iterator[datetime | None]]
"""Ask for the run after each of the moments, one by one, as the iterator is advanced."""


class Competitor(Protocol):
    """A module: the engine, or one of `proofs.benchmarks.recurrence.peers`."""

    NAME: str

    def cold(self, workload: Workload) -> Walk | None:
        """Return a walk that makes a new rule for each moment, or None for what cannot be expressed."""

    def warm(self, workload: Workload) -> Walk | None:
        """Return a walk from run to run with one rule, made before, or None likewise."""


def in_its_zone(workload: Workload, walk: Walk) -> Walk:
    """Return a walk that is asked with local times. They are made before it begins, and not timed."""
    zone = workload.zone_info
    return lambda moments: walk([moment.astimezone(zone) for moment in moments])


def each(ask: Callable[[datetime], datetime | None]) -> Walk:
    return lambda moments: map(ask, moments)
