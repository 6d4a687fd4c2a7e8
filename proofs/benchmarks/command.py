"""What all benchmarks do with what they found: print it, keep it if wanted, and say whether it is enough."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from proofs.benchmarks.goals import Goal
from proofs.harness.command import run_command
from proofs.harness.pages import PERFORMANCE, Section, publish


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Section):
    """What was measured, and the goals that it is measured against."""

    goals: Sequence[Goal]


def parser_for(name: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser that knows the options of every benchmark."""
    parser = argparse.ArgumentParser(prog=f"python3 dev.py bench {name}", description=description)
    parser.add_argument("--save", action="store_true", help="write the figures into docs/performance.md")
    return parser


def conduct(measures: Iterable[Callable[[], Report]], *, save: bool) -> int:
    """Measure, print and, if wanted, save, one after the other; return 0 if every goal is met."""

    def act() -> int:
        missed = False
        for measure in measures:
            report = measure()
            missed |= any(goal.missed for goal in report.goals)
            publish(report, PERFORMANCE, save=save)
        return 1 if missed else 0

    return run_command(act, if_interrupted="Interrupted: what is not shown is not saved either.")
