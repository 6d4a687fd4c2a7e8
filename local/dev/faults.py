"""Break things while jobs are due, and check that nothing is lost and nothing is finished twice."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_azurite
from migrate.usage import Parser, one_of, read_options

SCENARIOS = {
    "kills": "the host killed at random moments and started again",
    "outage": "storage stopped and started again",
    "queue": "the dispatch queue emptied several times a second",
    "errors": "storage answering 500, 503 or not at all, before and after having done what was asked",
    "two hosts": "two hosts, each with a scanner and runners, on the same storage",
    "neighbours": "jobs whose target never answers, more than a target has places, and others beside them",
    "changes": "jobs patched, disabled, deleted and replaced as they are due, and collections disabled",
}


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    ensure_python_packages()
    ensure_azurite()
    return run_in_foreground([PYTHON, "-m", module_for(options), *arguments], ROOT)


def module_for(options: argparse.Namespace) -> str:
    """Return the proof that the options ask for."""
    return "proofs.crash" if options.crash_points else "proofs.faults"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    scenarios = "\n".join(f"  {name:<11}{what}" for name, what in SCENARIOS.items())
    parser = Parser(
        prog="python3 dev.py faults",
        description=f"{__doc__}\n\nscenarios:\n{scenarios}",
    )
    parser.add_argument("--only", type=one_of(*SCENARIOS), metavar="NAME", help="play this scenario alone")
    parser.add_argument(
        "--crash-points",
        action="store_true",
        help="play no scenarios: end a process before and after every call to storage in turn",
    )
    parser.add_argument("--short", action="store_true", help="a few jobs and seconds, or ten crash points")
    parser.add_argument("--seed", type=int, metavar="N", help="what chance begins with, for the same again")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave logs and data in this folder")
    parser.add_argument("--save", action="store_true", help="write the figures into docs/reliability.md")
    return read_options(parser, arguments)
