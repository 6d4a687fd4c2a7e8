"""All schemas of the API's document: collections, jobs, history, lists and errors."""

import re
from collections.abc import Mapping
from typing import Any, Final

from local.openapi.happenings import happening_schemas, recent
from local.openapi.jobs import held, job_schemas, preview_schema
from local.openapi.objects import field_schema, object_schema
from local.openapi.status import status_schema
from local.openapi.words import (
    SINCE,
    Schema,
    Side,
    ignoring_since,
    instant,
    integer,
    known_since,
    local_instant,
    matching,
    members,
    moment,
    record,
    ref,
    text,
)
from shared.api.keys.known import COLLECTION, JOB
from shared.api.query import LARGEST_PAGE
from shared.api.shapes.objects import DEFINITION, TAGS, WANTED_COLLECTION, history_for
from shared.domain import errors
from shared.domain.about import EXTENDED
from shared.domain.definition import LARGEST_EXTENSIONS, LARGEST_JOB
from shared.domain.disabled import LONGEST_NOTE
from shared.domain.job import JobState
from shared.domain.keys import NO_DOTS, RESOURCE_GROUP_NAME, RESOURCE_NAME, SUBSCRIPTION_NAME
from shared.domain.labels import LONGEST_LOCATION

NAMES: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    "subscription": SUBSCRIPTION_NAME,
    "resource_group": RESOURCE_GROUP_NAME,
    "collection": RESOURCE_NAME,
    "job": RESOURCE_NAME,
}
"""The names in paths: the pattern of each, and the pattern in words."""

_TYPE: Final = "Microsoft.Scheduler/jobCollections"


def schemas() -> dict[str, Schema]:
    """Return every schema by its name."""
    named: dict[str, Schema] = {}
    for side in Side:
        named |= {f"JobCollection{side}": _collection(side), f"Job{side}": _job(side)}
        named |= job_schemas(side) | _parts_of_collections(side)
    named |= {"JobHistory": _history(), "PreviewInput": preview_schema(), "Runs": _runs(), "Run": _run()}
    for name in ("JobCollection", "Job", "JobHistory"):
        named[f"{name}List"] = _list(name)
    named |= {f"Moment{side}": moment(side) for side in (Side.INPUT, Side.ANSWER)}
    named |= happening_schemas()
    named["NoteInput"] = record(Side.INPUT, {}, {"note": text("Why.", maxLength=LONGEST_NOTE)})
    warnings = {"type": "array", "items": text(), "description": "Settings that are odd, but stop nothing."}
    named["Health"] = record(Side.ANSWER, {"status": text(const="Healthy")}, {"warnings": warnings})
    named["Condition"] = status_schema()
    named["Error"] = _error()
    return named


def error_codes() -> dict[int, list[str]]:
    """Return the codes that errors have, by status."""
    codes: dict[int, list[str]] = {}
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, errors.SchedulerError):
            known = codes.setdefault(kind.status, [])
            known += [] if kind.code in known else [kind.code]
    return codes


def name_schema(name: str) -> Schema:
    pattern, words = NAMES[name]
    pattern = re.compile(NO_DOTS + pattern.pattern)
    return matching(pattern, f"{name.replace('_', '-')}-1", f"{words[0].upper()}{words[1:]}.")


def _collection(side: Side) -> Schema:
    identity = _identity(_TYPE) if side is Side.ANSWER else {}
    optional = _etag() if side is Side.ANSWER else {}
    schema = object_schema(side, WANTED_COLLECTION, identity, optional, ignored=COLLECTION.ignored)
    if side is Side.INPUT:  # a patch names the place where the collection is, or is refused anyway
        schema["properties"]["location"]["maxLength"] = LONGEST_LOCATION
    return schema


def _parts_of_collections(side: Side) -> dict[str, Schema]:
    whole = Side.INPUT if side is Side.PATCH else side  # the items of an array, which a patch replaces
    calendar = held(WANTED_COLLECTION, "properties", "calendars")
    parts = {
        "Defaults": object_schema(side, held(WANTED_COLLECTION, "properties", "defaults")),
        "Calendar": object_schema(side, calendar),
        "DayRange": object_schema(whole, held(calendar, "ranges")),
    }
    return {f"{name}{side}": schema for name, schema in parts.items()}


