"""The parts of row keys, and ranges of keys with one beginning.

The separator occurs in no name, and no name holds a character that keys forbid.
"""

from typing import Final

SEPARATOR: Final = "|"
AFTER_SEPARATOR: Final = "}"  # the next character: the end of a range of keys with one beginning

RowRange = tuple[str, str]
"""From the first key, included, to the second, excluded."""


def join(*parts: str) -> str:
    return SEPARATOR.join(parts)


def beginning_with(*parts: str) -> RowRange:
    return join(*parts) + SEPARATOR, join(*parts) + AFTER_SEPARATOR


def after(row: str) -> str:
    """Return the first key that may follow another. No key holds a character that sorts before a space."""
    return row + " "
