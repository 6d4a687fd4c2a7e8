"""The command lines of `login` and `logout`. They need no package that must be installed."""

import argparse
import re
from typing import Final

from migrate.app_options import KEY_VARIABLE
from migrate.usage import CommandLine

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def _add_login(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "place",
        nargs="?",
        metavar="URL|NAME",
        help="the app's address, or the name of a login to make it the current one; without it, lists them",
    )
    parser.add_argument("--name", type=_name, help="what to call the app; without it, as its host is called")
    parser.add_argument(
        "--subscription", metavar="ID", help="the subscription that is meant where a command names none"
    )
    parser.add_argument(
        "--key-stdin",
        action="store_true",
        help=f"read the key from standard input; without it, it is taken from {KEY_VARIABLE} or asked for",
    )


def _check_login(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    with_address = options.place is not None and "://" in options.place
    if not with_address and (options.name or options.key_stdin):
        parser.error("--name and --key-stdin go with an address")
    if options.place is None and options.subscription is not None:
        parser.error("--subscription goes with an address or a name")


def _add_logout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="which login; without it, the current one")


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            "must be letters, digits and . _ -, and begin with none of the signs"
        )
    return text


LOGGING_IN: Final = {
    "login": CommandLine(
        description="""Remember an app and its key, so that nobody types them again.

The key is checked, then kept in a file that only you can read. Commands that read use the app of the last
login unless --app names another. Commands that change something never do: they need --to or --app.""",
        add=_add_login,
        check=_check_login,
        examples="""examples:
  PROGRAM login https://<your app>.azurewebsites.net --name prod
  PROGRAM login prod --subscription <id>
  PROGRAM login""",
    ),
    "logout": CommandLine(description="Forget an app and its key.", add=_add_logout),
}
