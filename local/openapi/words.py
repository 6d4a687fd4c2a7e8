"""The words that the schemas of the API's document are made of (JSON Schema, as in OpenAPI 3.1)."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

from shared.api.fields import LONGEST_ARRAY

Schema = dict[str, Any]

_ANNOTATIONS: Final = ("[$]", "odata")
_ANSWERED_INSTANT: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$"


class Side(StrEnum):
    """Which way a value goes, as it ends the name of its schema: in whole, in part, or out."""

    INPUT = "Input"
    PATCH = "Patch"
    ANSWER = ""


def ref(name: str, side: Side = Side.ANSWER) -> Schema:
    return {"$ref": f"#/components/schemas/{name}{side}"}


def text(description: str = "", **rules: Any) -> Schema:
    return _described({"type": "string", **rules}, description)


def matching(pattern: re.Pattern[str], example: str, description: str = "") -> Schema:
    """A text that a whole pattern must fit."""
    return text(description, pattern=f"^{pattern.pattern}$", examples=[example])


def members(values: Iterable[str], description: str = "") -> Schema:
    """One of these texts, in the spelling of answers; in requests any case will do."""
    return text(description, enum=[str(value) for value in values])


def integer(lowest: int, highest: int | None = None, description: str = "", **rules: Any) -> Schema:
    limits = {"minimum": lowest} if highest is None else {"minimum": lowest, "maximum": highest}
    return _described({"type": "integer", **limits, **rules}, description)


def flag() -> Schema:
    return {"type": "boolean"}


def instant(side: Side, description: str = "") -> Schema:
    rules = {"pattern": _ANSWERED_INSTANT} if side is Side.ANSWER else {}
    return text(description, format="date-time", **rules)


def texts(side: Side, description: str = "", value: Schema | None = None, **rules: Any) -> Schema:
    """An object of strings, whose names and values have rules when they are sent; null removes one."""
    if side is Side.ANSWER:
        return {"type": "object", "additionalProperties": text()}
    value = text() if value is None else value
    values = nullable(value) if side is Side.PATCH else value
    return _described({"type": "object", "additionalProperties": values, **rules}, description)


def array(side: Side, items: Schema, description: str = "") -> Schema:
    answered = side is Side.ANSWER
    rules = {"uniqueItems": True, "minItems": 1} if answered else {"maxItems": LONGEST_ARRAY}
    return _described({"type": "array", "items": items, **rules}, description)


def nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def record(
    side: Side,
    required: Mapping[str, Schema],
    optional: Mapping[str, Schema] | None = None,
    *,
    secret: Mapping[str, Schema] | None = None,
    ignored: Iterable[str] = (),
) -> Schema:
    """An object that holds nothing else; secrets only go in, and in a patch nothing is required."""
    wanted = {name: _described({**schema, "writeOnly": True}, "") for name, schema in (secret or {}).items()}
    others = {**(optional or {}), **({} if side is Side.ANSWER else wanted)}
    if side is Side.PATCH:
        others = {name: nullable(schema) for name, schema in others.items()}
    schema: Schema = {"type": "object", "properties": {**required, **others}}
    if required and side is not Side.PATCH:
        schema["required"] = list(required)
    if side is not Side.ANSWER:
        schema |= ignoring(ignored)
    return {**schema, "additionalProperties": False}


def ignoring(keys: Iterable[str]) -> Schema:
    """What may stand in a request and is not looked at: these keys, and annotations."""
    names = "|".join((*(f"{key}$" for key in keys), *_ANNOTATIONS))
    return {"patternProperties": {f"^(?:{names})": {}}}


def choice(side: Side, key: str, kinds: Mapping[str, str]) -> Schema:
    """One of several schemas; `kinds` says which, by the value of `key`. A patch need not name it."""
    names = list(dict.fromkeys(kinds.values()))
    if side is Side.PATCH:
        return {"anyOf": [ref(name, side) for name in names]}
    mapping = {value: ref(name, side)["$ref"] for value, name in kinds.items()}
    return {
        "oneOf": [ref(name, side) for name in names],
        "discriminator": {"propertyName": key, "mapping": mapping},
    }


def _described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description} if description else schema
