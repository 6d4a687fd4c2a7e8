"""Workflows of Logic Apps.

Consumption: what `az logic workflow show` or `list` and the REST API answer, resources of a template, and the
portal's code view. Standard: `workflow.json`, which has the name of its folder.
"""

import re
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import unquote

from migrate.forms.logic_apps.actions import SECRETS
from migrate.forms.logic_apps.join import BESIDE
from migrate.forms.logic_apps.workflow import Workflow, passed_over, read_workflow, starts_by_schedule
from migrate.forms.template.place import Place
from migrate.forms.template.resource import MADE_UP, Resource
from migrate.forms.template.values import Unknown
from migrate.forms.values import looked_into
from migrate.found import Defaults, Finding, FoundJob, Json, Names, Origin, PassedOver, Unusable
from shared.api.fields import Fields
from shared.domain.errors import Fault, Faults

FORM: Final = "Logic Apps"
RESOURCE: Final = "microsoft.logic/workflows"
_SCHEMA: Final = "workflowdefinition.json"
_ID: Final = re.compile(
    r"/subscriptions/(?P<subscription>[^/]+)/resourceGroups/(?P<resource_group>[^/]+)"
    r"/providers/Microsoft\.Logic/workflows/(?P<job>[^/]+)/?",
    re.IGNORECASE,
)
_OF_STANDARD: Final = "workflow.json"
_NO_NAME: Final = (
    "is not in the file: a workflow has the name of its folder, so save it as NAME/workflow.json, "
    "or as NAME.json, and give the path with the name in it"
)
_NO_DEFINITION: Final = (
    "is missing; lists of resources leave it out: save the answer of `az logic workflow show` too"
)


def matches(document: object) -> bool:
    fields = looked_into(document)
    if str(fields.raw("type")).lower() == RESOURCE:
        return True
    return _is_definition(document) or _is_definition(_holder(fields).raw("definition"))


def read(document: Json, origin: Origin, defaults: Defaults) -> list[Finding | PassedOver]:
    """Return the workflow as a job. One that no schedule starts is passed over."""
    here, fields = replace(origin, form=FORM), looked_into(document)
    alone, holder = _is_definition(document), _holder(fields)
    definition = document if alone else holder.raw("definition")
    names = _names(fields, origin, defaults)
    if definition is None:
        return [Unusable(origin=here, faults=(Fault("definition", _NO_DEFINITION),), names=names)]
    if not starts_by_schedule(definition):
        return [passed_over(names.job, definition, here)]
    faults = Faults()
    faults.check(names.job is not None, "name", _NO_NAME)
    inside = fields.raw("properties") if fields.has("properties") and not alone else document
    workflow = Workflow(
        names=names,
        holder={"definition": document} if alone else inside,
        path="" if alone else "properties.definition" if inside is not document else "definition",
        beside=_plain(fields.raw(BESIDE)),
        tags=fields.raw("tags") or None,
    )
    return [read_workflow(workflow, here, faults)]


def read_resource(resource: Resource, fields: Fields, place: Place) -> FoundJob | PassedOver:
    """Return the workflow that a resource of a template defines, with the template's expressions resolved."""
    here, raw, name = replace(place.origin, form=FORM), looked_into(fields.raw("properties")), resource.name()
    if isinstance(raw.raw("definition"), dict) and not starts_by_schedule(raw.raw("definition")):
        return passed_over(name, raw.raw("definition"), here)
    faults, notes = Faults(), [*place.notes, *resource.made_up_notes()]
    known = {key: place.expressions.known(raw.raw(key)) for key in ("definition", "parameters", "state")}
    holder = {
        "definition": _known(known["definition"].value, "properties.definition", faults, notes),
        "parameters": _known(known["parameters"].value, "properties.parameters", Faults(), []),
        "state": _known(known["state"].value, "properties.state", faults, notes),
    }
    names = replace(place.target, job=name)
    workflow = Workflow(names=names, holder=holder, path="properties.definition", notes=tuple(notes))
    job = read_workflow(workflow, here, faults)
    made_up = tuple(f"properties.{key} {MADE_UP}" for key, one in known.items() if one.made_up)
    return replace(job, lost=(*made_up, *job.lost), faults=(*resource.faults.found, *job.faults))


def _known(value: object, path: str, faults: Faults, notes: list[str]) -> Any:
    """Return what of a value could be resolved. The rest is left out with a fault, a secret with a note."""
    match value:
        case Unknown():
            faults.add(path, value.reason)
            return None
        case dict():
            kept: Json = {}
            for key, part in value.items():
                if isinstance(part, Unknown) and _is_secret(path, key):
                    notes.append(f"{path}.{key}: {part.reason}")
                else:
                    kept[key] = _known(part, f"{path}.{key}", faults, notes)
            return kept
        case list():
            return [_known(part, f"{path}[{index}]", faults, notes) for index, part in enumerate(value)]
        case _:
            return value


def _is_secret(path: str, key: str) -> bool:
    return path.lower().endswith(".authentication") and key.lower() in SECRETS


def _is_definition(document: object) -> bool:
    fields = looked_into(document)
    schema = fields.raw("$schema")
    if isinstance(schema, str) and _SCHEMA in schema.lower():
        return True
    return isinstance(fields.raw("triggers"), dict) and isinstance(fields.raw("actions"), dict)


def _holder(fields: Fields) -> Fields:
    """Return the object that has the definition: the properties of a resource or, flattened, the document."""
    return looked_into(fields.raw("properties")) if isinstance(fields.raw("properties"), dict) else fields


def _names(fields: Fields, origin: Origin, defaults: Defaults) -> Names:
    id, name = fields.raw("id"), fields.raw("name")
    match = _ID.fullmatch(id.strip()) if isinstance(id, str) else None
    if match:
        named = {key: unquote(part) for key, part in match.groupdict().items()}
        return Names(**named, collection=defaults.collection or named["resource_group"])
    if isinstance(name, str) and name:
        return Names(job=name)
    return _names_of_file(PurePath(origin.file), defaults)


def _names_of_file(file: PurePath, defaults: Defaults) -> Names:
    """Return the name of a workflow's folder, and that of its app's folder for the collection."""
    if file.name.lower() == _OF_STANDARD:
        folder = file.parent
        return Names(collection=defaults.collection or folder.parent.name or None, job=folder.name or None)
    return Names(job=file.stem if file.suffix else None)


def _plain(value: Any) -> Json:
    return value if isinstance(value, dict) else {}
