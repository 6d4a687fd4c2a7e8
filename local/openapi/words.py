"""The words that the schemas of the API's document are made of (JSON Schema, as in OpenAPI 3.1)."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

from shared.api.fields import LONGEST_ARRAY
from shared.domain.about import EXTENDED

Schema = dict[str, Any]

_ANNOTATIONS: Final = ("[$]", "odata")
_ANSWERED: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?"
SINCE: Final = "x-since"
"""Beside a schema: the first api-version that knows it. Older ones refuse such a key, and never show it."""


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
    rules = {"pattern": f"{_ANSWERED}Z$"} if side is Side.ANSWER else {}
    return text(description, format="date-time", **rules)


def local_instant(description: str) -> Schema:
    """An answered instant as the clocks of a zone show it, with their offset."""
    return text(description, format="date-time", pattern=rf"{_ANSWERED}[+-]\d\d:\d\d$")


def moment(side: Side) -> Schema:
    """An instant or, without an offset, what the clocks of the job's zone show then."""
    if side is Side.ANSWER:
        local = text("In the job's time zone.", format="date-time-local", pattern=f"{_ANSWERED}$")
        return {"anyOf": [instant(side), known_since(EXTENDED, local)]}
    words = f"Without an offset, in the job's time zone; before api-version {EXTENDED}, in UTC."
    local = text(words, format="date-time-local", examples=["2026-03-29T02:30:00"])
    return {"anyOf": [instant(side), local]}


def texts(side: Side, description: str = "", value: Schema | None = None, **rules: Any) -> Schema:
    """An object of strings, whose names and values have rules when they are sent; null removes one."""
    if side is Side.ANSWER:
        return {"type": "object", "additionalProperties": text()}
    value = text() if value is None else value
    values = nullable(value) if side is Side.PATCH else value
    return _described({"type": "object", "additionalProperties": values, **rules}, description)


def named(side: Side, item: Schema, description: str, **rules: Any) -> Schema:
    """An object whose keys are the caller's own; in a patch, null removes one."""
    items = nullable(item) if side is Side.PATCH else item
    sent = {} if side is Side.ANSWER else rules
    return _described({"type": "object", "additionalProperties": items, **sent}, description)


def array(side: Side, items: Schema, description: str = "", most: int | None = None) -> Schema:
    """An array; in answers it is never empty, and has each item once."""
    rules: Schema = {"maxItems": most or LONGEST_ARRAY}
    if side is Side.ANSWER:
        rules = {"uniqueItems": True, "minItems": 1}
    return _described({"type": "array", "items": items, **rules}, description)


def nullable(schema: Schema) -> Schema:
    since = {SINCE: schema[SINCE]} if SINCE in schema else {}
    inner = {word: said for word, said in schema.items() if word != SINCE}
    return {"anyOf": [inner, {"type": "null"}], **since}


def known_since(version: str, schema: Schema) -> Schema:
    """What older api-versions do not know."""
    words = f"{schema.get('description', '')} Known from api-version {version} on."
    return {**schema, "description": words.strip(), SINCE: version}


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


def ignoring_since(version: str, keys: Iterable[str], schema: Schema) -> Schema:
    """An object in which more keys are not looked at, if the api-version knows them."""
    more = {f"^{key}$": {SINCE: version} for key in keys}
    return {**schema, "patternProperties": {**schema["patternProperties"], **more}}


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
