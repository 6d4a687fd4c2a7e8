"""`scheduler`, or `python -m migrate`: the commands of people who use an app. dev.py runs them, too."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from migrate.asking.command import run_asking
from migrate.code.apply_command import run_apply
from migrate.code.plan_command import run_plan
from migrate.export_command import run_export
from migrate.import_command import INTERRUPTED, run_import
from migrate.invocation import program
from migrate.login_command import run_login, run_logout
from migrate.options import DESCRIPTIONS, parse
from migrate.preview_command import run_preview
from migrate.remote_app import Refused
from migrate.reseal_command import run_reseal
from migrate.switch_command import run_switch
from migrate.terminal import Problem, say, set_up_process
from migrate.usage import no_such_command, overview
from shared.domain.version import VERSION

MISUSED: Final = 2  # the same as argparse's


def _clock() -> datetime:
    return datetime.now(UTC)


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "login": run_login,
    "logout": run_logout,
    "jobs": lambda options: run_asking("jobs", options, _clock()),
    "failures": lambda options: run_asking("failures", options, _clock()),
    "next": lambda options: run_asking("next", options, _clock()),
    "why": lambda options: run_asking("why", options, _clock()),
    "audit": lambda options: run_asking("audit", options, _clock()),
    "preview": lambda options: run_preview(options, _clock()),
    "import": lambda options: run_import(options, _clock),
    "export": run_export,
    "enable": lambda options: run_switch("enable", options),
    "disable": lambda options: run_switch("disable", options),
    "reseal": run_reseal,
    "plan": lambda options: run_plan(options, _clock),
    "apply": lambda options: run_apply(options, _clock),
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
        return MISUSED
    try:
        return COMMANDS[name](parse(name, rest))
    except (Problem, Refused) as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(start())
