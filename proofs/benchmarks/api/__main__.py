"""How fast the REST API answers, beside the transaction that a new job takes at least."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from proofs.benchmarks.api.measures import (
    ALL,
    BARE,
    FULL,
    MANY,
    NEW,
    OPERATIONS,
    PAGE,
    PATCH,
    SMALL,
    Size,
    Times,
    measure,
)
from proofs.benchmarks.calm import Calm
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.harness.pages import table
from proofs.harness.storage import a_folder, an_azurite

PACKAGES: Final = ("azure-data-tables",)
PATCHING: Final = "a PATCH takes at most 1.5 times as long as the PUT of a new job"
CREATING: Final = "the PUT of a new job takes at most twice as long as its bare transaction"
PAGING: Final = "a page of 100 takes at most a fifth of a list of all"
TOGETHER: Final = f"{MANY} writers into one collection get done at least 1.2 times as much as one"


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("api", arguments)
    return conduct([lambda: run(SMALL if options.small else FULL)], save=options.save)


def run(size: Size) -> Report:
    calm = Calm() if size is FULL else Calm(work=lambda: 1.0)  # times that say nothing need no calm
    with a_folder() as folder, an_azurite() as azurite:
        times = measure(size, folder, azurite.connection_string, calm)
    reached = goals(times)
    head = f"**Calls of the API**, medians of {size.rounds} rounds, {size.listed} jobs in the list:"
    return Report(
        name="api",
        text="\n\n".join([head, render(times), str(calm), verdicts(reached)]),
        goals=reached,
        packages=PACKAGES,
        disturbed=calm.disturbed,
    )


def goals(times: Times) -> list[Goal]:
    return [
        at_most(1.5, PATCHING, {"1 caller": times.ratio(PATCH, NEW)}),
        at_most(2.0, CREATING, {"1 caller": times.ratio(NEW, BARE)}),
        at_most(
            0.2, PAGING, {"1 caller": times.ratio(PAGE, ALL), f"{MANY} callers": times.ratio(PAGE, ALL, MANY)}
        ),
        Goal(text=TOGETHER, bound=1.2, figures={"new jobs": times.gain(NEW)}),
    ]


def render(times: Times) -> str:
    head = ["", "ms, 1 caller", "from", "to", f"a second, {MANY} callers", "from", "to"]
    return table([head, *([name, *_alone(times, name), *_together(times, name)] for name in OPERATIONS)])


def _alone(times: Times, name: str) -> list[str]:
    rounds = times.rounds[name, 1]
    return [f"{1_000 * seconds:,.1f}" for seconds in (times.typical(name), min(rounds), max(rounds))]


def _together(times: Times, name: str) -> list[str]:
    rounds = times.rounds.get((name, MANY))
    if rounds is None:
        return ["", "", ""]
    return [f"{1 / seconds:,.0f}" for seconds in (times.typical(name, MANY), max(rounds), min(rounds))]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
