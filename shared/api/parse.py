"""JSON of a request → values; all faults of a body in one answer, each with its path."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from shared.api.fields import Fields
from shared.api.keys.known import COLLECTION, JOB, preview_keys, refuse_unknown
from shared.api.old_places import modernise
from shared.api.render import render_definition
from shared.api.shapes.objects import DEEDS, DEFINITION, TIMING, WANTED_COLLECTION
from shared.api.shapes.own_ways import job_reader, timing_reader
from shared.api.shapes.reading import Reader
from shared.domain.collection import WantedCollection
from shared.domain.errors import Faults
from shared.domain.job import Definition, Job, JobState, check_times, refuse_past_end, refuse_size
from shared.domain.labels import check_location, check_tags
from shared.domain.recurrence import Recurrence
from shared.domain.secrecy import secrets_size
from shared.domain.secret import Sealer


def parse_collection(body: Mapping[str, Any], *, sent: Mapping[str, Any] | None = None) -> WantedCollection:
    """Return what a PUT of a collection asks for.

    `sent` is what the caller sent, if the body is what a patch was merged into.
    """
    faults = Faults()
    refuse_unknown(body if sent is None else sent, COLLECTION, faults)
    fields, reader = Fields(body, faults), Reader(faults, {})
    values = reader.values(WANTED_COLLECTION, fields)
    if values.get("location") is not None:
        check_location(faults, values["location"])
    check_tags(faults, values.get("tags") or ())
    wanted: WantedCollection | None = reader.made(WANTED_COLLECTION, fields, values)
    return faults.sure(wanted)


def parse_job(
    body: Mapping[str, Any],
    vault: Sealer,
    *,
    now: datetime,
    stored: Job | None = None,
    sent: Mapping[str, Any] | None = None,
) -> tuple[Definition, JobState]:
    """Return what a PUT or PATCH of a job asks for: its definition and its state.

    For a PATCH, the body is what the caller `sent`, merged into the `stored` job. Times that the patch leaves
    as they were stored may be past by now: they were right when they were stored.
    """
    faults = Faults()
    refuse_unknown(body if sent is None else sent, JOB, faults)
    properties = Fields(modernise(body), faults).object("properties")
    reader = job_reader(faults, vault, now)
    times, state = _parse_times(properties, reader, now=now, stored=stored)
    values = {**times, **reader.values(DEEDS, properties)}
    checked: Definition = faults.sure(reader.made(DEFINITION, properties, values))
    refuse_size(size_of(checked) + secrets_size(checked))
    return checked, state


def parse_timing(body: Mapping[str, Any], *, now: datetime) -> tuple[datetime | None, Recurrence | None]:
    """Return when a job runs: start time and recurrence, whatever it does. `properties` may be left out."""
    faults = Faults()
    refuse_unknown(body, preview_keys(body), faults)
    fields = Fields(body, faults)
    properties = fields.object("properties") if fields.has("properties") else fields
    times, _ = _parse_times(properties, timing_reader(faults), now=now)
    faults.raise_any()
    return times.get("start_time"), times.get("recurrence")


def _parse_times(
    properties: Fields, reader: Reader, *, now: datetime, stored: Job | None = None
) -> tuple[dict[str, Any], JobState]:
    state = properties.member("state", JobState) or JobState.ENABLED
    enabled = state is JobState.ENABLED
    times = reader.values(TIMING, properties)
    start, recurrence = times.get("start_time"), times.get("recurrence")
    if stored is None or not _as_stored(start, recurrence, stored.definition):
        with reader.faults.under(properties.path()):
            check_times(start, recurrence, enabled=enabled, now=now, stored=stored)
    if recurrence is None and enabled:
        with reader.faults.under(properties.path()):
            refuse_past_end(_end_of_wrong(properties), now=now)
    return times, state


def _as_stored(start: datetime | None, recurrence: Recurrence | None, stored: Definition) -> bool:
    """A count that is lowered to what has run ends a job, as it should."""
    before, after = (one and replace(one, count=None) for one in (stored.recurrence, recurrence))
    return (start, after) == (stored.start_time, before)


def _end_of_wrong(properties: Fields) -> datetime | None:
    """Return the end of a recurrence that has other faults, which must not hide that it is past."""
    recurrence = properties.raw("recurrence")
    return Fields(recurrence, Faults()).instant("endTime") if isinstance(recurrence, Mapping) else None


def size_of(definition: Definition) -> int:
    """Return how many bytes a definition has as JSON in UTF-8, without its secrets.

    It is written to be measured: the limit is one of the JSON that answers hold, and a second way to count
    the same would have to be kept alike.
    """
    return len(json.dumps(render_definition(definition), ensure_ascii=False).encode())
