"""Mistakes in a command line, told with what was probably meant. It needs no installed package."""

import argparse
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def read_options(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options; end the program with exit code 2 if they are wrong."""
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        known = re.findall(r"--[a-z][a-z-]*", parser.format_help())
        hints = [hint for word in unknown if (hint := did_you_mean(word.partition("=")[0], known))]
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{''.join(hints)}")
    return options


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the question whether another word was meant, or an empty text if none is similar."""
    alike = get_close_matches(word, list(known), n=1)
    return f"; did you mean {alike[0]}?" if alike else ""
