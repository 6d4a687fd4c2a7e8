"""Say what the next clock changes do to the jobs of an app: which are moved, repeated or left out."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_app_packages
from migrate.app_options import add_app
from migrate.preview_options import instant
from migrate.usage import Parser, read_options

DETAILS = """
Only jobs that run are told: those that are enabled, in collections that are enabled. Jobs that name no time
of day keep their beat, and are not affected. Nothing is changed; a key for reading will do."""
EXAMPLES = """examples:
  python3 dev.py clock-changes --from http://127.0.0.1:7071
  python3 dev.py clock-changes --from https://<your app>.azurewebsites.net --subscription prod \\
--until 2027-04-01"""


def main(arguments: Sequence[str]) -> int:
    parse(arguments)  # a mistake is told before anything is installed
    ensure_app_packages()
    command: list[str | Path] = [PYTHON, "-P", "-m", "local.clock_changes", *arguments]
    return run_in_foreground(command, Path.cwd(), {**os.environ, "PYTHONPATH": str(ROOT)})


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="python3 dev.py clock-changes",
        description=f"{__doc__}\n{DETAILS}",
        epilog=EXAMPLES,
    )
    add_app(parser, "--from", required=False)
    parser.add_argument(
        "--subscription", action="append", metavar="ID", help="only this one; can be repeated; all without it"
    )
    parser.add_argument(
        "--until",
        type=instant,
        metavar="TIME",
        help="up to when, as 2027-04-01 or 2027-04-01T00:00:00Z; at most 366 days ahead, and so without it",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return read_options(parser, arguments)
