"""Command lines: what each has, and mistakes told with what was meant. It needs no installed package."""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from migrate.invocation import program
from shared.domain.alike import nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A command: what its help says, what adds its options, and what refuses those that do not fit."""

    description: str
    add: Callable[[argparse.ArgumentParser], None]
    check: Callable[[argparse.ArgumentParser, argparse.Namespace], None] = lambda *_: None
    examples: str = ""

    def parse(self, name: str, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the options; end the program if they are wrong."""
        parser = Parser(
            prog=f"{program()} {name}",
            description=self.description,
            epilog=self.examples.replace("PROGRAM", program()),
        )
        self.add(parser)
        options = read_options(parser, arguments)
        self.check(parser, options)
        return options


class Parser(argparse.ArgumentParser):
    """Reads the options of all commands. None may be shortened: a later option could change what is meant."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)


def one_of(*words: str) -> Callable[[str], str]:
    """Return what reads one of these words, in any case; else it names them, and what was meant."""

    def read(text: str) -> str:
        word = next((word for word in words if word.lower() == text.lower()), None)
        if word is None:
            hint = did_you_mean(text, words)
            raise argparse.ArgumentTypeError(f"'{text}' is none of {', '.join(words)}{hint}")
        return word

    return read


def read_options(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options; end the program with exit code 2 if they are wrong."""
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        known = re.findall(r"--[a-z][a-z-]*", parser.format_usage())
        hints = [hint for word in unknown if (hint := did_you_mean(word.partition("=")[0], known))]
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{''.join(hints)}")
    return options


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the question whether another word was meant, or an empty text if none is near."""
    meant = nearest(word, known)
    return f"; did you mean {meant}?" if meant else ""


def overview(called: str, descriptions: Mapping[str, str]) -> str:
    """Return the help of a program: its commands, each with the first line of its description."""
    width = max(map(len, descriptions)) + 2
    lines = [f"    {name:<{width}}{told.partition(chr(10))[0]}" for name, told in descriptions.items()]
    usage = f"usage: {called} COMMAND [OPTIONS]; COMMAND --help lists its options; --version"
    return "\n".join([usage, "", "commands:", *lines])


def no_such_command(name: str, commands: Iterable[str]) -> str:
    known = list(commands)
    hint = did_you_mean(name, [*known, "--help", "--version"])
    return f"There is no command '{name}': choose one of {', '.join(known)}{hint or '.'}"
