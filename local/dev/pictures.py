"""Take pictures of the portal with a made-up company's jobs; --keep leaves the app running."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from local.dev.browser import ensure_driver
from local.dev.build import ensure_portal
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_azurite
from local.dev.run import port_number
from migrate.usage import Parser, read_options

PORT: Final = 7171


def main(arguments: Sequence[str]) -> int:
    parse(arguments)  # a mistake, or a cry for help, costs no installation
    ensure_python_packages()
    ensure_driver()
    ensure_azurite()
    ensure_portal()
    return run_in_foreground([PYTHON, "-m", "local.pictures", *arguments], ROOT)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="python3 dev.py pictures", description=__doc__)
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="only this page; can be given several times"
    )
    parser.add_argument("--look", action="append", metavar="LOOK", help="only light, dark or phone")
    parser.add_argument("--to", type=Path, metavar="DIR", help="the folder (pictures)")
    parser.add_argument("--docs", action="store_true", help="only those of the documents, into docs/pictures")
    parser.add_argument("--keep", action="store_true", help="take none, and leave the app running")
    parser.add_argument(
        "--port", type=port_number, default=PORT, metavar="N", help=f"the app's port with --keep ({PORT})"
    )
    parser.add_argument(
        "--at",
        metavar="URL",
        help=f"take them from the app that --keep runs, such as http://127.0.0.1:{PORT}",
    )
    return read_options(parser, arguments)
