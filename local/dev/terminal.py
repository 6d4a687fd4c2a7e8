"""What the person at the terminal is told."""

import sys


class Problem(Exception):
    """What is wrong and what to do about it, in a sentence for the person at the terminal."""

    exit_code = 1


class Misuse(Problem):
    """What is wrong is the command line."""

    exit_code = 2  # as argparse has it


def say(text: str) -> None:
    """Show progress, on stderr: stdout is kept for the address and the commands to paste."""
    print(text, file=sys.stderr, flush=True)


def last_lines(text: str, count: int = 15) -> str:
    """Return the end of an installer's or a server's output, indented."""
    return "\n".join("    " + line for line in text.rstrip().splitlines()[-count:])
