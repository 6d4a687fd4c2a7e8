"""What the person at the terminal is told."""

import sys
from errno import EACCES, EPERM, EROFS

KEPT_HERE = (
    "What dev.py installs, and what the app stores, is kept in the project's folder: "
    "make the folder your own, or copy the project into one that is."
)
_FORBIDDEN = (EACCES, EPERM, EROFS)


class Problem(Exception):
    """Says in a sentence what is wrong and what to do about it."""

    exit_code = 1


class Misuse(Problem):
    """Says what is wrong with the command line."""

    exit_code = 2  # the same as argparse's


def refused_by_the_system(exc: OSError) -> Problem | None:
    """Return what is said of a file or folder that must not be written, or None if that is not why."""
    if exc.errno not in _FORBIDDEN or exc.filename is None:
        return None
    return Problem(f"Cannot write {exc.filename}: {exc.strerror}. {KEPT_HERE}")


def say(text: str) -> None:
    """Show progress on stderr. On stdout stand only the address and the commands to paste."""
    print(text, file=sys.stderr, flush=True)


def last_lines(text: str, count: int = 15) -> str:
    """Return the end of an installer's or a server's output, indented."""
    return "\n".join("    " + line for line in text.rstrip().splitlines()[-count:])
