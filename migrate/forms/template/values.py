"""What expressions work with: values of JSON, and what stands for one that is unknown."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from migrate.forms.template.syntax import Unresolved
from migrate.found import Json

LONGEST_RESULT: Final = 100_000  # a job may have 16,384 characters
DEEPEST_RESULT: Final = 100
TOO_LONG: Final = f"the result is longer than {LONGEST_RESULT:,} characters"
_BITS: Final = 63  # ARM's whole numbers have 64 bits, with the sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Stands in place of a value that cannot be resolved, and says why."""

    reason: str


def sure(value: object) -> object:
    if isinstance(value, Unknown):
        raise Unresolved(value.reason)
    return value


def size(value: object) -> int:
    """Return about how many characters a value has. Counting stops just above the longest allowed.

    A value that variables share is counted wherever it appears, as if it were written out.
    """
    total, rest = 0, [(value, 1)]
    while rest and total <= LONGEST_RESULT:
        part, depth = rest.pop()
        if depth > DEEPEST_RESULT:
            raise Unresolved(f"the value is nested deeper than {DEEPEST_RESULT}")
        inner = _inner(part)
        total += len(inner) + (len(part) if isinstance(part, str) else 1)
        rest += [(each, depth + 1) for each in inner]
    return total


def _inner(value: object) -> Sequence[object]:
    match value:
        case dict():
            return [*value, *value.values()]
        case list():
            return value
        case _:
            return ()


def check_length(length: int) -> None:
    """Refuse a length before the result is built, which could have billions of characters."""
    if length > LONGEST_RESULT:
        raise Unresolved(TOO_LONG)


def a_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise Unresolved(f"the function {name} takes a text")
    return value


def an_integer(name: str, value: object) -> int:
    """Return a whole number of ARM's size; true is none, though Python's is."""
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > _BITS:
        raise Unresolved(f"the function {name} takes whole numbers")
    return value


def a_truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Unresolved(f"the function {name} takes true or false")
    return value


def an_array(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unresolved(f"the function {name} takes an array")
    return value


def written(value: object) -> str:
    """Return a value as JSON. Two values are equal if they are written alike, with their keys in order."""
    return _ENCODER.encode(value)


def refuse(value: object) -> object:
    raise Unresolved(value.reason if isinstance(value, Unknown) else "the value is not JSON")


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=refuse)


def by_lower_name(section: object) -> Json | None:
    """Return an object with its names in lower case. A missing section counts as empty."""
    if section is None:
        return {}
    return {name.lower(): value for name, value in section.items()} if isinstance(section, dict) else None
