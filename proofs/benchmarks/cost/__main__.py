"""How many calls to storage are made for a scan, a run alone and among a thousand, a new job, and upkeep."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.cost.measures import Cost, measure
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.harness.counting import CallKind
from proofs.harness.pages import table
from proofs.harness.storage import an_azurite

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")
FULL: Final = 1_000
STORED: Final = 2_000


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("cost", arguments)
    return conduct([run], save=options.save)


def run() -> Report:
    with an_azurite() as azurite:
        costs = measure(azurite.connection_string, herd=FULL, stored=STORED)
    reached = goals(costs)
    text = "\n\n".join(["**Calls to storage**, by kind:", render(costs), verdicts(reached)])
    return Report(name="cost", text=text, goals=reached, packages=PACKAGES)


def goals(costs: Sequence[Cost]) -> list[Goal]:
    """Return the goals, each with the costs that are measured against its bound."""
    bounds = {cost.goal: cost.bound for cost in costs}
    return [
        at_most(bound, text, {cost.name: cost.each for cost in costs if cost.goal == text})
        for text, bound in bounds.items()
    ]


def render(costs: Sequence[Cost]) -> str:
    kinds = [kind for kind in CallKind if any(cost.tally.calls[kind] for cost in costs)]
    head = ["", *kinds, "rows changed", "calls", "of", "calls for each"]
    return table([head, *(_row(cost, kinds) for cost in costs)])


def _row(cost: Cost, kinds: Sequence[CallKind]) -> list[str]:
    counts = [f"{cost.tally.calls[kind]:,}" for kind in kinds]
    sums = [f"{number:,}" for number in (cost.tally.rows, cost.tally.total, cost.things)]
    return [cost.name, *counts, *sums, f"{cost.each:.2f}"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
