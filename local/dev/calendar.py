"""Make a calendar of public holidays, or of a market's closing days, for jobs to leave out."""

import argparse
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, VENV, ensure_app_packages, ensure_installed, pip_install
from migrate.app_options import KEY_VARIABLE
from migrate.usage import Parser, read_options

FOLDER = VENV / "calendar"
PINS = ROOT / "requirements-calendar.txt"
DETAILS = """
It is printed as JSON, for the `calendars` of a job collection, or sent there with --to. The days come from
the Python library `holidays`, which is installed on first use. Look at them with --names: the library may
lack what a government decided lately, and it estimates days that depend on the moon."""
EXAMPLES = """examples:
  python3 dev.py calendar DE-BY 2026-2030 --names
  python3 dev.py calendar NYSE 2026-2028 --name new-york
  python3 dev.py calendar XECB 2026-2030 --to https://<your app>.azurewebsites.net/subscriptions/prod/\\
resourceGroups/finance/providers/Microsoft.Scheduler/jobCollections/nightly"""


class Place(NamedTuple):
    """Where a collection is: the address of the app, and the collection's id there."""

    app: str
    id: str


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)  # a mistake is told before anything is installed
    ensure_library()
    if options.to is not None:
        ensure_app_packages()
    command: list[str | Path] = [PYTHON, "-P", "-m", "local.calendars", *arguments]
    return run_in_foreground(command, ROOT, {**os.environ, **search_path()})


def search_path() -> dict[str, str]:
    """Return what lets Python find the library, and its own dateutil before any other."""
    return {"PYTHONPATH": os.pathsep.join(map(str, (FOLDER, ROOT)))}


def ensure_library() -> None:
    """Install the library of holidays, unless it is already there."""
    ensure_installed(FOLDER / ".installed", [PINS], "Installing the library of holidays …", install)


def install() -> None:
    if FOLDER.exists():  # pip would leave old files in the folder
        shutil.rmtree(FOLDER)
    pip_install(PYTHON, PINS, "--target", FOLDER)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="python3 dev.py calendar",
        description=f"{__doc__}\n{DETAILS}",
        epilog=EXAMPLES,
    )
    add_days(parser)
    parser.add_argument(
        "--name", type=filled, help="what the calendar is called; without it, as de-by-holidays for DE-BY"
    )
    parser.add_argument("--names", action="store_true", help="list the days and their names on stderr, too")
    add_collection(parser)
    options = read_options(parser, arguments)
    if options.key is not None and options.to is None:
        parser.error("--key goes with --to")
    return options


def add_days(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code",
        metavar="CODE",
        help="a country (DE), a part of one (DE-BY, US-NY), or a market (XNYS or NYSE, XECB or ECB)",
    )
    parser.add_argument("years", type=span, metavar="YEARS", help="a year (2026), or a span (2026-2030)")
    parser.add_argument(
        "--category",
        action="append",
        metavar="KIND",
        help="take this kind of days instead of public ones, where the library has it, as half_day, bank "
        "or optional; can be repeated, as in --category public --category half_day",
    )


def add_collection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--to",
        type=place,
        metavar="URL",
        help="put the calendar into this collection instead of printing it; one of that name is replaced",
    )
    parser.add_argument(
        "--key",
        help=f"the app's key; better in the environment, as {KEY_VARIABLE}, where nobody else sees it",
    )


def span(text: str) -> range:
    match = re.fullmatch(r"([12]\d{3})(?:-([12]\d{3}))?", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"'{text}' is neither a year (2026) nor a span (2026-2030)")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise argparse.ArgumentTypeError(f"'{text}' ends before it begins")
    return range(first, last + 1)


def filled(text: str) -> str:
    if not text.strip():  # a variable may not be set
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def place(text: str) -> Place:
    match = re.fullmatch(r"(.+?)(/subscriptions/[^?#]+)", text.strip(), re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not the address of a collection, as https://<your app>.azurewebsites.net"
            "/subscriptions/<id>/resourceGroups/<name>/providers/Microsoft.Scheduler/jobCollections/<name>"
        )
    return Place(*match.groups())