def _job(side: Side) -> Schema:
    tags = {field.key: field_schema(side, field) for field in TAGS.fields}
    if side is Side.ANSWER:
        properties = _answered_properties()
        return record(side, {**_identity(f"{_TYPE}/jobs"), "properties": properties}, {**tags, **_etag()})
    final = "'completed' and 'faulted' only in a job that is created, as when jobs are brought over."
    settable = JobState if side is Side.INPUT else (JobState.ENABLED, JobState.DISABLED)
    more = {"state": members(settable, final if side is Side.INPUT else ""), "disabled": _disabled(side)}
    known = object_schema(side, DEFINITION, optional=more, ignored=("status",))
    properties = ignoring_since(EXTENDED, ("effective", "recent"), known)
    size = (
        f"A job has at most {LARGEST_JOB} bytes, as JSON in UTF-8, and {LARGEST_EXTENSIONS} more "
        f"of what is known from api-version {EXTENDED} on."
    )
    limits = {"x-maxBytes": LARGEST_JOB, "x-maxExtensionBytes": LARGEST_EXTENSIONS}
    job = record(side, {"properties": properties}, tags, ignored=JOB.ignored)
    return {**job, "description": size, **limits}


def _answered_properties() -> Schema:
    taken = {**ref("Defaults"), "description": "What the job takes from its collection."}
    more = {
        "disabled": _disabled(Side.ANSWER),
        "effective": known_since(EXTENDED, taken),
        "recent": known_since(EXTENDED, recent()),
        "status": _status(),
    }
    return object_schema(Side.ANSWER, DEFINITION, {"state": members(JobState)}, more)


def _disabled(side: Side) -> Schema:
    """What is said of a job that is disabled is what is said of a collection."""
    of_collections = held(WANTED_COLLECTION, "properties").fields
    return field_schema(side, next(field for field in of_collections if field.key == "disabled"))


def _status() -> Schema:
    counts = {name: integer(0) for name in ("executionCount", "failureCount", "faultedCount")}
    times = {name: instant(Side.ANSWER) for name in ("lastExecutionTime", "nextExecutionTime")}
    local = local_instant("The same, as the clocks of the job's time zone show it.")
    keys = {"type": "array", "items": text(), "minItems": 1}
    unfit = {
        **keys,
        "description": "Keys that fit the job no longer, such as `exclude` without a recurrence.",
    }
    more = {"nextExecutionTimeLocal": local, "noEffect": unfit}
    newer = {name: known_since(EXTENDED, schema) for name, schema in more.items()}
    alone: Schema = {"required": ["noEffect"], "maxProperties": 1, SINCE: EXTENDED}
    return {
        **record(Side.ANSWER, {}, {**times, **newer, **counts}),
        "anyOf": [{"required": list(counts)}, alone],
        "description": "A disabled job that never ran has none, or `noEffect` alone.",
    }


def _history() -> Schema:
    properties = object_schema(Side.ANSWER, history_for(EXTENDED))
    return record(Side.ANSWER, {**_identity(f"{_TYPE}/jobs/history"), "properties": properties})


def _runs() -> Schema:
    words = f"From api-version {EXTENDED} on objects, before that instants alone."
    either = {"oneOf": [instant(Side.ANSWER), {**ref("Run"), SINCE: EXTENDED}]}
    runs = {"type": "array", "items": either, "maxItems": LARGEST_PAGE, "description": words}
    note = text("Why the job does not run now, whatever runs it has before it.")
    return record(Side.ANSWER, {"sentence": text("The recurrence in words."), "runs": runs}, {"note": note})


def _run() -> Schema:
    """A run as newer api-versions tell it."""
    local = local_instant("As the clocks of the job's time zone show it.")
    more = {
        "due": instant(Side.ANSWER, "When it is due, if `spread` puts it off."),
        "note": text("What a clock change or an excluded day has done to it."),
    }
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), "local": local}, more)


def _list(name: str) -> Schema:
    values = {"type": "array", "items": ref(name)}
    return record(Side.ANSWER, {"value": values, "nextLink": {"type": "null"}})


def _error() -> Schema:
    codes = [code for group in error_codes().values() for code in group]
    says = {"code": members(codes), "message": text(minLength=1)}
    fault = record(
        Side.ANSWER,
        {"code": text(const=errors.Invalid.code), "message": text("The rule that is broken.", minLength=1)},
        {"target": text("Where, as the message has it; absent if it is the whole body.", minLength=1)},
    )
    details = {"type": "array", "items": fault, "minItems": 1, "maxItems": errors.MOST_FAULTS}
    details["description"] = "The faults of a definition, one by one."
    error = record(Side.ANSWER, says, {"details": known_since(EXTENDED, details)})
    return record(Side.ANSWER, {"error": error})


def _etag() -> dict[str, Schema]:
    return {"etag": known_since(EXTENDED, {**text("As in the header."), "readOnly": True})}


def _identity(type_: str) -> dict[str, Any]:
    identity = {"id": text(pattern="^/subscriptions/"), "type": text(const=type_), "name": text()}
    return {key: {**schema, "readOnly": True} for key, schema in identity.items()}
