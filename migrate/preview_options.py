"""The command line of `preview`. It needs no package that must be installed."""

import argparse
from datetime import datetime
from typing import Final

from migrate.usage import CommandLine
from shared.api.instants import read_instant

MOST_RUNS: Final = 10_000


def instant(text: str) -> datetime:
    try:
        return read_instant(text)
    except ValueError as exc:
        raise argparse.ArgumentTypeError(str(exc)) from exc


def run_count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_RUNS):
        raise argparse.ArgumentTypeError(f"must be a number between 1 and {MOST_RUNS}")
    return int(text)


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        help="a job as JSON, with or without its `properties` around it; standard input without a file",
    )
    parser.add_argument(
        "--now",
        dest="created",
        type=instant,
        metavar="TIME",
        help="the time of creation, as 2026-01-31T09:30:00Z; the present time without it",
    )
    parser.add_argument(
        "--zone",
        metavar="ZONE",
        help="the job's time zone, as Europe/Berlin or 'W. Europe Standard Time', whatever the job says",
    )
    parser.add_argument(
        "--cron",
        metavar="EXPRESSION",
        help="a cron expression instead of a file, as '*/15 9-16 * * mon-fri'",
    )
    parser.add_argument("--top", type=run_count, default=10, metavar="N", help="how many runs (10)")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="answer in JSON")
    forms.add_argument(
        "--jsonl",
        action="store_true",
        help='read a job a line, each with a "now" of its own if it likes, and answer with a line each',
    )


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    if options.cron is not None and (options.file != "-" or options.jsonl):
        parser.error("--cron takes the place of a file")


PREVIEW: Final = CommandLine(
    description="Show when a job would run: a sentence and its next runs; works offline and stores nothing.",
    add=_add,
    check=_check,
)
