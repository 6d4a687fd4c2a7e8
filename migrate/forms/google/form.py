"""Jobs of Google Cloud Scheduler: `gcloud scheduler jobs list --format=json`, or answers of its REST API."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from migrate.forms.google.calls import TARGETS, read_call
from migrate.forms.google.retries import read_retries, retry_keys, retry_notes
from migrate.found import (
    ClockRule,
    Defaults,
    Finding,
    FoundJob,
    Json,
    Missing,
    Names,
    Origin,
    Repeated,
    Unusable,
)
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.api.shapes.writing import present
from shared.domain.about import EXTENDED
from shared.domain.cron import read_cron
from shared.domain.errors import Fault, Faults, cut
from shared.domain.local_time.zones import UTC_NAMES

FORM: Final = "Google Cloud Scheduler"
_NAME: Final = re.compile(r"projects/([^/]+)/locations/([^/]+)/jobs/([^/]+)")
_ENGLISH: Final = re.compile(
    r"(every|first|second|third|fourth|fifth|last|[0-9]+(st|nd|rd|th))\b.*[a-z]", re.IGNORECASE
)
_STATES: Final = {
    "ENABLED": "enabled",
    "PAUSED": "disabled",
    "DISABLED": "disabled",
    "UPDATE_FAILED": "disabled",
}
_FAILED: Final = "Google could not carry out its last change (UPDATE_FAILED): compare it with what you meant"
_MORE: Final = "leads to jobs that are in no file: fetch that page too, and import all of them together"
# Google only says that it goes by the clock on the wall, and that there may be anomalies when it changes.
_CLOCK_RULE: Final = ClockRule(missing=Missing.UNKNOWN, repeated=Repeated.UNKNOWN, beats=Repeated.UNKNOWN)


def matches(document: object) -> bool:
    return _is_job(document) or _is_page(document)


def read(document: Json, origin: Origin, defaults: Defaults) -> list[Finding]:
    here = replace(origin, form=FORM)
    if not _is_page(document):
        return [_read_job(document, here, defaults)]
    return [*_read_page(document, here, defaults)]


def _is_job(document: object) -> bool:
    if not isinstance(document, dict):
        return False
    fields = Fields(document, Faults())
    name, known = fields.raw("name"), any(map(fields.has, ("schedule", *TARGETS)))
    return known and isinstance(name, str) and _NAME.fullmatch(name) is not None


def _is_page(document: object) -> bool:
    jobs = Fields(document, Faults()).raw("jobs") if isinstance(document, dict) else None
    return isinstance(jobs, list) and any(map(_is_job, jobs))


def _read_page(document: Json, origin: Origin, defaults: Defaults) -> Iterator[Finding]:
    fields = Fields(document, Faults())
    for index, one in enumerate(fields.raw("jobs")):
        here = origin.at(f"jobs[{index}]")
        if _is_job(one):
            yield _read_job(one, here, defaults)
        else:
            yield Unusable(origin=here, faults=(Fault("", "is no job of Google Cloud Scheduler"),))
    if fields.raw("nextPageToken"):
        yield Unusable(origin=origin, faults=(Fault("nextPageToken", _MORE),))


def _read_job(document: Json, origin: Origin, defaults: Defaults) -> FoundJob:
    faults = Faults()
    fields = Fields(document, faults)
    call, retries = read_call(fields, faults), read_retries(fields.object("retryConfig"), faults)
    state, zone = _state(fields, faults), fields.text("timeZone") or UTC_NAMES[0]
    properties = {
        **present(description=fields.text("description") or None),
        "state": _STATES.get(state, "disabled"),
        **call.properties,
        "action": {**call.properties["action"], **retry_keys(retries)},
        "recurrence": {"cron": _cron(fields, faults)},
        "timeZone": zone,
        "overlap": "wait",  # the next execution does not begin before the last one has ended
        "status": _status(fields),
    }
    return FoundJob(
        origin=origin,
        names=_names(fields, defaults),
        properties=properties,
        version=EXTENDED,
        lost=call.lost,
        notes=(*call.notes, *retry_notes(retries), *([_FAILED] if state == "UPDATE_FAILED" else [])),
        clock_rule=None if zone in UTC_NAMES else _CLOCK_RULE,
        faults=faults.found,
    )


def _names(fields: Fields, defaults: Defaults) -> Names:
    match = _NAME.fullmatch(fields.text("name") or "")
    project, job = (match[1], match[3]) if match else (None, None)
    return Names(collection=defaults.collection or project, job=job)


def _state(fields: Fields, faults: Faults) -> str:
    state = (fields.text("state") or "ENABLED").upper()
    faults.check(state in _STATES, "state", f"'{cut(state)}' is none of {', '.join(_STATES)}")
    return state


def _cron(fields: Fields, faults: Faults) -> str:
    """Return the schedule, which is cron; note a fault if it is a sentence or has no form here."""
    text = (fields.required_text("schedule") or "").strip()
    if _ENGLISH.match(text):
        rule = "is a sentence in the manner of App Engine: write it as cron, such as '*/5 * * * *'"
        faults.add("schedule", f"'{cut(text)}' {rule}")
        return text
    try:
        read_cron(text)
    except ValueError as exc:
        faults.add("schedule", str(exc))
    return text


def _status(fields: Fields) -> Json:
    """Return the runs that Google names. It calls some seconds late; cron names whole minutes."""
    times: Json = {}
    for key, own in (("scheduleTime", "nextExecutionTime"), ("lastAttemptTime", "lastExecutionTime")):
        instant = fields.instant(key)
        if instant is not None:
            times[own] = write_instant(instant.replace(second=0, microsecond=0))
    return times
