"""JSON of a request → values; all faults of a body in one answer, each with its path."""

from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from typing import Any, Final

from shared.api.fields import Fields
from shared.api.instants import read_instant
from shared.domain.action import HttpAction, HttpKind, HttpRequest
from shared.domain.collection import CollectionState, Sku, WantedCollection
from shared.domain.errors import Faults
from shared.domain.job import Definition, JobState
from shared.domain.recurrence import Frequency, Recurrence

_NOT_YET: Final = "is not supported yet"
_OTHER_ACTIONS: Final = ("storagequeue", "servicebusqueue", "servicebustopic")
_RECURRENCE_KEYS: Final = ("frequency", "interval", "count", "endTime", "schedule")


def parse_collection(body: Mapping[str, Any]) -> WantedCollection:
    """Return what a PUT of a collection asks for."""
    faults = Faults()
    fields = Fields(body, faults)
    location, tags = fields.text("location"), fields.texts("tags")
    faults.check(location is None or bool(location.strip()), "location", "must not be empty")
    properties = fields.object("properties")
    properties.refuse("quota", _NOT_YET)
    state = properties.member("state", CollectionState) or CollectionState.ENABLED
    faults.check(state is CollectionState.ENABLED, properties.path("state"), f"'{state}' {_NOT_YET}")
    sku = properties.object("sku").member("name", Sku) or Sku.STANDARD
    faults.raise_any()
    return WantedCollection(location=location, sku=sku, tags=tags)


def parse_job(body: Mapping[str, Any]) -> tuple[Definition, JobState]:
    """Return what a PUT of a job asks for: its definition and its state."""
    faults = Faults()
    properties = Fields(body, faults).object("properties")
    state = properties.member("state", JobState) or JobState.ENABLED
    faults.check(
        state in (JobState.ENABLED, JobState.DISABLED),
        properties.path("state"),
        f"'{state}' cannot be set, only 'enabled' and 'disabled'",
    )
    for key in ("retryPolicy", "errorAction"):
        properties.refuse(key, _NOT_YET)
    start_time = _parse_instant(properties, "startTime", faults)
    recurrence = _parse_recurrence(properties, faults)
    action = faults.sure(_parse_action(properties, faults))
    return Definition(action=action, start_time=start_time, recurrence=recurrence), state


def _parse_action(properties: Fields, faults: Faults) -> HttpAction | None:
    fields = properties.object_if_any("action") if properties.required("action") else None
    if fields is None:
        return None
    for key in ("retryPolicy", "errorAction"):
        fields.refuse(key, _NOT_YET)
    if (fields.text("type") or "").lower() in _OTHER_ACTIONS:
        faults.add(fields.path("type"), f"'{fields.text('type')}' {_NOT_YET}, only {' and '.join(HttpKind)}")
        return None
    kind = fields.member("type", HttpKind) if fields.required("type") else None
    request = _parse_request(fields, faults)
    return HttpAction(kind=kind, request=request) if kind and request else None


def _parse_request(action: Fields, faults: Faults) -> HttpRequest | None:
    fields = action.object_if_any("request") if action.required("request") else None
    if fields is None:
        return None
    for key in ("authentication", "retryPolicy"):
        fields.refuse(key, _NOT_YET)
    uri = fields.text("uri") if fields.required("uri") else None
    method = fields.text("method") if fields.required("method") else None
    headers, body = fields.texts("headers") or (), fields.text("body")
    if uri is None or method is None:
        return None
    with faults.under(action.path("request")):
        return HttpRequest(uri=uri, method=method, headers=headers, body=body)
    return None


def _parse_recurrence(properties: Fields, faults: Faults) -> Recurrence | None:
    fields = properties.object_if_any("recurrence")
    if fields is None:
        return None
    for key in fields.unknown(_RECURRENCE_KEYS):
        nearest = get_close_matches(key, [known.lower() for known in _RECURRENCE_KEYS], n=1, cutoff=0)
        faults.add(fields.path(key), f"is not known; did you mean '{nearest[0]}'?")
    for key in ("count", "endTime", "schedule"):
        fields.refuse(key, _NOT_YET)
    frequency = fields.member("frequency", Frequency) if fields.required("frequency") else None
    interval = fields.integer("interval")
    if frequency is None:
        return None
    with faults.under(properties.path("recurrence")):
        return Recurrence(frequency=frequency, interval=1 if interval is None else interval)
    return None


def _parse_instant(fields: Fields, key: str, faults: Faults) -> datetime | None:
    text = fields.text(key)
    if text is None:
        return None
    try:
        return read_instant(text)
    except ValueError as exc:
        faults.add(fields.path(key), str(exc))
        return None
