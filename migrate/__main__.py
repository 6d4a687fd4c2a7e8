"""`scheduler`, or `python -m migrate`: the commands of people who use an app. dev.py runs them, too."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from migrate.asking.options import ASKING
from migrate.invocation import program
from migrate.options import DESCRIPTIONS, parse
from migrate.terminal import INTERRUPTED, Misuse, Problem, Refused, say, set_up_process, stop_writing
from migrate.usage import no_such_command, overview
from shared.domain.version import VERSION


def _clock() -> datetime:
    return datetime.now(UTC)


# Each imports what it needs when it is called: a question should not wait for the importer to be loaded.


def _ask(question: str, options: argparse.Namespace) -> int:
    from migrate.asking.command import run_asking

    return run_asking(question, options, _clock())


def _login(options: argparse.Namespace) -> int:
    from migrate.login_command import run_login

    return run_login(options)


def _logout(options: argparse.Namespace) -> int:
    from migrate.login_command import run_logout

    return run_logout(options)


def _preview(options: argparse.Namespace) -> int:
    from migrate.preview_command import run_preview

    return run_preview(options, _clock())


def _import(options: argparse.Namespace) -> int:
    from migrate.import_command import run_import

    return run_import(options, _clock)


def _export(options: argparse.Namespace) -> int:
    from migrate.export_command import run_export

    return run_export(options)


def _switch(verb: str, options: argparse.Namespace) -> int:
    from migrate.switch_command import run_switch

    return run_switch(verb, options)


def _reseal(options: argparse.Namespace) -> int:
    from migrate.reseal_command import run_reseal

    return run_reseal(options)


def _plan(options: argparse.Namespace) -> int:
    from migrate.code.plan_command import run_plan

    return run_plan(options, _clock)


def _apply(options: argparse.Namespace) -> int:
    from migrate.code.apply_command import run_apply

    return run_apply(options, _clock)


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "login": _login,
    "logout": _logout,
    **{question: partial(_ask, question) for question in ASKING},
    "preview": _preview,
    "import": _import,
    "export": _export,
    "enable": partial(_switch, "enable"),
    "disable": partial(_switch, "disable"),
    "reseal": _reseal,
    "plan": _plan,
    "apply": _apply,
}
"""What does the commands whose options stand in migrate/options.py."""


def start() -> int:
    """Run what the command line says and return the exit code: the beginning of `scheduler`."""
    set_up_process()
    return main(sys.argv[1:])


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help", "--version"):
        print(VERSION if name == "--version" else overview(program(), DESCRIPTIONS))
        return 0
    if name not in COMMANDS:
        say(no_such_command(name, COMMANDS))
        return Misuse.exit_code
    try:
        return COMMANDS[name](parse(name, rest))
    except Problem as problem:
        say(str(problem))
        return problem.exit_code
    except Refused as refused:
        say(str(refused))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return stop_writing()


if __name__ == "__main__":
    sys.exit(start())
