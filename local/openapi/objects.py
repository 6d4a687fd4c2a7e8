"""Schemas of the API's objects, made from their shapes."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import Enum, IntEnum
from typing import Any, Final

from local.openapi.words import Schema, Side, array, instant, nullable, record, ref, text, texts
from shared.api.shapes.shape import Choice, Field, Many, Record
from shared.api.timespans import ISO_DURATION, TIME_SPAN
from shared.domain.action import ErrorAction, HttpRequest
from shared.domain.messages import BrokeredProperties, Pairs, ServiceBusMessage, StorageQueueMessage
from shared.domain.recurrence import MonthlyOccurrence, Recurrence
from shared.domain.retry import RetryPolicy
from shared.domain.secret import Secret
from shared.domain.timespan import write_timespan

NAMES: Final[Mapping[type | None, str]] = {
    Recurrence: "Recurrence",
    MonthlyOccurrence: "MonthlyOccurrence",
    RetryPolicy: "RetryPolicy",
    ErrorAction: "ErrorAction",
    HttpRequest: "HttpRequest",
    StorageQueueMessage: "StorageQueueMessage",
    BrokeredProperties: "BrokeredMessageProperties",
}
"""What has a schema of its own; a message of Service Bus has that of its key."""

_SPAN: Final = rf"^(?:{TIME_SPAN.pattern}|{ISO_DURATION.pattern})$"
_ANSWERED_SPAN: Final = r"^(\d+\.)?\d\d:\d\d:\d\d(\.\d{7})?$"


def object_schema(
    side: Side,
    shape: Record,
    required: Mapping[str, Schema] | None = None,
    optional: Mapping[str, Schema] | None = None,
    ignored: Iterable[str] = (),
) -> Schema:
    """Return the schema of an object, with more keys, or with others than the shape's own of that name."""
    keys = {**(required or {}), **(optional or {})}
    sorted_keys: dict[str, dict[str, Schema]] = {"required": {}, "optional": {}, "secret": {}}
    for field in shape.fields:
        if not field.key or (field.about.read_only and side is not Side.ANSWER):
            continue
        asked = field.answered if side is Side.ANSWER else field.listed
        kind = "required" if asked else "secret" if field.type is Secret else "optional"
        sorted_keys[kind][field.key] = keys.pop(field.key, {}) or field_schema(side, field)
        if field.about.also:
            sorted_keys[kind][field.about.also] = sorted_keys[kind][field.key]
    more = {key: schema for key, schema in (required or {}).items() if key in keys}
    others = {key: schema for key, schema in (optional or {}).items() if key in keys}
    return record(
        side,
        {**more, **sorted_keys["required"]},
        {**sorted_keys["optional"], **others},
        secret=sorted_keys["secret"],
        ignored=ignored,
    )


def field_schema(side: Side, field: Field) -> Schema:
    schema = _held(side, field)
    about = field.about
    if "$ref" in schema or "anyOf" in schema or isinstance(field.type, Many) or field.type is Pairs:
        return schema
    return {**schema, **_rules(side, field), **({"description": about.words} if about.words else {})}


def _held(side: Side, field: Field) -> Schema:
    about = field.about
    match field.type:
        case Record() as shape:
            return _object(side, field.key, shape)
        case Choice():
            schema = ref("Authentication", side)
            return nullable(schema) if side is Side.INPUT else schema
        case Many(item):
            return array(side, _item(side, item, field), about.words)
    if field.type is Pairs:
        rules = {} if about.longest is None else {"maxProperties": about.longest}
        return texts(side, about.words, text(**about.each), **rules, **about.sent)
    return _plain(side, field.type, field)


def _object(side: Side, key: str, shape: Record) -> Schema:
    if any(not field.key for field in shape.fields) and shape.kind is None:
        return ref("Action", side)
    if shape.kind is ServiceBusMessage:
        return ref(key[0].upper() + key[1:], side)
    return ref(NAMES[shape.kind], side) if shape.kind in NAMES else object_schema(side, shape)


def _item(side: Side, item: Any, field: Field) -> Schema:
    if isinstance(item, Record):
        return _object(side, field.key, item)
    return {**_plain(side, item, field), **_limits(field), **field.about.each}


def _plain(side: Side, type_: Any, field: Field) -> Schema:
    if type_ is datetime:
        return instant(side)
    if type_ is timedelta and side is Side.ANSWER:
        return text("A time span, `d.hh:mm:ss`.", pattern=_ANSWERED_SPAN)
    if type_ is timedelta:
        words = "A time span, `d.hh:mm:ss`, or an ISO 8601 duration."
        return text(words, pattern=_SPAN, examples=["00:01:00", "PT1M"])
    if isinstance(type_, type) and issubclass(type_, Enum):
        allowed = [one for one in type_ if field.about.refuse is None or field.about.refuse(one) is None]
        return text(enum=[one.name.lower() if isinstance(one, IntEnum) else str(one) for one in allowed])
    return {"type": {int: "integer", bool: "boolean"}.get(type_, "string")}


def _rules(side: Side, field: Field) -> Schema:
    """Return what is said of a plain value; a default only of one that is sent."""
    about = field.about
    rules: Schema = {**_limits(field), **about.rules}
    if about.pattern is not None:
        rules["pattern"] = f"^{about.pattern.pattern}$"
    if about.example:
        rules["examples"] = [about.example]
    if side is Side.ANSWER:
        return rules
    default = about.default or (field.default if field.type is int else None)
    if default is not None:
        rules["default"] = write_timespan(default) if isinstance(default, timedelta) else default
    return {**rules, **about.sent}


def _limits(field: Field) -> Schema:
    about = field.about
    named = {
        "minLength": about.shortest,
        "maxLength": about.longest,
        "minimum": about.lowest,
        "maximum": about.highest,
    }
    return {rule: limit for rule, limit in named.items() if limit is not None}
