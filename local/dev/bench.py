"""Measure the project beside others; without a name, list what can be measured."""

import argparse
from collections.abc import Sequence

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_pinned
from local.dev.terminal import Problem

BENCHMARKS = {"recurrence": "how fast the next run of a job is found"}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 dev.py bench", description=__doc__)
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--save", action="store_true", help="write the figures into docs/performance.md")
    options = parser.parse_args(arguments)
    if options.name is None:
        print(overview())
        return 0
    return run(options.name, ["--save"] if options.save else [])


def ensure_peers() -> None:
    """Install the libraries to compare with, unless they are already there."""
    ensure_pinned([ROOT / "requirements-bench.txt"], "Installing the libraries to compare with …")


def overview() -> str:
    lines = [f"    {name:<12}{what}" for name, what in BENCHMARKS.items()]
    return "\n".join(["usage: python3 dev.py bench NAME [--save]", "", "benchmarks:", *lines])


def run(name: str, options: Sequence[str]) -> int:
    """Run a benchmark in `.venv`; return 0 if the goals are met."""
    if name not in BENCHMARKS:
        raise Problem(f"There is no benchmark '{name}': choose one of {', '.join(BENCHMARKS)}.")
    ensure_peers()
    return run_in_foreground([PYTHON, "-m", f"benchmarks.{name}", *options], ROOT)
