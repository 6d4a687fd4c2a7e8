"""JSON of a request → values; all faults of a body in one answer, each with its path."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from shared.api.fields import Fields
from shared.api.parse_recurrence import parse_recurrence
from shared.domain.action import HttpAction, HttpKind, HttpRequest
from shared.domain.collection import CollectionState, Sku, WantedCollection
from shared.domain.errors import Faults
from shared.domain.job import Definition, JobState, check_times
from shared.domain.recurrence import Recurrence

_NOT_YET: Final = "is not supported yet"
_OTHER_ACTIONS: Final = ("storagequeue", "servicebusqueue", "servicebustopic")


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


def parse_job(body: Mapping[str, Any], *, now: datetime) -> tuple[Definition, JobState]:
    """Return what a PUT of a job asks for: its definition and its state."""
    faults = Faults()
    properties = Fields(body, faults).object("properties")
    for key in ("retryPolicy", "errorAction"):
        properties.refuse(key, _NOT_YET)
    state = properties.member("state", JobState) or JobState.ENABLED
    faults.check(
        state in (JobState.ENABLED, JobState.DISABLED),
        properties.path("state"),
        f"'{state}' cannot be set, only 'enabled' and 'disabled'",
    )
    start_time, recurrence = _parse_timing(properties, faults, enabled=state is JobState.ENABLED, now=now)
    action = faults.sure(_parse_action(properties, faults))
    return Definition(action=action, start_time=start_time, recurrence=recurrence), state


def parse_timing(body: Mapping[str, Any], *, now: datetime) -> tuple[datetime | None, Recurrence | None]:
    """Return when a job runs: start time and recurrence, whatever it does. `properties` may be left out."""
    faults = Faults()
    fields = Fields(body, faults)
    properties = fields.object("properties") if fields.has("properties") else fields
    state = properties.member("state", JobState) or JobState.ENABLED
    timing = _parse_timing(properties, faults, enabled=state is JobState.ENABLED, now=now)
    faults.raise_any()
    return timing


def _parse_timing(
    properties: Fields, faults: Faults, *, enabled: bool, now: datetime
) -> tuple[datetime | None, Recurrence | None]:
    start_time, recurrence = properties.instant("startTime"), parse_recurrence(properties, faults)
    with faults.under(properties.path()):
        check_times(start_time, recurrence, enabled=enabled, now=now)
    return start_time, recurrence


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
