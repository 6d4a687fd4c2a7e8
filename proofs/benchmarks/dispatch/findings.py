"""What a part of the measurement found, and how results stand in its table."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from proofs.benchmarks.dispatch.course import Conditions
from proofs.benchmarks.dispatch.race import Result
from proofs.benchmarks.goals import Goal, at_most
from proofs.harness.pages import table

STRETCHES: Final = 5
"""One long wave shows its spread by as many stretches of it as a short one has rounds."""
_HEAD: Final = ("", "runs", "lost", "doubled", "early", "p50", "p99", "max", "all settled")
_TAKEN: Final = ("CPU ms a run", "peak MB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    text: str
    goals: Sequence[Goal] = field(default=())


def title(what: str, conditions: Conditions) -> str:
    return f"**{what}**, {conditions.stored:,} stored; lateness and times in seconds:"


def compared(*of_each: Sequence[Result]) -> str:
    """Return a table with one row for the rounds of each: sums, and medians with their spread."""
    return table([[*_HEAD, *_TAKEN], *([*_row(rounds), *_taken(rounds)] for rounds in of_each)])


def listed(results: Sequence[Result], more: Sequence[tuple[str, Sequence[str]]] = ()) -> str:
    """Return a table with one row for each result, and further columns, each by its name."""
    rows = [_row([result]) for result in results]
    for _, cells in more:
        rows = [[*row, cell] for row, cell in zip(rows, cells, strict=True)]
    return table([[*_HEAD, *(name for name, _ in more)], *rows])


def stretches(*results: Result) -> str:
    """Return a table of how late the runs were in each stretch of a long wave."""
    head = ["ms late, by stretch", *(f"{number + 1}" for number in range(STRETCHES))]
    rows = [
        [f"{result.who}, p{percent}", *(f"{late * 1000:.0f}" for late in _over_stretches(result, percent))]
        for result in results
        for percent in (50, 99)
    ]
    return table([head, *rows])


def nothing_wrong(what: str, results: Sequence[Result]) -> Goal:
    return at_most(
        0,
        f"{what}: none lost, doubled, early, or of a job that is not in the plan; each settled once",
        {
            "lost": sum(result.punctuality.lost for result in results),
            "doubled": sum(result.punctuality.doubled for result in results),
            "early": sum(result.punctuality.early for result in results),
            "strange": sum(result.punctuality.strange for result in results),
            "unsettled": sum(_unsettled(result) for result in results),
            "settled twice": sum(result.settled.doubled if result.settled else 0 for result in results),
        },
    )


def median(results: Sequence[Result], figure: Callable[[Result], float]) -> float:
    return statistics.median(figure(result) for result in results)


def half(result: Result) -> float:
    """The lateness that half of the runs do not exceed."""
    return result.punctuality.percentile(50)


def most(result: Result) -> float:
    """The lateness that 99 of 100 runs do not exceed."""
    return result.punctuality.percentile(99)


def last_start(result: Result) -> float:
    return result.punctuality.percentile(100)


def all_settled(result: Result) -> float:
    """Return the seconds from the first due instant until all was settled; endless if not all was."""
    settled = result.settled
    return settled.seconds if settled and not _unsettled(result) else float("inf")


def _over_stretches(result: Result, percent: int) -> list[float]:
    """Return as many figures as there are stretches, endless ones for those in which nothing came."""
    late = result.punctuality.over_stretches(percent, STRETCHES)
    return [*late, *[float("inf")] * (STRETCHES - len(late))]


def _row(rounds: Sequence[Result]) -> list[str]:
    came = [result.punctuality for result in rounds]
    counts = [
        sum(each.wanted for each in came),
        sum(each.lost for each in came),
        sum(each.doubled for each in came),
        sum(each.early for each in came),
    ]
    has_history = any(result.settled for result in rounds)
    return [
        rounds[0].who,
        *(f"{count:,}" for count in counts),
        *(_spread([figure(result) for result in rounds]) for figure in (half, most, last_start)),
        _spread([all_settled(result) for result in rounds]) if has_history else "no history",
    ]


def _taken(rounds: Sequence[Result]) -> list[str]:
    each = [_cpu_of_a_run(result) for result in rounds]
    memory = [result.memory for result in rounds if result.memory is not None]
    known = [seconds * 1000 for seconds in each if seconds is not None]
    return [
        f"{statistics.median(known):.1f}" if known else "unknown",
        f"{max(memory):.0f}" if memory else "unknown",
    ]


def _spread(figures: Sequence[float]) -> str:
    """Return the median and, of several, the lowest and the highest."""
    middle = f"{statistics.median(figures):.2f}"
    return middle if len(figures) == 1 else f"{middle} ({min(figures):.2f} to {max(figures):.2f})"


def _cpu_of_a_run(result: Result) -> float | None:
    return None if result.cpu is None else result.cpu / result.punctuality.wanted


def _unsettled(result: Result) -> int:
    return result.punctuality.wanted - (result.settled.runs if result.settled else 0)
