"""Which known word a misspelt one was meant to be. Beyond two letters nobody can tell."""

from collections.abc import Iterable
from typing import Final

_MOST: Final = 2
_SHORT: Final = 4
"""In a word of so few letters a second wrong one makes another word of it."""


def nearest(word: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return the known words that differ in at most two letters and in case, the nearest first."""
    lower = word.lower()
    most = 1 if len(lower) <= _SHORT else _MOST
    far = {one: letters_apart(lower, one.lower()) for one in known}
    return sorted((one for one in far if far[one] <= most), key=lambda one: (far[one], one))[:count]


def letters_apart(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many or swapped with the next, up to 3."""
    if abs(len(one) - len(other)) > _MOST:
        return _MOST + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row, last = row, [number], before
        for at, wanted in enumerate(other, 1):
            cost = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != wanted))
            if number > 1 and at > 1 and (letter, one[number - 2]) == (other[at - 2], wanted):
                cost = min(cost, last[at - 2] + 1)
            row.append(cost)
    return min(row[-1], _MOST + 1)
