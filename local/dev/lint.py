"""Check format, style, types and sizes; with --fix, format and fix first what can be fixed."""

import argparse
from collections.abc import Sequence

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.terminal import say
from migrate.usage import read_options

FIXES = ["ruff check --fix-only .", "ruff format ."]
CHECKS = ["ruff format --check .", "ruff check .", "mypy", "local.dev.house"]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 dev.py lint", description=__doc__)
    parser.add_argument("--fix", action="store_true", help="change the files before they are checked")
    options = read_options(parser, arguments)
    ensure_python_packages()
    failed = [step for step in (FIXES if options.fix else []) + CHECKS if not passes(step)]
    return 1 if failed else 0


def passes(step: str) -> bool:
    say(step)
    return run_in_foreground([PYTHON, "-m", *step.split()], ROOT) == 0
