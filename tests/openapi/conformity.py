"""What an answer must be: described by the document, and as it is described there."""

from functools import cache
from typing import Any, Final

import jsonschema_rs

from tests.openapi.document import DOCUMENT, OPERATIONS, Schema

_ERROR: Final[Schema] = {"$ref": "#/components/schemas/Error"}


def faults(operation: str, status: int, body: Any) -> list[str]:
    """Return what is wrong with an answer; a body of None is an empty one."""
    described = OPERATIONS[operation]
    if str(status) not in described.says["responses"]:
        return [f"{status} is not described"]
    schema = described.answer(status)
    if schema is None:
        return [] if body is None else ["the answer is not empty"]
    return violations(schema, body)


def violations(schema: Schema, value: Any) -> list[str]:
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in _validator(_Hashable(schema)).iter_errors(value)
    ]


def is_arm_error(body: Any) -> bool:
    return violations(_ERROR, body) == []


class _Hashable(dict[str, Any]):
    """A schema as a key of the cache: by identity of its text."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash(repr(self))


@cache
def _validator(schema: Schema) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": DOCUMENT["components"]})
