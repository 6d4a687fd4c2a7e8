"""Which known word was meant by one that is not known: the nearest, if few letters are wrong."""

from collections.abc import Iterable
from typing import Final

_MOST: Final = 2
_LETTERS: Final = 3
"""How many letters of a word allow for one that is wrong: of three letters, two are no slip of a finger."""
_LONGEST: Final = 100


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is at most two letters away, in any case, or an empty text."""
    return next(iter(all_near(word, known)), "")


def all_near(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that are at most two letters away, in any case, the nearest first."""
    plain = _plain(word)
    allowed = min(_MOST, len(plain) // _LETTERS)
    if not allowed or len(plain) > _LONGEST:
        return []
    found = [
        (letters_between(plain, _plain(one)), one) for one in known if abs(len(one) - len(word)) <= _MOST
    ]
    return [one for far, one in sorted(found) if far <= allowed]


def letters_between(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many, or swapped with the next."""
    before, last = list[int](), list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, wanted in enumerate(other, start=1):
            wrong = last[column - 1] + (letter != wanted)
            far = min(wrong, last[column] + 1, line[column - 1] + 1)
            if row > 1 and column > 1 and (letter, one[row - 2]) == (other[column - 2], wanted):
                far = min(far, before[column - 2] + 1)
            line.append(far)
        before, last = last, line
    return last[-1]


def _plain(word: str) -> str:
    """Return what counts of a word: neither its case, nor the dashes before an option."""
    return word.lower().lstrip("-")
