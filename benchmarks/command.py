"""What all benchmarks do with what they found: print it, keep it if wanted, and say whether it is enough."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from benchmarks import page
from benchmarks.goals import Goal
from local.dev.terminal import Problem, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found, as Markdown, the goals, and the packages whose versions matter to it."""

    text: str
    goals: Sequence[Goal]
    packages: Sequence[str]


def parser_for(name: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser that knows the options of every benchmark."""
    parser = argparse.ArgumentParser(prog=f"python3 dev.py bench {name}", description=description)
    parser.add_argument("--save", action="store_true", help="write the figures into docs/performance.md")
    return parser


def conduct(name: str, measure: Callable[[], Report], *, save: bool) -> int:
    """Measure, print and, if wanted, save; return 0 if every goal is met."""
    try:
        report = measure()
        taken = page.circumstances(datetime.now(UTC).date(), report.packages)
        print(f"{report.text}\n\n{taken}")
        if save:
            page.save(name, f"{taken}\n\n{report.text}")
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say("Interrupted: nothing is saved.")
    else:
        return 1 if any(goal.missed for goal in report.goals) else 0
    return 1
