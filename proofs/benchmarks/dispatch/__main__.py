"""How late jobs start, alone and by the thousand, beside APScheduler, and how much that takes."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from local.dev import benchmarks
from local.dev.terminal import say
from proofs.benchmarks.calm import Calm
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.dispatch.parts import ON_REQUEST, PARTS
from proofs.benchmarks.dispatch.sizes import FULL, SMALL, Sizes
from proofs.benchmarks.goals import verdicts

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue", "APScheduler", "SQLAlchemy", "requests")
CALM: Final = 0.5
"""The load of a machine on which figures mean something."""


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("dispatch", arguments)
    return conduct(measures(options), save=options.save)


def measures(options: Namespace) -> list[Callable[[], Report]]:
    """Return the parts that are wanted; each has its own place on the page, so that it can be repeated."""
    sizes = SMALL if options.small else FULL
    if options.spread is not None:
        sizes = replace(sizes, spread=timedelta(seconds=options.spread))
    calm = nothing_to_look_for if options.small else Calm
    return [partial(run, name, sizes, calm) for name in parts_of(options)]


def parts_of(options: Namespace) -> list[str]:
    return [name for name in PARTS if (name in options.only if options.only else name not in ON_REQUEST)]


def nothing_to_look_for() -> Calm:
    """Times that say nothing need no calm."""
    return Calm(work=lambda: 1.0)


def run(name: str, sizes: Sizes, new_calm: Callable[[], Calm]) -> Report:
    """Measure a part, and look before and after it whether the machine is left alone."""
    calm = new_calm()
    _warn_if_busy()
    calm.look()
    part = PARTS[name](sizes, calm)
    calm.look()
    text = [part.text, str(calm), *([verdicts(part.goals)] if part.goals else [])]
    return Report(
        name=f"dispatch-{name}",
        text="\n\n".join(text),
        goals=part.goals,
        packages=PACKAGES,
        disturbed=calm.disturbed,
    )


def _warn_if_busy() -> None:
    if hasattr(os, "getloadavg") and (load := os.getloadavg()[0]) > CALM:
        say(f"The machine is busy (load {load:.1f}): the figures will be worse than they could be.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
