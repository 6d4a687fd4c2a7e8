"""All schemas of the API's document: collections, jobs, history, lists and errors."""

import re
from collections.abc import Mapping
from typing import Any, Final

from local.openapi.jobs import job_schemas, preview_schema
from local.openapi.objects import object_schema
from local.openapi.status import status_schema
from local.openapi.words import Schema, Side, instant, integer, matching, members, record, ref, text
from shared.api.keys.known import COLLECTION, JOB
from shared.api.query import LARGEST_PAGE
from shared.api.shapes.objects import DEFINITION, HISTORY, WANTED_COLLECTION
from shared.domain import errors
from shared.domain.definition import LARGEST_JOB
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
        named |= job_schemas(side)
    named |= {"JobHistory": _history(), "PreviewInput": preview_schema(), "Runs": _runs()}
    for name in ("JobCollection", "Job", "JobHistory"):
        named[f"{name}List"] = _list(name)
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
    schema = object_schema(side, WANTED_COLLECTION, identity, ignored=COLLECTION.ignored)
    if side is Side.INPUT:  # a patch names the place where the collection is, or is refused anyway
        schema["properties"]["location"]["maxLength"] = LONGEST_LOCATION
    return schema


def _job(side: Side) -> Schema:
    if side is Side.ANSWER:
        properties = object_schema(side, DEFINITION, {"state": members(JobState)}, {"status": _status()})
        return record(side, {**_identity(f"{_TYPE}/jobs"), "properties": properties})
    final = "'completed' and 'faulted' only in a job that is created, as when jobs are brought over."
    settable = JobState if side is Side.INPUT else (JobState.ENABLED, JobState.DISABLED)
    state = {"state": members(settable, final if side is Side.INPUT else "")}
    properties = object_schema(side, DEFINITION, optional=state, ignored=("status",))
    size = f"A job has at most {LARGEST_JOB} bytes, as JSON in UTF-8."
    job = record(side, {"properties": properties}, ignored=JOB.ignored)
    return {**job, "description": size, "x-maxBytes": LARGEST_JOB}


def _status() -> Schema:
    counts = {name: integer(0) for name in ("executionCount", "failureCount", "faultedCount")}
    times = {name: instant(Side.ANSWER) for name in ("lastExecutionTime", "nextExecutionTime")}
    return {**record(Side.ANSWER, counts, times), "description": "A disabled job that never ran has none."}


def _history() -> Schema:
    properties = object_schema(Side.ANSWER, HISTORY)
    return record(Side.ANSWER, {**_identity(f"{_TYPE}/jobs/history"), "properties": properties})


def _runs() -> Schema:
    runs = {"type": "array", "items": instant(Side.ANSWER), "maxItems": LARGEST_PAGE}
    note = text("Why the job does not run now, whatever runs it has before it.")
    return record(Side.ANSWER, {"sentence": text("The recurrence in words."), "runs": runs}, {"note": note})


def _list(name: str) -> Schema:
    values = {"type": "array", "items": ref(name)}
    return record(Side.ANSWER, {"value": values, "nextLink": {"type": "null"}})


def _error() -> Schema:
    codes = [code for group in error_codes().values() for code in group]
    return record(
        Side.ANSWER, {"error": record(Side.ANSWER, {"code": members(codes), "message": text(minLength=1)})}
    )


def _identity(type_: str) -> dict[str, Any]:
    identity = {"id": text(pattern="^/subscriptions/"), "type": text(const=type_), "name": text()}
    return {key: {**schema, "readOnly": True} for key, schema in identity.items()}
