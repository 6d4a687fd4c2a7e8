"""The resources of a template, in turn: what is in loops, in collections and in nested deployments too."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from migrate.forms.arm import COLLECTION, JOB
from migrate.forms.logic_apps import form as logic_apps
from migrate.forms.template import definitions
from migrate.forms.template.deployments import DEPLOYMENT, opened
from migrate.forms.template.place import Place
from migrate.forms.template.resource import Resource
from migrate.forms.template.syntax import Unresolved
from migrate.forms.template.values import Unknown
from migrate.found import Finding, PassedOver, Unusable
from shared.api.fields import Fields
from shared.domain.errors import Fault, Faults, Invalid, cut

Reader = Callable[[Fields, Place], Iterator[Finding | PassedOver]]
_RULED_OUT: Final = "its condition is false"


def read_resources(sections: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    """Yield what is under `resources`; raise TooMany where it is more than may be read."""
    for name, resource in _listed(sections.raw("resources")):
        here = place.at(f"resources{name}")
        here.count(resource)
        if isinstance(resource, dict):
            yield from _read_written(Fields(resource, Faults()), here)
        elif name:
            yield PassedOver(origin=here.origin, what="no resource")
        else:
            fault = Fault("", "is neither a list nor an object")
            yield Unusable(origin=here.origin, faults=(fault,))


def _listed(resources: Any) -> list[tuple[str, Any]]:
    """Return the resources with their places. Bicep writes an object with names there."""
    match resources:
        case None:
            return []
        case list():
            return [(f"[{index}]", resource) for index, resource in enumerate(resources)]
        case dict():
            return [(f".{name}", resource) for name, resource in resources.items()]
        case _:
            return [("", None)]


def _read_written(fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    """Yield what a resource as it is written makes. This is where its type decides who reads it."""
    kind = place.expressions.resolve(fields.raw("type"))
    if isinstance(kind, Unknown):
        yield Unusable(origin=place.origin, faults=(Fault("type", kind.reason),))
        return
    read = _READERS.get(_full_type(kind, place))
    if read is None:
        yield from _pass_over(kind, fields, place)
    elif fields.raw("existing") is True:
        yield PassedOver(origin=place.origin, what=f"{kind}, which is only referred to", ours=True)
    else:
        yield from _read_loop(read, fields, place)


def _full_type(kind: object, place: Place) -> str:
    """Return a type in lower case. In a collection, a job may leave out that of its collection."""
    short = str(kind).lower()
    return JOB if place.parent is not None and short == "jobs" else short


def _pass_over(kind: object, fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    """Pass over a resource of another type, but not over jobs that stand in it."""
    yield PassedOver(origin=place.origin, what=cut(kind) if isinstance(kind, str) else "no resource")
    inside = read_resources(fields, replace(place, parent=None))
    yield from (one for one in inside if not isinstance(one, PassedOver))


def _read_loop(read: Reader, fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    if not fields.has("copy"):
        yield from read(fields, place)
        return
    try:
        turns = place.expressions.turns(fields.raw("copy"))
    except Unresolved as exc:
        yield Unusable(origin=place.origin, faults=(Fault("copy", str(exc)),))
        return
    if not turns:
        yield _not_deployed(fields, place, "its copy loop makes none")
    for index, expressions in enumerate(turns):
        here = place.turn(index, expressions)
        here.count()
        yield from read(fields, here)


def _read_collection(fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    """Yield the collection and what is in it. As in ARM, its condition does not apply to that."""
    resource = Resource(fields, place.expressions)
    parent = definitions.as_parent(resource)
    if resource.deployed():
        yield definitions.collection(resource, parent, place)
    else:
        yield _not_deployed(fields, place, _RULED_OUT)
    yield from read_resources(fields, replace(place, parent=parent))


def _read_job(fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    resource = Resource(fields, place.expressions)
    if resource.deployed():
        yield definitions.job(resource, place)
    else:
        yield _not_deployed(fields, place, _RULED_OUT)
    yield from read_resources(fields, replace(place, parent=None))


def _read_deployment(fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    """Yield what is in the nested template. One that cannot be read may hold anything, so it is told."""
    resource = Resource(fields, place.expressions)
    if not resource.deployed():
        yield _not_deployed(fields, place, _RULED_OUT)
        return
    try:
        sections, inside = opened(resource, fields, place)
    except Invalid as exc:
        yield Unusable(origin=place.origin, faults=exc.faults)
        return
    yield from read_resources(sections, inside)


def _read_workflow(fields: Fields, place: Place) -> Iterator[Finding | PassedOver]:
    resource = Resource(fields, place.expressions)
    if resource.deployed():
        yield logic_apps.read_resource(resource, fields, place)
    else:
        yield _not_deployed(fields, place, _RULED_OUT)


def _not_deployed(fields: Fields, place: Place, why: str) -> PassedOver:
    what = f"{cut(fields.raw('type'))} is not deployed: {why}"
    return PassedOver(origin=place.origin, what=what, ours=True)


# What a type of resource is read by. All others are passed over.
_READERS: Final[Mapping[str, Reader]] = {
    COLLECTION: _read_collection,
    JOB: _read_job,
    DEPLOYMENT: _read_deployment,
    logic_apps.RESOURCE: _read_workflow,
}
