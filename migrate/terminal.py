"""What the person at the terminal is told. This needs no package that must be installed."""

import json
import os
import signal
import sys
import unicodedata
from io import TextIOWrapper
from typing import Any, Final

INTERRUPTED: Final = 130
"""What shells report after Ctrl+C."""
# Controls, formats (some change the direction of writing), halves of pairs, and line ends.
_MISLEADING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Problem(Exception):
    """Ends a command before it has done anything. It says what is wrong and what to do about it."""

    exit_code = 1


class Misuse(Problem):
    """Says what is wrong with the command line, which nothing that is there could make right."""

    exit_code = 2  # the same as argparse's


class Refused(Exception):
    """The app understood the call and refused it. The text is what the app said."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def stop_writing() -> int:
    """Write nothing more, because the reader has seen enough; return the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def say(text: str) -> None:
    """Show progress and problems on stderr, because stdout is kept for the report."""
    print("\n".join(map(harmless, text.split("\n"))), file=sys.stderr, flush=True)


def harmless(line: str) -> str:
    """Make characters visible that control a terminal or hide others. Files may come from anyone."""
    return line if line.isprintable() else "".join(map(_shown, line))


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _MISLEADING:
        return character
    number = ord(character)
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Return JSON as people read it, in which all that controls a terminal or hides others is escaped.

    So it is harmless also behind a pipe or in a file, and whoever reads it back gets the same text.
    """
    lines = json.dumps(value, indent=indent, ensure_ascii=False).split("\n")  # in a text it is escaped
    return "\n".join(line if line.isprintable() else "".join(map(_escaped, line)) for line in lines)


def _escaped(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]


def set_up_process() -> None:
    """Let SIGTERM end the process like Ctrl+C. Names that the terminal cannot show must not end it."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
