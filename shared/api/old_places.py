"""Old documents put the retry policy into `request` or beside `action`, and the error action beside it."""

from collections.abc import Mapping
from typing import Any


def modernise(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body with both where they belong, in `action`, unless it has them there too."""
    properties = _object(body, "properties")
    action = _object(properties, "action")
    moved = {}
    for place, key in (
        (properties, "errorAction"),
        (properties, "retryPolicy"),
        (_object(action, "request"), "retryPolicy"),
    ):
        spelled = _spelled(place, key)
        if spelled is not None and _spelled(action, key) is None:
            moved[key] = place[spelled]
    if not moved:
        return dict(body)
    renewed = {**properties, _spelled(properties, "action") or "action": {**action, **moved}}
    return {**body, _spelled(body, "properties") or "properties": renewed}


def _object(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = holder.get(_spelled(holder, key) or key)
    return value if isinstance(value, Mapping) else {}


def _spelled(holder: Mapping[str, Any], key: str) -> str | None:
    return next((name for name in holder if name.lower() == key.lower()), None)
