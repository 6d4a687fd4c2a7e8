"""Collections ⇄ the fields of their table rows.

What is absent is written as an empty text or zero, because a merge cannot take a field away.
"""

import json
from collections.abc import Mapping
from typing import Any

from shared.domain.collection import CollectionState, JobCollection, MaxRecurrence, Quota, Sku
from shared.domain.disabled import Disabled
from shared.domain.recurrence import Frequency
from shared.storage.definitions import (
    read_calendars,
    read_defaults,
    read_optional_value,
    write_calendars,
    write_optional_value,
    write_value,
)
from shared.storage.fields import (
    Fields,
    read_collection_key,
    read_number,
    read_text,
    write_collection_key,
)


def write_collection(collection: JobCollection) -> Fields:
    return {
        **write_collection_key(collection.key),
        "location": collection.location,
        "sku": collection.sku,
        "state": collection.state,
        "tags": json.dumps(collection.tags, ensure_ascii=False),
        "quota": _write_quota(collection.quota),
        "defaults": write_value(collection.defaults) if collection.defaults else "",
        "calendars": write_calendars(collection.calendars),
        "calendarId": collection.calendar_id,
        "disabled": write_optional_value(collection.disabled),
        "enabling": collection.enabling,
        "edition": collection.edition,
        "jobCount": collection.job_count,
    }


def read_collection(fields: Mapping[str, Any], etag: str) -> JobCollection:
    tags = json.loads(fields["tags"])
    return JobCollection(
        key=read_collection_key(fields),
        location=read_text(fields["location"]),
        sku=Sku(fields["sku"]),
        state=CollectionState(fields["state"]),
        tags=None if tags is None else tuple((read_text(name), read_text(value)) for name, value in tags),
        quota=_read_quota(fields["quota"]),
        defaults=read_defaults(read_text(fields.get("defaults", ""))),
        calendars=read_calendars(read_text(fields.get("calendars", ""))),
        calendar_id=read_text(fields.get("calendarId", "")),
        disabled=read_optional_value(Disabled, read_text(fields.get("disabled", ""))),
        enabling=read_text(fields.get("enabling", "")),
        edition=read_text(fields.get("edition", "")),
        job_count=read_number(fields["jobCount"]),
        etag=etag,
    )


def _write_quota(quota: Quota | None) -> str:
    if quota is None:
        return ""
    shortest = quota.max_recurrence
    return json.dumps(
        {
            "maxJobCount": quota.max_job_count,
            "maxJobOccurrence": quota.max_job_occurrence,
            "maxRecurrence": [shortest.frequency, shortest.interval] if shortest else None,
        }
    )


def _read_quota(text: str) -> Quota | None:
    if not text:
        return None
    stored = json.loads(text)
    frequency, interval = stored["maxRecurrence"] or ("", 0)
    shortest = None
    if frequency:
        shortest = MaxRecurrence(frequency=Frequency(frequency), interval=read_number(interval))
    return Quota(
        max_job_count=_read_limit(stored["maxJobCount"]),
        max_job_occurrence=_read_limit(stored["maxJobOccurrence"]),
        max_recurrence=shortest,
    )


def _read_limit(value: object) -> int | None:
    return None if value is None else read_number(value)
