"""What an answer must be: described by the document, and as it is described there."""

from functools import cache
from typing import Any, Final

import jsonschema_rs

from shared.domain.about import EXTENDED, ORIGINAL
from tests.openapi.document import OPERATIONS, Schema, known_to

_ERROR: Final[Schema] = {"$ref": "#/components/schemas/Error"}


def faults(operation: str, status: int, body: Any, version: str = EXTENDED) -> list[str]:
    """Return what is wrong with an answer; a body of None is an empty one.

    What the api-version does not know must not be in it.
    """
    described = OPERATIONS[operation]
    if str(status) not in described.says["responses"]:
        return [f"{status} is not described"]
    schema = described.answer(status)
    if schema is None:
        return [] if body is None else ["the answer is not empty"]
    return violations(schema, body, version)


def violations(schema: Schema, value: Any, version: str = EXTENDED) -> list[str]:
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in _validator(_Hashable(schema), max(version, ORIGINAL)).iter_errors(value)
    ]


def is_arm_error(body: Any) -> bool:
    return violations(_ERROR, body) == []


class _Hashable(dict[str, Any]):
    """A schema as a key of the cache: by identity of its text."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash(repr(self))


@cache
def _validator(schema: Schema, version: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": _components(version)})


@cache
def _components(version: str) -> Schema:
    components: Schema = known_to(version)["components"]
    return components
