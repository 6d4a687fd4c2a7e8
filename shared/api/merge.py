"""JSON merge patch: key by key and without regard to case; null removes, arrays are replaced whole."""

from collections.abc import Mapping
from typing import Any


def merge(stored: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(stored)
    spelled = {key.lower(): key for key in stored}
    for key, value in patch.items():
        name = spelled.get(key.lower(), key)
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, Mapping):
            before = merged.get(name)
            merged[name] = merge(before if isinstance(before, Mapping) else {}, value)
        else:
            merged[name] = value
    return merged
