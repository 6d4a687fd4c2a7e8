"""What each change of a job changed: the records of a job, each beside the one before it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from migrate.found import Json
from migrate.planning.differences import differing, shown_value

_WHOLE: Final = ("definition", "action", "errorAction")
_OF_A_PAUSE: Final = ("by", "since")
"""What the record says itself: who made it, and when."""
_SET: Final = "set"


def with_changes(records: Sequence[Json]) -> list[Json]:
    """Return the records of a job, newest first, each with its `changes`: fields, before and after."""
    told: list[Json] = []
    standing: Json = {}
    for record in reversed(records):
        properties = record.get("properties", {})
        after = _standing_after(standing, properties)
        told.append({**record, "properties": {**properties, "changes": list(_changes(standing, after))}})
        standing = after
    return told[::-1]


def change_words(properties: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a change changed, in words. Of hidden fields only that they changed is known."""
    created = not properties.get("revisionBefore") and properties.get("operation") == "put"
    if created:
        yield "created"
    for change in properties.get("changes", ()) if not created else ():
        before, after = (shown_value(change.get(side)) for side in ("before", "after"))
        yield f"{change['field']}: {before} → {after}"
    for name, became in _mapping(properties.get("fields")).items():
        if became != "kept" and not (created and became == _SET):
            yield f"{name} {became}"


def _standing_after(before: Json, properties: Mapping[str, Any]) -> Json:
    """Return what a job is from a record on. One that names no definition tells of its state alone."""
    if "state" not in properties:  # a run leaves it as it was; of one that is gone nothing is left
        return {} if not properties.get("revisionAfter") else before
    definition = _mapping(properties.get("definition"))
    kept = {key: properties[key] for key in ("action", "errorAction") if key in properties}
    whole = {**definition, **kept} if any(key in properties for key in _WHOLE) else _without_state(before)
    pause = {
        key: value for key, value in _mapping(properties.get("disabled")).items() if key not in _OF_A_PAUSE
    }
    return {"state": properties["state"], **({"disabled": pause} if pause else {}), **whole}


def _without_state(standing: Json) -> Json:
    return {key: value for key, value in standing.items() if key not in ("state", "disabled")}


def _changes(before: Json, after: Json) -> Iterator[Json]:
    """Yield the fields that differ. What is new, or gone, has no two sides to compare."""
    for field, was, became in differing(before, after) if before and after else ():
        yield {"field": field, "before": was, "after": became}


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
