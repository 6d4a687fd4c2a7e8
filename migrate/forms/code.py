"""Jobs as code: a collection and its jobs by their names, as people write them by hand.

What stands under a job's name is what stands in `properties` of the REST API, and its tags.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from migrate.found import Found, FoundCollection, FoundJob, Json, Names, Origin
from shared.api.fields import Fields
from shared.domain.about import EXTENDED
from shared.domain.errors import Faults, cut

FORM: Final = "jobs as code"
_NAMES: Final = ("collection", "subscription", "resourceGroup", "jobs")
_BESIDE: Final = ("location", "tags")
_PROPERTIES: Final = ("sku", "state", "quota", "defaults", "calendars", "disabled")
_KEYS: Final = (*_NAMES, *_BESIDE, *_PROPERTIES)


def matches(document: object) -> bool:
    keys = {key.lower() for key in document} if isinstance(document, dict) else set()
    return {"collection", "jobs"} <= keys and "properties" not in keys


def read(document: Json, origin: Origin) -> list[Found]:
    """Return the collection and its jobs. If nothing else is said of the collection, it is only named."""
    here, faults = replace(origin, form=FORM), Faults()
    fields = Fields(document, faults)
    names = Names(
        subscription=fields.text("subscription"),
        resource_group=fields.text("resourceGroup"),
        collection=fields.required_text("collection"),
    )
    _refuse_unknown(document, faults)
    jobs = list(_jobs(fields.raw("jobs"), here, names, faults)) if names.collection else []
    body = _body(fields)
    named = FoundCollection(origin=here, names=names, body=body, version=EXTENDED, faults=faults.found)
    return [replace(named, keys={f"properties.{key}": key for key in _PROPERTIES}), *jobs]


def _refuse_unknown(document: Json, faults: Faults) -> None:
    known = {key.lower() for key in _KEYS}
    for key in document:
        rule = f"is not known here: a collection has {', '.join(_KEYS)}"
        faults.check(key.lower() in known, cut(key), rule)


def _body(fields: Fields) -> Json:
    """Return what is said of the collection itself, in the form of ARM."""
    beside = {key: fields.raw(key) for key in _BESIDE if fields.has(key)}
    properties = {key: fields.raw(key) for key in _PROPERTIES if fields.has(key)}
    if isinstance(properties.get("sku"), str):
        properties["sku"] = {"name": properties["sku"]}
    if beside.get("tags") == {}:
        del beside["tags"]
    return {**beside, "properties": properties} if beside or properties else {}


def _jobs(jobs: object, origin: Origin, names: Names, faults: Faults) -> Iterator[FoundJob]:
    if not isinstance(jobs, dict):
        faults.add("jobs", "is not an object of jobs by their names; {} says that there are none")
        return
    for name, job in jobs.items():
        path = f"jobs.{cut(name)}"
        if not isinstance(job, dict):
            faults.add(path, "is not an object")
            continue
        yield FoundJob(
            origin=origin.at(path),
            names=replace(names, job=name),
            properties={key: value for key, value in job.items() if key.lower() != "tags"},
            tags=Fields(job, faults).raw("tags") or None,
            version=EXTENDED,
            keys={"properties": path},
        )
