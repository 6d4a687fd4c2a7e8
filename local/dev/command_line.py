"""From the command line to one of dev.py's commands."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from local.dev.terminal import Misuse, Problem, say
from migrate.usage import did_you_mean
from shared.domain.version import VERSION

INTERRUPTED = 130  # what shells report after Ctrl+C


class Command(Protocol):
    """A module of this package; its docstring is its help."""

    __doc__: str | None

    def main(self, arguments: Sequence[str]) -> int:
        """Do it and return the exit code."""


def main(arguments: Sequence[str], commands: Mapping[str, Command]) -> int:
    """Run the command that is named first, and return the exit code."""
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help"):
        print(overview(commands))
        return 0
    if name == "--version":
        print(VERSION)
        return 0
    try:
        return find(name, commands).main(rest)
    except Problem as problem:
        say(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


def overview(commands: Mapping[str, Command]) -> str:
    width = max(map(len, commands)) + 2
    lines = [f"    {name:<{width}}{summary(command)}" for name, command in commands.items()]
    usage = "usage: python3 dev.py COMMAND [OPTIONS]; COMMAND --help lists its options; --version"
    return "\n".join([usage, "", "commands:", *lines])


def summary(command: Command) -> str:
    return (command.__doc__ or "").partition("\n")[0]


def find(name: str, commands: Mapping[str, Command]) -> Command:
    if name not in commands:
        hint = did_you_mean(name, [*commands, "--help", "--version"])
        raise Misuse(f"There is no command '{name}': choose one of {', '.join(commands)}{hint or '.'}")
    return commands[name]
