"""JSON merge patch: key by key and without regard to case; null removes, arrays are replaced whole."""

from collections.abc import Mapping
from typing import Any, Final

_ECHOES: Final = (
    *("certificatethumbprint", "certificatesubjectname"),
    *("certificateexpiration", "certificateexpirationdate"),
)


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


def without_echoes(patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return a patch without what a certificate says of itself: whoever read it may send it back."""
    return {
        key: _without_facts(value) if key.lower() == "authentication" else _below(value)
        for key, value in patch.items()
    }


def _below(value: Any) -> Any:
    return without_echoes(value) if isinstance(value, Mapping) else value


def _without_facts(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: item for key, item in value.items() if key.lower() not in _ECHOES}
