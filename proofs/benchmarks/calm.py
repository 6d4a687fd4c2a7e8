"""Whether the machine was left alone while figures were taken: a fixed piece of work, timed now and then."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from local.dev.environment import ROOT

MOST_SLOWER: Final = 1.25
"""On a quiet machine the same work differs by a tenth. One more busy process slows it by a third."""
_ROUNDS: Final = 2_000_000
_PIECES: Final = 5


def was_disturbed(seconds: Sequence[float]) -> bool:
    """Say whether the slowest piece took so much longer than the fastest that someone else had a core."""
    return bool(seconds) and max(seconds) > MOST_SLOWER * min(seconds)


def on_all_cores() -> float:
    """Time a piece of work that keeps every core busy, so that whoever else wants one is noticed."""
    command = [sys.executable, "-m", __name__]
    workers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603 - this module
        for _ in range(os.cpu_count() or 1)
    ]
    return max(float(worker.communicate()[0]) for worker in workers)


class Calm:
    """The seconds that the same piece of work took, each time that was looked."""

    def __init__(self, work: Callable[[], float] = on_all_cores) -> None:
        self._work = work
        self._seconds: list[float] = []

    def look(self) -> None:
        self._seconds.append(self._work())

    @property
    def disturbed(self) -> bool:
        return was_disturbed(self._seconds)

    def __str__(self) -> str:
        fastest, slowest = min(self._seconds), max(self._seconds)
        return (
            f"A fixed piece of work, done {len(self._seconds)} times before, between and after, took "
            f"{fastest * 1000:.0f} to {slowest * 1000:.0f} ms: the machine was "
            f"{'disturbed' if self.disturbed else 'left alone'}."
        )


def _piece() -> float:
    began, sum_of_all = time.perf_counter(), 0
    for number in range(_ROUNDS):
        sum_of_all += number * number % 7
    return time.perf_counter() - began


if __name__ == "__main__":
    print(min(_piece() for _ in range(_PIECES)))  # the best: a moment of Azurite's own counts for nothing
