"""Files of a Standard app that belong together: a workflow gets what is in its folder and the one above."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from migrate.forms.logic_apps.connections import is_connections
from migrate.forms.values import looked_into
from migrate.found import Json, Origin
from shared.api.fields import Fields
from shared.domain.errors import Faults

Items = Sequence[tuple[Origin, Any]]

BESIDE: Final = "$beside"
"""The key under which a workflow has what stands in the files of its app, once they are joined."""
_KINDS: Final = ("string", "securestring", "int", "float", "bool", "array", "object", "secureobject")


def is_beside(document: object) -> bool:
    """Say whether it is no workflow, but may belong to some: connections, parameters, settings, a host."""
    told = (is_connections, _is_parameters, _is_settings, _is_host)
    return any(is_such(document) for is_such in told)


def with_beside(files: Mapping[str, Items], is_workflow: Callable[[object], bool]) -> dict[str, Items]:
    """Return the documents of all files, with what is beside a workflow in its document."""
    folders: dict[str, Json] = {}
    for name, items in files.items():
        for _, document in items:
            if is_beside(document):
                folders.setdefault(_folder(name), {}).update(_kept(document))
    if not folders:
        return dict(files)
    return {
        name: [
            (origin, _joined(document, name, folders) if is_workflow(document) else document)
            for origin, document in items
        ]
        for name, items in files.items()
    }


def _joined(document: Json, file: str, folders: Mapping[str, Json]) -> Json:
    folder = _folder(file)
    return {**document, BESIDE: {**folders.get(_folder(folder), {}), **folders.get(folder, {})}}


def _folder(file: str) -> str:
    return str(PurePath(file).parent)


def _kept(document: Json) -> Json:
    if is_connections(document):
        return {"connections": document}
    if _is_host(document):
        return {}
    if _is_settings(document):
        return {"settings": Fields(document, Faults()).raw("Values")}
    return {"parameters": document}


def _is_host(document: object) -> bool:
    """Say whether it is the host.json of a Standard app, which says nothing of when and what is done."""
    fields = looked_into(document)
    return "workflows" in (fields.object("extensionBundle").text("id") or "").lower()


def _is_settings(document: object) -> bool:
    fields = looked_into(document)
    return fields.has("IsEncrypted") and isinstance(fields.raw("Values"), dict)


def _is_parameters(document: object) -> bool:
    if not isinstance(document, dict) or not document:
        return False
    return all(
        isinstance(one, dict) and {*one} <= {"type", "value", "metadata"} and _has_value(one)
        for one in document.values()
    )


def _has_value(entry: Json) -> bool:
    return "value" in entry and str(entry.get("type")).lower() in _KINDS
