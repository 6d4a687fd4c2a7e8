"""`python -m migrate import|export|enable|disable|reseal …`: what dev.py runs in its environment."""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from migrate.export_command import run_export
from migrate.import_command import INTERRUPTED, run_import
from migrate.options import DESCRIPTIONS, parse
from migrate.remote_app import Refused
from migrate.reseal_command import run_reseal
from migrate.switch_command import run_switch
from migrate.terminal import Problem, say, set_up_process


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        return run(*arguments[:1], arguments=arguments[1:])
    except (Problem, Refused) as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run(command: str = "", *, arguments: Sequence[str]) -> int:
    if command not in DESCRIPTIONS:
        raise Problem(f"usage: python -m migrate {'|'.join(DESCRIPTIONS)} [OPTIONS]")
    options = parse(command, arguments)
    if command == "import":
        return run_import(options, lambda: datetime.now(UTC))
    if command in ("export", "reseal"):
        return run_export(options) if command == "export" else run_reseal(options)
    return run_switch(command, options)


if __name__ == "__main__":
    set_up_process()
    sys.exit(main(sys.argv[1:]))
