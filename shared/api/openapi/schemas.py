"""All schemas of the API's document: collections, jobs, history, lists and errors."""

import re
from collections.abc import Mapping
from typing import Any, Final

from shared.api.known_keys import COLLECTION, JOB
from shared.api.openapi.actions import action_schemas
from shared.api.openapi.condition import condition_schema
from shared.api.openapi.timing import START_TIME, preview_schema, runs_schema, timing_schemas
from shared.api.openapi.words import (
    Schema,
    Side,
    instant,
    integer,
    matching,
    members,
    record,
    ref,
    text,
    texts,
)
from shared.domain import errors
from shared.domain.collection import PLANS, CollectionState, Sku
from shared.domain.history import ActionName, Status
from shared.domain.job import LARGEST_JOB, JobState
from shared.domain.keys import NO_DOTS, RESOURCE_GROUP_NAME, RESOURCE_NAME, SUBSCRIPTION_NAME
from shared.domain.labels import LONGEST_LOCATION, LONGEST_TAG_NAME, LONGEST_TAG_VALUE, MOST_TAGS
from shared.domain.recurrence import LARGEST_COUNT, LONGEST_INTERVAL, Frequency

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
    found: dict[str, Schema] = {}
    for side in Side:
        found |= {f"JobCollection{side}": _collection(side), f"Job{side}": _job(side)}
        found |= timing_schemas(side) | action_schemas(side)
    found |= {"JobHistory": _history(), "PreviewInput": preview_schema(), "Runs": runs_schema()}
    for name in ("JobCollection", "Job", "JobHistory"):
        found[f"{name}List"] = _list(name)
    warnings = {"type": "array", "items": text(), "description": "Settings that are odd, but stop nothing."}
    found["Health"] = record(Side.ANSWER, {"status": text(const="Healthy")}, {"warnings": warnings})
    found["Condition"] = condition_schema()
    found["Error"] = _error()
    return found


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
    longest = {"maxLength": LONGEST_LOCATION} if side is Side.INPUT else {}
    location = text("A collection cannot be moved.", pattern=r"\S", examples=["West Europe"], **longest)
    states = [state for state in CollectionState if state is not CollectionState.DELETED]
    settings = {
        "sku": record(side, {"name": members(Sku, "Before 2016-03-01, P10Premium was called Premium.")}),
        "state": members(states),
    }
    quota = {"quota": _quota(side)}
    names, value = {"maxLength": LONGEST_TAG_NAME}, text(maxLength=LONGEST_TAG_VALUE)
    tags = {"tags": texts(side, value=value, maxProperties=MOST_TAGS, propertyNames=names)}
    if side is not Side.ANSWER:
        properties = record(side, {}, {**settings, **quota})
        optional = {**tags, "properties": properties}
        return record(side, {"location": location}, optional, ignored=COLLECTION.ignored)
    properties = record(side, settings, quota)
    return record(side, {**_identity(_TYPE), "location": location, "properties": properties}, tags)


def _quota(side: Side) -> Schema:
    frequency, interval = members(Frequency), integer(1, max(LONGEST_INTERVAL.values()))
    if side is Side.ANSWER:
        shortest = record(side, {"frequency": frequency, "interval": interval})
    else:
        shortest = record(side, {"frequency": frequency}, {"interval": {**interval, "default": 1}})
    most_jobs = max(plan.most_jobs for plan in PLANS.values())
    optional: dict[str, Schema] = {
        "maxJobCount": integer(1, most_jobs, "No more than the plan allows."),
        "maxJobOccurrence": integer(1, LARGEST_COUNT, "Has no effect."),
        "maxRecurrence": {**shortest, "description": "The shortest period that jobs may have."},
    }
    return record(side, {}, optional)


def _job(side: Side) -> Schema:
    start, recurrence = instant(side, START_TIME), ref("Recurrence", side)
    optional: dict[str, Schema] = {"startTime": start, "recurrence": recurrence}
    if side is Side.ANSWER:
        required = {"action": ref("Action"), "state": members(JobState)}
        properties = record(side, required, {**optional, "status": _status()})
        return record(side, {**_identity(f"{_TYPE}/jobs"), "properties": properties})
    final = "'completed' and 'faulted' only in a job that is created, as when jobs are brought over."
    settable = JobState if side is Side.INPUT else (JobState.ENABLED, JobState.DISABLED)
    optional["state"] = members(settable, final if side is Side.INPUT else "")
    properties = record(side, {"action": ref("Action", side)}, optional, ignored=("status",))
    size = f"A job has at most {LARGEST_JOB} bytes, as JSON in UTF-8."
    job = record(side, {"properties": properties}, ignored=JOB.ignored)
    return {**job, "description": size, "x-maxBytes": LARGEST_JOB}


def _status() -> Schema:
    counts = {name: integer(0) for name in ("executionCount", "failureCount", "faultedCount")}
    times = {name: instant(Side.ANSWER) for name in ("lastExecutionTime", "nextExecutionTime")}
    return {**record(Side.ANSWER, counts, times), "description": "A disabled job that never ran has none."}


def _history() -> Schema:
    times = {name: instant(Side.ANSWER) for name in ("startTime", "endTime", "expectedExecutionTime")}
    others = {
        "actionName": members(ActionName),
        "status": members(Status),
        "message": text(),
        "retryCount": integer(0),
        "repeatCount": integer(1),
    }
    properties = record(Side.ANSWER, {**times, **others})
    return record(Side.ANSWER, {**_identity(f"{_TYPE}/jobs/history"), "properties": properties})


def _list(name: str) -> Schema:
    values = {"type": "array", "items": ref(name)}
    return record(Side.ANSWER, {"value": values, "nextLink": {"type": "null"}})


def _error() -> Schema:
    codes = [code for found in error_codes().values() for code in found]
    return record(
        Side.ANSWER, {"error": record(Side.ANSWER, {"code": members(codes), "message": text(minLength=1)})}
    )


def _identity(type_: str) -> dict[str, Any]:
    identity = {"id": text(pattern="^/subscriptions/"), "type": text(const=type_), "name": text()}
    return {key: {**schema, "readOnly": True} for key, schema in identity.items()}
