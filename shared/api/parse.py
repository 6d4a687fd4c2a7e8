"""JSON of a request → values; all faults of a body in one answer, each with its path."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from shared.api.fields import Fields
from shared.api.known_keys import COLLECTION, JOB, preview_shape, refuse_unknown
from shared.api.old_places import modernise
from shared.api.parse_action import ActionParser
from shared.api.parse_recurrence import parse_recurrence
from shared.api.render import render_definition
from shared.domain.collection import CollectionState, MaxRecurrence, Quota, Sku, WantedCollection
from shared.domain.errors import Faults
from shared.domain.job import Definition, Job, JobState, check_times, refuse_past_end, refuse_size
from shared.domain.labels import check_location, check_tags
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.secrecy import secrets_size
from shared.domain.secret import Sealer

_OLD_PREMIUM: Final = "premium"  # what P10Premium was called before 2016-03-01


def parse_collection(body: Mapping[str, Any], *, sent: Mapping[str, Any] | None = None) -> WantedCollection:
    """Return what a PUT of a collection asks for.

    `sent` is what the caller sent, if the body is what a patch was merged into.
    """
    faults = Faults()
    refuse_unknown(body if sent is None else sent, COLLECTION, faults)
    fields = Fields(body, faults)
    location, tags = fields.text("location"), fields.texts("tags")
    if location is not None:
        check_location(faults, location)
    check_tags(faults, tags or ())
    properties = fields.object("properties")
    state = properties.member("state", CollectionState) or CollectionState.ENABLED
    faults.check(
        state is not CollectionState.DELETED, properties.path("state"), "'Deleted' cannot be set; use DELETE"
    )
    sku = _parse_sku(properties.object("sku"))
    quota = _parse_quota(properties.object_if_any("quota"), faults)
    faults.raise_any()
    return WantedCollection(location=location, sku=sku, state=state, tags=tags, quota=quota)


def parse_job(
    body: Mapping[str, Any],
    vault: Sealer,
    *,
    now: datetime,
    stored: Job | None = None,
    sent: Mapping[str, Any] | None = None,
) -> tuple[Definition, JobState]:
    """Return what a PUT or PATCH of a job asks for: its definition and its state.

    `sent` is what the caller sent, if the body is what a patch of the `stored` job was merged into. Times
    that are as they were stored were found right then; that they are past by now is no fault.
    """
    faults = Faults()
    refuse_unknown(body if sent is None else sent, JOB, faults)
    properties = Fields(modernise(body), faults).object("properties")
    start_time, recurrence, state = _parse_times(properties, faults, now=now, stored=stored)
    definition = _parse_definition(properties, ActionParser(faults, vault, now), start_time, recurrence)
    checked = faults.sure(definition)
    refuse_size(size_of(checked) + secrets_size(checked))
    return checked, state


def parse_timing(body: Mapping[str, Any], *, now: datetime) -> tuple[datetime | None, Recurrence | None]:
    """Return when a job runs: start time and recurrence, whatever it does. `properties` may be left out."""
    faults = Faults()
    refuse_unknown(body, preview_shape(body), faults)
    fields = Fields(body, faults)
    properties = fields.object("properties") if fields.has("properties") else fields
    start_time, recurrence, _ = _parse_times(properties, faults, now=now)
    faults.raise_any()
    return start_time, recurrence


def _parse_times(
    properties: Fields, faults: Faults, *, now: datetime, stored: Job | None = None
) -> tuple[datetime | None, Recurrence | None, JobState]:
    state = properties.member("state", JobState) or JobState.ENABLED
    enabled = state is JobState.ENABLED
    start, recurrence = properties.instant("startTime"), parse_recurrence(properties, faults)
    if stored is None or not _as_stored(start, recurrence, stored.definition):
        with faults.under(properties.path()):
            check_times(start, recurrence, enabled=enabled, now=now, stored=stored)
    if recurrence is None and enabled:
        with faults.under(properties.path()):
            refuse_past_end(_end_of_wrong(properties), now=now)
    return start, recurrence, state


def _as_stored(start: datetime | None, recurrence: Recurrence | None, stored: Definition) -> bool:
    """A count that is lowered to what has run ends a job, as it should."""
    before, after = (one and replace(one, count=None) for one in (stored.recurrence, recurrence))
    return (start, after) == (stored.start_time, before)


def _end_of_wrong(properties: Fields) -> datetime | None:
    """Return the end of a recurrence that has other faults, which must not hide that it is past."""
    found = properties.raw("recurrence")
    return Fields(found, Faults()).instant("endTime") if isinstance(found, Mapping) else None


def _parse_sku(fields: Fields) -> Sku:
    if fields.raw("name") and str(fields.raw("name")).lower() == _OLD_PREMIUM:
        return Sku.P10_PREMIUM
    return fields.member("name", Sku) or Sku.STANDARD


def _parse_quota(fields: Fields | None, faults: Faults) -> Quota | None:
    if fields is None:
        return None
    jobs, occurrences = fields.integer("maxJobCount"), fields.integer("maxJobOccurrence")
    recurrence = _parse_max_recurrence(fields.object_if_any("maxRecurrence"), faults)
    with faults.under(fields.path()):
        return Quota(max_job_count=jobs, max_job_occurrence=occurrences, max_recurrence=recurrence)
    return None


def _parse_max_recurrence(fields: Fields | None, faults: Faults) -> MaxRecurrence | None:
    if fields is None:
        return None
    frequency = fields.member("frequency", Frequency) if fields.required("frequency") else None
    interval = fields.integer("interval")
    with faults.under(fields.path()):
        # Without a frequency, which is a fault, any stands for it: the interval is looked at all the same.
        return MaxRecurrence(
            frequency=frequency or Frequency.DAY, interval=1 if interval is None else interval
        )
    return None


def _parse_definition(
    properties: Fields, parser: ActionParser, start_time: datetime | None, recurrence: Recurrence | None
) -> Definition | None:
    fields = properties.required_object("action")
    if fields is None:
        return None
    action = parser.action(fields)
    policy, error_action = (
        parser.retry_policy(fields),
        parser.error_action(fields.object_if_any("errorAction")),
    )
    if action is None:
        return None
    return Definition(
        action=action,
        retry_policy=policy,
        error_action=error_action,
        start_time=start_time,
        recurrence=recurrence,
    )


def size_of(definition: Definition) -> int:
    """Return how many bytes a definition has as JSON in UTF-8, without its secrets."""
    return len(json.dumps(render_definition(definition), ensure_ascii=False).encode())
