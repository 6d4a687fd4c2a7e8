"""What all benchmarks do with what they found: print it, keep it if wanted, and say whether it is enough."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from local.dev.terminal import Problem, say
from proofs.benchmarks.goals import Goal
from proofs.harness import pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found, as Markdown, the goals, and the packages whose versions matter to it.

    Its name is that of its place in docs/performance.md.
    """

    name: str
    text: str
    goals: Sequence[Goal]
    packages: Sequence[str]


def parser_for(name: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser that knows the options of every benchmark."""
    parser = argparse.ArgumentParser(prog=f"python3 dev.py bench {name}", description=description)
    parser.add_argument("--save", action="store_true", help="write the figures into docs/performance.md")
    return parser


def conduct(measures: Iterable[Callable[[], Report]], *, save: bool) -> int:
    """Measure, print and, if wanted, save, one after the other; return 0 if every goal is met."""
    missed = False
    try:
        for measure in measures:
            report = measure()
            missed |= any(goal.missed for goal in report.goals)
            _publish(report, save=save)
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say("Interrupted: what is not shown is not saved either.")
    else:
        return 1 if missed else 0
    return 1


def _publish(report: Report, *, save: bool) -> None:
    taken = pages.circumstances(datetime.now(UTC).date(), report.packages)
    print(f"{report.text}\n\n{taken}\n", flush=True)
    if save:
        pages.save(report.name, f"{taken}\n\n{report.text}")
