"""Documents with one wrong value somewhere."""

import json
from typing import Any

Way = tuple[str | int, ...]


def places(document: Any) -> list[Way]:
    """Return the ways to all values of a document."""
    children = document.items() if isinstance(document, dict) else enumerate(document)
    found: list[Way] = []
    for key, value in children:
        found.append((key,))
        if isinstance(value, dict | list):
            found += [(key, *way) for way in places(value)]
    return found


def spoilt(document: Any, way: Way, wrong: object) -> Any:
    """Return a copy with another value at the end of a way."""
    copy = json.loads(json.dumps(document))
    holder = copy
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = wrong
    return copy
