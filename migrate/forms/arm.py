"""The REST API's own JSON: what GET answers for a collection or a job."""

from dataclasses import replace
from typing import Any, Final

from migrate.found import Found, FoundCollection, FoundJob, Json, Names, Origin
from migrate.ids import names_in
from migrate.versions import named_version
from shared.api.fields import Fields
from shared.api.keys.known import JOB as JOB_KEYS
from shared.domain.errors import Faults, cut

FORM: Final = "ARM"
COLLECTION: Final = "microsoft.scheduler/jobcollections"
JOB: Final = f"{COLLECTION}/jobs"
HISTORY: Final = f"{JOB}/history"


def matches(document: object) -> bool:
    return isinstance(document, dict) and _type(document) in (COLLECTION, JOB)


def is_history(document: object) -> bool:
    """Say whether it is a job's history, which is no definition and is passed over."""
    return isinstance(document, dict) and _type(document) == HISTORY


def read(document: Json, origin: Origin) -> list[Found]:
    here, faults = replace(origin, form=FORM), Faults()
    fields = Fields(document, faults)
    is_job = _type(document) == JOB
    names = names_in(fields.text("id") or "") or _from_name(fields.text("name"), is_job=is_job)
    raw = fields.raw("properties")
    whole = isinstance(raw, dict) or (raw is None and not is_job)  # lists of resources leave them out
    rule = "is missing; lists of resources leave it out" if raw is None else "is not an object"
    faults.check(whole, "properties", rule)
    properties, version = raw if isinstance(raw, dict) else {}, named_version(fields.raw("apiVersion"))
    if is_job:
        job = FoundJob(origin=here, names=names, properties=properties, version=version, faults=faults.found)
        return [replace(job, tags=fields.raw("tags"), lost=_misplaced(document))]
    body = {"location": fields.raw("location"), "tags": fields.raw("tags"), "properties": properties}
    body = body if properties else {**body, "properties": None}
    given = {key: value for key, value in body.items() if value is not None}
    return [FoundCollection(origin=here, names=names, body=given, version=version, faults=faults.found)]


def _misplaced(document: Json) -> tuple[str, ...]:
    """Say which keys stand beside the properties and belong into them. Tools add many others there."""
    belong = JOB_KEYS.keys["properties"]
    return tuple(f"{cut(key)}: it belongs into properties (dropped)" for key in document if belong.has(key))


def _type(document: dict[str, Any]) -> str:
    """Return the type, or the type that its id shows."""
    fields = Fields(document, Faults())
    named = fields.text("type")
    if named is not None and named.lower().startswith(COLLECTION):
        return named.lower()
    names = names_in(fields.text("id") or "")
    if names is None or not fields.has("properties"):
        return ""
    return COLLECTION if names.job is None else JOB


def _from_name(name: str | None, *, is_job: bool) -> Names:
    """Return the names in a name, which for a job is `collection/job`."""
    if name is None:
        return Names()
    if not is_job:
        return Names(collection=name)
    collection, slash, job = name.partition("/")
    return Names(collection=collection, job=job) if slash else Names(job=name)
