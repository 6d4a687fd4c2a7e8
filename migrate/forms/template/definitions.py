"""The collections and jobs of an ARM template."""

from dataclasses import replace

from migrate.forms.template.place import Parent, Place
from migrate.forms.template.resource import Resource
from migrate.found import FoundCollection, FoundJob, Json, Names
from shared.api.fields import Fields
from shared.domain.errors import Faults


def as_parent(resource: Resource) -> Parent:
    """Return what a collection is for its nested jobs."""
    name = _collection_name(resource)
    return Parent(name=name, reason=", ".join(fault.rule for fault in resource.faults.found))


def collection(resource: Resource, parent: Parent, place: Place) -> FoundCollection:
    body = _body(resource)
    return FoundCollection(
        origin=place.origin,
        names=replace(place.target, collection=parent.name),
        body=body,
        version=resource.version(),
        notes=(*place.notes, *resource.notes, *resource.made_up_notes()),
        faults=resource.faults.found,
    )


def job(resource: Resource, place: Place) -> FoundJob:
    """Return the job. If part of it is made up, that part is lost: nothing should be called by chance."""
    names, properties = _job_names(resource, place), resource.properties()
    made_up = resource.made_up_notes()
    lost = tuple(note for note in made_up if note.startswith("properties"))
    return FoundJob(
        origin=place.origin,
        names=names,
        properties=properties,
        tags=resource.tags(),
        version=resource.version(),
        lost=lost,
        notes=(*place.notes, *resource.notes, *(note for note in made_up if note not in lost)),
        faults=resource.faults.found,
    )


def _collection_name(resource: Resource) -> str | None:
    name = resource.name()
    if name is None or (name and "/" not in name):
        return name
    resource.faults.add("name", "must be one name, without '/'")
    return None


def _body(resource: Resource) -> Json:
    """Return what a PUT takes. Older templates have the SKU beside the properties."""
    properties, sku = resource.properties(), resource.value("sku")
    if sku is not None and not Fields(properties, Faults()).has("sku"):
        properties = {**properties, "sku": sku}
    body = {"location": resource.location(), "tags": resource.value("tags"), "properties": properties}
    return {key: value for key, value in body.items() if value is not None}


def _job_names(resource: Resource, place: Place) -> Names:
    """Return both names. `collection/job` holds them; a nested job may give only its own."""
    name, parent = resource.name(), place.parent
    if name is None:
        return replace(place.target, collection=parent.name if parent else None)
    collection, slash, job = name.partition("/")
    if parent is not None and not slash:
        resource.faults.check(parent.name is not None, "name", f"of the collection: {parent.reason}")
        collection, job = parent.name or "", name
    else:
        fits = bool(collection and job) and "/" not in job
        resource.faults.check(fits, "name", "must be the names of collection and job, with one '/' between")
    return replace(place.target, collection=collection or None, job=job or None)
