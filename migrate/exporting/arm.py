"""Resources → an ARM deployment template."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from migrate.exporting.resources import Resource
from migrate.found import Json
from migrate.secret_fields import with_secrets
from migrate.terminal import json_text

_SCHEMA: Final = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"


def write_arm(resources: Sequence[Resource]) -> str:
    template = {
        "$schema": _SCHEMA,
        "contentVersion": "1.0.0.0",
        "parameters": dict(_parameters(resources)),
        "resources": [_resource(one) for one in resources],
    }
    return json_text(template, indent=2)


def _parameters(resources: Iterable[Resource]) -> Iterable[tuple[str, Json]]:
    for resource in resources:
        for path, name in resource.secrets.items():
            yield name, {"type": "securestring", "metadata": {"description": resource.about(path)}}


def _resource(resource: Resource) -> Json:
    """Return the resource. Its secrets are put in when the rest is escaped, because they are expressions."""
    body = _escaped(resource.body)
    references = {path: f"[parameters('{name}')]" for path, name in resource.secrets.items()}
    return {
        "type": resource.type,
        "apiVersion": resource.version,
        "name": _escaped(resource.full_name),
        **({} if resource.parent is None else {"dependsOn": [_id(resource.names.collection or "")]}),
        **body,
        "properties": with_secrets(body["properties"], references),
    }


def _id(collection: str) -> str:
    quoted = collection.replace("'", "''")
    return f"[resourceId('Microsoft.Scheduler/jobCollections', '{quoted}')]"


def _escaped(value: Any) -> Any:
    """Return a value in which no text, and no key, is taken for an expression.

    Only what also ends with a bracket would be one. Escaping anything else would change it.
    """
    match value:
        case str() if value.startswith("[") and value.endswith("]"):
            return f"[{value}"
        case dict():
            return {_escaped(key): _escaped(part) for key, part in value.items()}
        case list():
            return [_escaped(part) for part in value]
        case _:
            return value
