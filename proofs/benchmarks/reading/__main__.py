"""How long files and texts take to read that are made to take long, at 64 and at 128 KB."""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from local.dev import benchmarks
from local.dev.terminal import say
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.benchmarks.reading.hostile import Hostile, hostile_texts
from proofs.harness.pages import table

LENGTH: Final = 64 << 10
TRIES: Final = 3
NOTHING: Final = 0.005
"""Seconds of CPU that are too few to be compared."""
LINEAR: Final = "twice the length takes at most three times the CPU"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """Seconds of CPU for one length and for twice that."""

    text: Hostile
    once: float
    twice: float

    @property
    def growth(self) -> float:
        return max(self.twice, NOTHING) / max(self.once, NOTHING)


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("reading", arguments)
    return conduct([run], save=options.save)


def run() -> Report:
    took = [measure(text) for text in hostile_texts()]
    reached = goals(took)
    head = f"**Reading what is made to take long**, {len(took)} texts, the hardest of each reader:"
    return Report(
        name="reading",
        text="\n\n".join([head, render(took), verdicts(reached)]),
        goals=reached,
        packages=("PyYAML",),
    )


def measure(text: Hostile) -> Took:
    say(f"{text.reader}: {text.name}")
    once, twice = (seconds_of(text, length) for length in (LENGTH, 2 * LENGTH))
    return Took(text=text, once=once, twice=twice)


def seconds_of(text: Hostile, length: int) -> float:
    """Return the least of some tries, because the others were disturbed."""
    written = text.written(length)
    return min(_once(text, written) for _ in range(TRIES))


def _once(text: Hostile, written: str) -> float:
    began = time.process_time()
    text.read(written)
    return time.process_time() - began


def goals(took: Sequence[Took]) -> list[Goal]:
    worst = {f"{one.text.reader}, {one.text.name}": one.growth for one in took}
    return [at_most(3.0, LINEAR, worst)]


def render(took: Sequence[Took]) -> str:
    rows = [
        [hardest.text.reader, hardest.text.name.replace("|", "\\|"), *figures(hardest)]
        for hardest in hardest_of_each(took)
    ]
    return table([["reader", "what is repeated", "64 KB, ms", "128 KB, ms", "growth"], *rows])


def figures(took: Took) -> list[str]:
    return [f"{took.once * 1_000:.0f}", f"{took.twice * 1_000:.0f}", f"{took.growth:.1f}"]


def hardest_of_each(took: Sequence[Took]) -> Iterable[Took]:
    by_reader = sorted(took, key=lambda one: one.text.reader)
    for _, same in groupby(by_reader, key=lambda one: one.text.reader):
        yield max(same, key=lambda one: one.twice)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
