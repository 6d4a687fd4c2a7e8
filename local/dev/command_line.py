"""From the command line to one of dev.py's commands."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from local.dev.terminal import Misuse, Problem, refused_by_the_system, say
from migrate.invocation import DEV
from migrate.terminal import INTERRUPTED
from migrate.usage import no_such_command, overview
from shared.domain.version import VERSION


class Command(Protocol):
    """A module of this package; its docstring is its help."""

    __doc__: str | None

    def main(self, arguments: Sequence[str]) -> int:
        """Do it and return the exit code."""


def main(arguments: Sequence[str], commands: Mapping[str, Command]) -> int:
    """Run the command that is named first, and return the exit code."""
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help"):
        print(overview(DEV, summaries(commands)))
        return 0
    if name == "--version":
        print(VERSION)
        return 0
    try:
        return find(name, commands).main(rest)
    except Problem as problem:
        say(str(problem))
        return problem.exit_code
    except OSError as exc:
        refused = refused_by_the_system(exc)
        if refused is None:
            raise
        say(str(refused))
        return refused.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


def summaries(commands: Mapping[str, Command]) -> dict[str, str]:
    return {name: command.__doc__ or "" for name, command in commands.items()}


def find(name: str, commands: Mapping[str, Command]) -> Command:
    if name not in commands:
        raise Misuse(no_such_command(name, commands))
    return commands[name]
