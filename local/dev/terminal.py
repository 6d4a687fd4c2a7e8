"""What the person at the terminal is told."""

import sys


class Problem(Exception):
    """Says in a sentence what is wrong and what to do about it."""

    exit_code = 1


class Misuse(Problem):
    """Says what is wrong with the command line."""

    exit_code = 2  # the same as argparse's


def say(text: str) -> None:
    """Show progress on stderr. On stdout stand only the address and the commands to paste."""
    print(text, file=sys.stderr, flush=True)


def last_lines(text: str, count: int = 15) -> str:
    """Return the end of an installer's or a server's output, indented."""
    return "\n".join("    " + line for line in text.rstrip().splitlines()[-count:])
