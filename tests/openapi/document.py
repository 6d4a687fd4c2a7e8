"""The document as the app serves it, and ways through it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from shared.domain.about import EXTENDED, ORIGINAL
from tests.functions.calls import an_app, call, content

Schema = dict[str, Any]
SINCE: Final = "x-since"

DOCUMENT: Final[Schema] = content(call(an_app(), "GET", "openapi.json", headers={}, params={}))


@dataclass(frozen=True, slots=True)
class Described:
    """An operation of the document."""

    path: str
    method: str
    says: Schema

    @property
    def id(self) -> str:
        return str(self.says["operationId"])

    @property
    def takes(self) -> Schema | None:
        body = self.says.get("requestBody")
        return body["content"]["application/json"]["schema"] if body else None

    @property
    def needs_body(self) -> bool:
        return bool(self.says.get("requestBody", {}).get("required"))

    @property
    def since(self) -> str:
        """The first api-version that has it."""
        return str(self.says.get(SINCE, ORIGINAL))

    def answer(self, status: int) -> Schema | None:
        """Return the schema of an answer, or None if it is empty; a status that is not described fails."""
        response = resolved(self.says["responses"][str(status)])
        content = response.get("content")
        schema: Schema | None = content["application/json"]["schema"] if content else None
        return schema


def operations(document: Schema = DOCUMENT) -> Iterator[Described]:
    for path, methods in document["paths"].items():
        for method, says in methods.items():
            yield Described(path, method.upper(), says)


OPERATIONS: Final = {operation.id: operation for operation in operations()}


def resolved(schema: Schema, document: Schema = DOCUMENT) -> Schema:
    """Follow references until there is a schema."""
    while "$ref" in schema:
        found: Any = document
        for key in schema["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        schema = found
    return schema


def path_of(operation: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Return method and path of an operation, the names put in."""
    wanted = OPERATIONS[operation]
    return wanted.method, wanted.path.format(**names).removeprefix("/")


def known_to(version: str, document: Schema = DOCUMENT) -> Schema:
    """Return the document as an api-version knows it, with all versions that know the same."""
    known: Schema = _known(document, version)
    for methods in known["paths"].values():
        for says in methods.values():
            says["parameters"] = [one for one in says["parameters"] if _is_there(one, known)]
    parameter = known["components"]["parameters"]["api-version"]["schema"]
    known["components"]["parameters"]["api-version"]["schema"] = {
        **parameter,
        "enum": [one for one in parameter["enum"] if (one >= EXTENDED) is (version >= EXTENDED)],
    }
    return known


def _known(value: Any, version: str) -> Any:
    """Return a copy without what only newer api-versions know."""
    if isinstance(value, dict):
        return {key: _known(item, version) for key, item in value.items() if not _is_newer(item, version)}
    if isinstance(value, list):
        return [_known(item, version) for item in value if not _is_newer(item, version)]
    return value


def _is_there(parameter: Schema, document: Schema) -> bool:
    """Say whether a parameter is still there that an operation refers to."""
    name = str(parameter.get("$ref", "")).rpartition("/")[2]
    return not name or name in document["components"]["parameters"]


def _is_newer(value: Any, version: str) -> bool:
    return isinstance(value, dict) and value.get(SINCE, ORIGINAL) > version


def copied(document: Schema) -> Schema:
    copy: Schema = json.loads(json.dumps(document))
    return copy
