"""Resources → Bicep."""

from collections.abc import Iterator, Sequence
from typing import Final

from migrate.exporting.literals import Code, Language, escape
from migrate.exporting.resources import Resource
from migrate.found import Json
from migrate.secret_fields import with_secrets

_MARKS: Final = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_bicep(resources: Sequence[Resource]) -> str:
    parameters = [line for resource in resources for line in _parameters(resource)]
    return "\n\n".join([*parameters, *map(_resource, resources)])


def text_in_bicep(text: str) -> str:
    inside = escape(text, _MARKS, lambda number: f"\\u{{{number:x}}}").replace("${", "\\${")
    return f"'{inside}'"


_BICEP: Final = Language(
    text=text_in_bicep,
    fraction=lambda number: f"json('{number}')",  # the language has no other way to write one
    after_key=": ",
    after_item="",
)


def _parameters(resource: Resource) -> Iterator[str]:
    for path, name in resource.secrets.items():
        yield f"@description({text_in_bicep(resource.about(path))})\n@secure()\nparam {name} string"


def _resource(resource: Resource) -> str:
    references = {path: Code(name) for path, name in resource.secrets.items()}
    described: Json = {
        **({} if resource.parent is None else {"parent": Code(resource.parent)}),
        "name": resource.name,
        **resource.body,
        "properties": with_secrets(resource.body["properties"], references),
    }
    return f"resource {resource.symbol} '{resource.type}@{resource.version}' = {_BICEP.value(described)}"
