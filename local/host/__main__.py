"""`python -m local.host`: host the app in a folder until told to stop."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from local.host.errors import HostError
from local.host.functions import import_app, read_functions
from local.host.host import host
from local.host.host_settings import apply_local_settings, read_host_settings
from local.host.logs import set_up_logging
from local.host.server import bind
from migrate.usage import Parser, read_options


def main() -> int:
    arguments = _read_arguments()
    set_up_logging()
    try:
        _run(arguments.root.resolve(), arguments.port)
    except HostError as exc:
        print(exc, file=sys.stderr)
        return 1
    return 0


def _run(root: Path, port: int) -> None:
    apply_local_settings(root, os.environ)
    settings = read_host_settings(root, os.environ)
    bound = bind(port)
    os.chdir(root)  # as the real host does
    functions = read_functions(import_app(root), settings, os.environ)
    asyncio.run(host(functions, settings, bound))


def _read_arguments() -> argparse.Namespace:
    parser = Parser(prog="python -m local.host", description=__doc__)
    parser.add_argument("--port", type=int, default=7071, help="0 takes a free port; default 7071")
    parser.add_argument("--root", type=Path, default=Path(), help="the folder with function_app.py")
    return read_options(parser, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
