"""How late jobs start, alone and by the thousand, beside APScheduler, and how much that takes."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.calm import Calm
from proofs.benchmarks.command import Report, conduct, parser_for
from proofs.benchmarks.dispatch.parts import PARTS
from proofs.benchmarks.dispatch.sizes import FULL, SMALL, Sizes
from proofs.benchmarks.goals import verdicts

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue", "APScheduler", "SQLAlchemy", "requests")
CALM: Final = 0.5
"""The load of a machine on which figures mean something."""


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    if options.save and options.small:
        parser().error("--save wants figures that say something: leave out --small")
    return conduct(measures(options), save=options.save)


def parser() -> ArgumentParser:
    parts = ", ".join(PARTS)
    made = parser_for("dispatch", __doc__)
    made.add_argument("--only", action="append", choices=PARTS, metavar="PART", help=f"one of: {parts}")
    made.add_argument("--small", action="store_true", help="just see whether it works: times say nothing")
    return made


def measures(options: Namespace) -> list[Callable[[], Report]]:
    """Return the parts that are wanted; each has its own place on the page, so that it can be repeated."""
    sizes = SMALL if options.small else FULL
    return [partial(run, name, sizes) for name in PARTS if name in (options.only or PARTS)]


def run(name: str, sizes: Sizes) -> Report:
    """Measure a part, and look before and after it whether the machine is left alone."""
    calm = Calm() if sizes is FULL else Calm(work=lambda: 1.0)  # times that say nothing need no calm
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
