"""How wide a text is on a terminal. This needs no package that must be installed."""

import unicodedata
from typing import Final

ELLIPSIS: Final = "…"
_WIDE: Final = ("W", "F")
_WITHOUT_WIDTH: Final = ("Mn", "Me")
_SHOWS_AS_PICTURE: Final = "\ufe0f"  # makes the character before it wide


def width_of(text: str) -> int:
    """Return how many columns a text takes at most."""
    return len(text) if text.isascii() else sum(map(_width, text))


def cut_to(text: str, width: int) -> str:
    """Return the text, or its beginning and an ellipsis if it is wider than that."""
    if width_of(text) <= width:
        return text
    kept, used = [], width_of(ELLIPSIS)
    for character in text:
        used += _width(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS if width else ""


def padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def wrapped(text: str, width: int) -> list[str]:
    """Return the text in lines; a word that is too wide for one is cut into pieces."""
    lines = [""]
    for word in text.split():
        for piece in _pieces(word, max(width, 2)):
            line = f"{lines[-1]} {piece}".strip()
            if lines[-1] and width_of(line) > width:
                lines.append(piece)
            else:
                lines[-1] = line
    return lines


def _pieces(word: str, width: int) -> list[str]:
    pieces = [""]
    for character in word:
        if width_of(pieces[-1]) + _width(character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _width(character: str) -> int:
    if character == _SHOWS_AS_PICTURE:
        return 1
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
