"""Break things while jobs are due, and check that nothing is lost and nothing is finished twice."""

import argparse
from collections.abc import Sequence

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_azurite

SCENARIOS = ("kills", "outage", "queue", "errors", "two hosts")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 dev.py faults", description=__doc__)
    parser.add_argument(
        "--crash-points",
        action="store_true",
        help="end a process before and after every call to storage in turn, instead of the scenarios",
    )
    parser.add_argument("--only", choices=SCENARIOS, help="play this scenario alone")
    parser.add_argument("--short", action="store_true", help="few jobs or crash points, in a few seconds")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="begin chance with this number, for the same again"
    )
    parser.add_argument("--keep", metavar="FOLDER", help="leave logs and data in this folder")
    parser.add_argument("--save", action="store_true", help="write the figures into docs/reliability.md")
    parser.parse_args(arguments)
    ensure_python_packages()
    ensure_azurite()
    return run_in_foreground([PYTHON, "-m", "local.faults", *arguments], ROOT)
