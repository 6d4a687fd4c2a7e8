"""ARM templates, written by hand or exported, and the parameters files beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from migrate.forms.arm import COLLECTION, JOB
from migrate.forms.logic_apps import form as logic_apps
from migrate.forms.template.expressions import Expressions
from migrate.forms.template.resource import Resource
from migrate.found import Defaults, Found, FoundCollection, FoundJob, Json, Names, Origin, PassedOver
from shared.api.fields import Fields
from shared.domain.errors import Faults

FORM: Final = "ARM template"


def matches(document: object) -> bool:
    """Recognise a template by its schema, or by resources with a version, which a Terraform state lacks."""
    if not isinstance(document, dict):
        return False
    fields = Fields(_unwrapped(document), Faults())
    versioned = isinstance(fields.raw("resources"), list | dict) and fields.has("contentVersion")
    return versioned or _has_schema(fields, "deploymenttemplate.json")


def is_parameters_file(document: object) -> bool:
    """Recognise a parameters file by its schema, or by a version and parameters that only give values."""
    if not isinstance(document, dict):
        return False
    fields = Fields(document, Faults())
    if fields.has("resources") or not isinstance(fields.raw("parameters"), dict):
        return False
    given = [_fields(entry) for entry in fields.raw("parameters").values()]
    plain = fields.has("contentVersion") and all(_gives_a_value(entry) for entry in given)
    return _has_schema(fields, "deploymentparameters.json") or (plain and not fields.has("$schema"))


def parameter_values(document: Json) -> Json:
    """Return the values of a parameters file by lower-case names, because case does not matter.

    A value that is null, as in an export, or lies in a key vault, counts as missing.
    """
    entries = Fields(document, Faults()).raw("parameters")
    if not isinstance(entries, dict):
        return {}
    values = {name.lower(): _fields(entry).raw("value") for name, entry in entries.items()}
    return {name: value for name, value in values.items() if value is not None}


def read(document: Json, origin: Origin, given: Json, defaults: Defaults) -> list[Found | PassedOver]:
    """Return the collections and jobs of a template; `given` holds the values of all parameters files."""
    template, here = _unwrapped(document), replace(origin, form=FORM)
    sections = Fields(template, Faults())
    expressions = Expressions(sections.raw("parameters"), sections.raw("variables"), given, defaults)
    return [
        definition
        for place, fields in _listed(sections, here if template is document else here.at("template"))
        for definition in _read_resource(fields, place, expressions)
    ]


def _unwrapped(document: Json) -> Json:
    """Return the template that an export wraps, or the document itself."""
    fields = Fields(document, Faults())
    inner = fields.raw("template")
    return inner if isinstance(inner, dict) and not fields.has("resources") else document


def _has_schema(fields: Fields, name: str) -> bool:
    schema = fields.raw("$schema")
    return isinstance(schema, str) and name in schema.lower()


def _gives_a_value(entry: Fields) -> bool:
    return entry.has("value") or entry.has("reference")


def _fields(entry: object) -> Fields:
    return Fields(entry if isinstance(entry, dict) else {}, Faults())


def _listed(fields: Fields, origin: Origin) -> list[tuple[Origin, Fields]]:
    """Return the objects under `resources`, each with its place. Bicep writes an object with names there."""
    match fields.raw("resources"):
        case list() as resources:
            placed = [(f"resources[{index}]", resource) for index, resource in enumerate(resources)]
        case dict() as resources:
            placed = [(f"resources.{name}", resource) for name, resource in resources.items()]
        case _:
            placed = []
    return [(origin.at(place), _fields(one)) for place, one in placed if isinstance(one, dict)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parent:
    """The collection that holds a nested job. If its name is unknown, `reason` says why."""

    name: str | None
    reason: str


def _read_resource(fields: Fields, origin: Origin, expressions: Expressions) -> Sequence[Found | PassedOver]:
    """Return the resource and what is in it. Other types are passed over, even nested deployments."""
    kind = str(fields.raw("type")).lower()
    if kind == COLLECTION:
        return _read_collection(fields, origin, expressions)
    if kind == logic_apps.RESOURCE:
        return logic_apps.read_resource(fields, origin, expressions)
    return _read_job(Resource(fields, expressions), origin, None) if kind == JOB else []


def _read_collection(fields: Fields, origin: Origin, expressions: Expressions) -> list[Found]:
    """Return the collection and its nested jobs. As in ARM, its condition does not apply to the jobs."""
    resource = Resource(fields, expressions)
    name = _collection_name(resource)
    parent = _Parent(name=name, reason=", ".join(fault.rule for fault in resource.faults.found))
    jobs = [
        definition
        for place, child in _listed(fields, origin)
        if str(child.raw("type")).lower() in ("jobs", JOB)
        for definition in _read_job(Resource(child, expressions), place, parent)
    ]
    nested = fields.raw("resources")
    fits = nested is None or isinstance(nested, list | dict)
    resource.faults.check(fits, "resources", "is neither a list nor an object")
    return [*_collection(resource, name, origin), *jobs]


def _collection_name(resource: Resource) -> str | None:
    name = resource.name()
    if name is None or (name and "/" not in name):
        return name
    resource.faults.add("name", "must be one name, without '/'")
    return None


def _collection(resource: Resource, name: str | None, origin: Origin) -> list[Found]:
    if not resource.deployed():
        return []
    body = _body(resource)
    return [
        FoundCollection(
            origin=origin,
            names=Names(collection=name),
            body=body,
            version=resource.version(),
            notes=tuple(resource.notes),
            faults=resource.faults_or_copy_loop(),
        )
    ]


def _body(resource: Resource) -> Json:
    """Return what a PUT takes. Older templates have the SKU beside the properties."""
    properties, sku = resource.properties(), resource.value("sku")
    if sku is not None and not Fields(properties, Faults()).has("sku"):
        properties = {**properties, "sku": sku}
    body = {"location": resource.location(), "tags": resource.value("tags"), "properties": properties}
    return {key: value for key, value in body.items() if value is not None}


def _read_job(resource: Resource, origin: Origin, parent: _Parent | None) -> list[Found]:
    names = _job_names(resource, parent)
    if not resource.deployed():
        return []
    properties = resource.properties()
    return [
        FoundJob(
            origin=origin,
            names=names,
            properties=properties,
            tags=resource.tags(),
            version=resource.version(),
            notes=tuple(resource.notes),
            faults=resource.faults_or_copy_loop(),
        )
    ]


def _job_names(resource: Resource, parent: _Parent | None) -> Names:
    """Return both names. `collection/job` holds them; a nested job may give only its own."""
    name = resource.name()
    if name is None:
        return Names(collection=parent.name if parent else None)
    collection, slash, job = name.partition("/")
    if parent is not None and not slash:
        resource.faults.check(parent.name is not None, "name", f"of the collection: {parent.reason}")
        collection, job = parent.name or "", name
    else:
        fits = bool(collection and job) and "/" not in job
        resource.faults.check(fits, "name", "must be the names of collection and job, with one '/' between")
    return Names(collection=collection or None, job=job or None)
