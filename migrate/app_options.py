"""The options that say which app is meant, and with which key. This needs no installed package."""

import argparse
from typing import Final

from migrate.invocation import spoken

KEY_VARIABLE: Final = "SCHEDULER_KEY"


def add_app(parser: argparse.ArgumentParser, option: str, *, required: bool, changes: bool = False) -> None:
    """Add the app as an address or by its name. Commands that change something require one of them.

    Those that only read take the app of the last login otherwise. One that `changes` something, and does not
    always need an app, checks by itself whether one is named.
    """
    named = parser.add_mutually_exclusive_group(required=required)
    named.add_argument(
        option,
        dest=option.strip("-"),
        type=_address,
        metavar="URL",
        help="the app: http://127.0.0.1:7071 or https://<your app>.azurewebsites.net",
    )
    add_named_app(named, needed=required or changes)
    add_key(parser)


def add_named_app(parser: argparse._ActionsContainer, *, needed: bool) -> None:
    else_told = "; a login alone never decides what is changed" if needed else ""
    usual = "" if needed else "; without it, the one of the last login"
    parser.add_argument(
        "--app",
        type=_address,
        metavar="NAME",
        help=f"the app by the name that `{spoken('login')}` gave it, or by its address{usual}{else_told}",
    )


def add_key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--key", help=f"its key; better in the environment, as {KEY_VARIABLE}, where nobody else sees it"
    )


def _address(text: str) -> str:
    if not text.strip():  # a variable may not be set; as "no address", it would mean that nothing is done
        raise argparse.ArgumentTypeError("must not be empty")
    return text
