"""Cron at the door: an expression in a body is turned into frequency and schedule before it is read."""

from collections.abc import Mapping
from typing import Any, Final

from shared.api.shapes.shape import record
from shared.api.shapes.writing import write
from shared.domain.cron import read_cron
from shared.domain.errors import Faults
from shared.domain.recurrence import Schedule

_REPLACED: Final = ("frequency", "interval", "schedule")
_SCHEDULE: Final = record(Schedule)


def has_cron(properties: Mapping[str, Any]) -> bool:
    """Say whether the properties of a job name an expression."""
    return _value(_recurrence(properties) or {}, "cron") is not None


def without_cron(
    properties: Mapping[str, Any], faults: Faults, *, path: str, patch: bool = False
) -> dict[str, Any]:
    """Return the properties with what the expression stands for in its place.

    In a patch it replaces the schedule whole, so what it does not name is removed.
    """
    recurrence = _recurrence(properties)
    cron = None if recurrence is None else _value(recurrence, "cron")
    if recurrence is None or cron is None:
        return dict(properties)
    where = f"{path}.recurrence".strip(".")
    for key in _REPLACED:
        beside = _value(recurrence, key) is not None
        faults.check(not beside, f"{where}.{key}", "cannot stand beside cron, which says it all")
    rest = {key: value for key, value in recurrence.items() if key.lower() not in ("cron", *_REPLACED)}
    expanded = {**rest, **_expanded(cron, faults, path=f"{where}.cron", patch=patch)}
    return {key: expanded if key.lower() == "recurrence" else value for key, value in properties.items()}


def _expanded(cron: Any, faults: Faults, *, path: str, patch: bool) -> dict[str, Any]:
    if not isinstance(cron, str):
        faults.add(path, "is not a string")
        return {"frequency": "day"}
    try:
        read = read_cron(cron)
    except ValueError as exc:
        faults.add(path, str(exc))
        return {"frequency": "day"}
    nothing = dict.fromkeys(field.key for field in _SCHEDULE.fields) if patch else {}
    named = {**nothing, **write(_SCHEDULE, read.schedule)}
    return {"frequency": str(read.frequency), "interval": 1, "schedule": named}


def _recurrence(properties: Mapping[str, Any]) -> Mapping[str, Any] | None:
    recurrence = _value(properties, "recurrence")
    return recurrence if isinstance(recurrence, Mapping) else None


def _value(holder: Mapping[str, Any], key: str) -> Any:
    return next((value for name, value in holder.items() if name.lower() == key), None)
