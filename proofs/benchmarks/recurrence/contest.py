"""How competitors are timed: side by side, in many short batches, of which the best count.

Whatever else a machine does only ever makes a batch slower, so that the best one is nearest to the truth;
and as all take turns, a bad minute of the machine is everybody's.
"""

import gc
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from itertools import chain
from time import perf_counter
from typing import Final

from local.dev.terminal import Problem
from proofs.benchmarks.recurrence.competitor import Walk

CHECKED: Final = 5  # answers that must agree before anything is timed
ROUNDS: Final = 50  # in each turn
BATCH: Final = 0.001  # seconds; far longer than it takes to fill the processor's caches
SLOW: Final = 0.01  # seconds; who needs longer for an answer is asked for one a round
LONGEST: Final = 0.25  # seconds; who has used them up sits out


def compete(
    walks: Mapping[str, Walk], moments: Sequence[datetime], *, alike: bool = True, zone: tzinfo = UTC
) -> dict[str, float]:
    """Return each one's answers per second; raise a problem if those who should answer alike do not.

    An answer without a zone is taken as one in `zone`.
    """
    with garbage_left():
        lanes = {name: _Lane(walk, moments) for name, walk in walks.items()}
        if alike:
            _check({name: [_in_utc(answer, zone) for answer in lane.answers] for name, lane in lanes.items()})
        for _ in range(ROUNDS):
            for lane in lanes.values():
                lane.run()
    return {name: lane.speed() for name, lane in lanes.items()}


@contextmanager
def garbage_left() -> Iterator[None]:
    """Keep the garbage collector from interrupting whoever happens to be timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _check(answers: Mapping[str, Sequence[datetime | None]]) -> None:
    (first, expected), *others = answers.items()
    for name, given in others:
        for right, answer in zip(expected, given, strict=True):
            if answer != right:
                raise Problem(
                    f"{name} answers {answer} where {first} answers {right}: "
                    "correct what one of them is asked, in proofs/benchmarks/, before comparing them."
                )


class _Lane:
    """One competitor's batches, and the best time of each."""

    def __init__(self, walk: Walk, moments: Sequence[datetime]) -> None:
        checked = moments[:CHECKED]
        began = perf_counter()
        self.answers = list(walk(checked))
        seconds = (perf_counter() - began) / len(checked)
        if seconds < SLOW:  # the very first answers take longer than all others
            seconds = _time([walk(moments)]) / len(moments)
        self._walk = walk
        self._passes, self._batches = _plan(moments, seconds)
        self._best = [float("inf") for _ in self._batches]
        self._used = 0.0

    def run(self) -> None:
        """Time every batch once."""
        if self._used > LONGEST:
            return
        for number, batch in enumerate(self._batches):
            seconds = _time([self._walk(batch) for _ in range(self._passes)])
            self._used += seconds
            self._best[number] = min(self._best[number], seconds)

    def speed(self) -> float:
        return self._passes * sum(len(batch) for batch in self._batches) / sum(self._best)


def _time(walks: Sequence[Iterator[datetime | None]]) -> float:
    """Return the seconds it takes to walk to the ends."""
    began = perf_counter()
    deque(chain.from_iterable(walks), maxlen=0)  # asks everything, keeps nothing
    return perf_counter() - began


def _in_utc(answer: datetime | None, zone: tzinfo) -> datetime | None:
    if answer is None:
        return None
    return (answer if answer.tzinfo else answer.replace(tzinfo=zone)).astimezone(UTC)


def _plan(moments: Sequence[datetime], seconds: float) -> tuple[int, list[Sequence[datetime]]]:
    """Return how often to pass through each batch, and the batches: all the moments, cut as is due."""
    if seconds > SLOW:
        return 1, [moments[:1]]
    size = max(1, round(BATCH / seconds))
    if size < len(moments):
        return 1, [moments[begin : begin + size] for begin in range(0, len(moments), size)]
    return size // len(moments), [moments]
