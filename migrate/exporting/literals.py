"""JSON values → literals over several lines, in Bicep or in Terraform, which differ only in a few signs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

_INDENT: Final = "  "
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_RESERVED: Final = frozenset({"for", "if", "in", "null", "true", "false", "resource"})
"""Words that are more than a key in one of the languages."""


@dataclass(frozen=True, slots=True)
class Code:
    """Stands among values for a piece of the language itself: a reference."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """What languages write differently: texts, fractions, and what stands after a key and after an item."""

    text: Callable[[str], str]
    fraction: Callable[[float], str]
    after_key: str
    after_item: str

    def pair(self, key: str, value: Any, depth: int = 0) -> str:
        """Return `key: value`, indented."""
        plain = _PLAIN.fullmatch(key) and key not in _RESERVED
        return (
            f"{_INDENT * depth}{key if plain else self.text(key)}{self.after_key}{self.value(value, depth)}"
        )

    def value(self, value: Any, depth: int = 0) -> str:
        match value:
            case Code():
                return value.text
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int():
                return str(value)
            case float():
                return str(int(value)) if value.is_integer() else self.fraction(value)
            case str():
                return self.text(value)
            case dict():
                return _block("{}", [self.pair(key, part, depth + 1) for key, part in value.items()], depth)
            case list():
                items = [
                    f"{_INDENT * (depth + 1)}{self.value(part, depth + 1)}{self.after_item}" for part in value
                ]
                return _block("[]", items, depth)
            case _:
                raise TypeError(f"JSON holds no {type(value).__name__}")


def escape(text: str, marks: Mapping[str, str], by_number: Callable[[int], str]) -> str:
    """Return a text with its marks escaped, and with all that cannot be seen or misleads as its number."""
    return "".join(marks.get(one) or (one if one.isprintable() else by_number(ord(one))) for one in text)


def _block(brackets: str, lines: list[str], depth: int) -> str:
    return "\n".join([brackets[0], *lines, f"{_INDENT * depth}{brackets[1]}"]) if lines else brackets
