"""What lists over all jobs take: calls to storage, time and memory, in memory and on Azurite."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.benchmarks.reads.at_once import eight_at_once
from proofs.benchmarks.reads.dearest import dearest, figures
from proofs.benchmarks.reads.dearest import render as render_dear
from proofs.benchmarks.reads.measures import OCCURRENCES, SUMMARIES, Read, in_memory, on_azurite
from proofs.harness.pages import table
from proofs.harness.parts import SHARDS
from proofs.harness.storage import an_azurite

PACKAGES: Final = ("azure-data-tables",)
CALLS: Final = f"all pages of the jobs take at most one call each, and two a shard: {2 * SHARDS} more"
TOLD: Final = "the occurrences of a day of a job that runs every minute take at most 10 calls"
EIGHT: Final = "**Eight at once**, each with a key of its own, against a running app on Azurite:"
ONE: Final = "no request takes more than 1 s of CPU, whatever span, zone and exclusions"
CPU: Final = "all pages of the jobs take at most 3 s of CPU over a table in memory"


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("reads", arguments)
    return conduct([lambda: run(options.jobs)], save=options.save)


def run(jobs: int) -> Report:
    kept, dear = in_memory(jobs), dearest(jobs)
    with an_azurite() as azurite:
        stored = on_azurite(jobs, azurite.connection_string)
    flood = eight_at_once(jobs)
    reached = [*goals(kept, stored), at_most(1.0, ONE, figures(dear)), *flood.goals()]
    head = f"**Reads over {jobs:,} jobs** in {SHARDS} shards:"
    dearly = f"**The dearest requests** over {jobs:,} jobs of one kind, in memory (400: refused as too much):"
    text = "\n\n".join(
        [head, render(kept, stored), dearly, render_dear(dear), EIGHT, flood.render(), verdicts(reached)]
    )
    return Report(name="reads", text=text, goals=reached, packages=PACKAGES)


def goals(kept: Sequence[Read], stored: Sequence[Read]) -> list[Goal]:
    in_memory, on_azurite = (_named(reads, SUMMARIES) for reads in (kept, stored))
    told = _named(stored, OCCURRENCES)
    beyond = {"in memory": in_memory, "on Azurite": on_azurite}
    return [
        at_most(2 * SHARDS, CALLS, {name: read.calls - read.pages for name, read in beyond.items()}),
        at_most(3.0, CPU, {"seconds": in_memory.cpu}),
        at_most(10, TOLD, {"a page": told.calls / told.pages}),
    ]


def render(kept: Sequence[Read], stored: Sequence[Read]) -> str:
    head = ["", "pages", "values", "calls", "CPU, s", "MB", "calls, Azurite", "seconds, Azurite"]
    return table([head, *(_row(one, other) for one, other in zip(kept, stored, strict=True))])


def _row(kept: Read, stored: Read) -> list[str]:
    counts = [f"{number:,}" for number in (kept.pages, kept.values, kept.calls)]
    took = [f"{kept.cpu:.2f}", f"{kept.megabytes:.1f}", f"{stored.calls:,}", f"{stored.seconds:.2f}"]
    return [kept.name, *counts, *took]


def _named(reads: Sequence[Read], name: str) -> Read:
    return next(read for read in reads if read.name == name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
