"""How much a request that looks at all jobs may work: counted while it works, and not timed.

A time limit would give the same request another answer on a busy day. What is counted is what costs: a run
that has to be found, a job that has to be read, some days that do not count and are passed over.
"""

from collections.abc import Callable
from threading import Lock
from typing import Final

from shared.domain.definition import Definition

MOST_WORK: Final = 40_000
"""Some 0.8 seconds of one core, whatever the work is."""
LOOKS_FOR_ONE: Final = 8
"""So many looks at a day whether it counts take as long as finding a run."""

NAMED_FOR_ONE: Final = 16
"""So many values in a list take as long to read as a job without any."""

Spend = Callable[[int], None]
"""Takes note of work that was done; may raise OverBudget."""


class OverBudget(Exception):
    """A request has worked as much as it may."""


class Budget:
    """Several threads may spend it."""

    def __init__(self, most: int = MOST_WORK) -> None:
        self._left = most
        self._lock = Lock()

    def spend(self, work: int) -> None:
        """Take note of work; raise OverBudget once it is too much."""
        with self._lock:
            self._left -= work
        if self._left < 0:
            raise OverBudget


def reading(definition: Definition) -> int:
    """Return the work of reading when a job runs: most is in long lists of minutes, hours and dates."""
    schedule = definition.recurrence.schedule if definition.recurrence else None
    named = len(schedule.minutes) + len(schedule.hours) if schedule else 0
    dates = len(definition.exclude.dates) if definition.exclude else 0
    return 1 + (named + dates) // NAMED_FOR_ONE


def free(work: int) -> None:
    """Let somebody work as much as he likes: what he asks for has an end of its own."""
