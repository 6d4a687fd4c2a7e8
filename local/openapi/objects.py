"""Schemas of the API's objects, made from their shapes."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import Enum, IntEnum, StrEnum
from typing import Any, Final

from local.openapi.words import (
    Schema,
    Side,
    array,
    instant,
    known_since,
    named,
    nullable,
    record,
    ref,
    text,
    texts,
)
from shared.api.shapes.shape import Choice, Field, Many, Named, Record
from shared.api.timespans import ISO_DURATION, TIME_SPAN, read_timespan
from shared.domain.action import ErrorAction, HttpRequest
from shared.domain.collection import Defaults
from shared.domain.disabled import Pause
from shared.domain.exclude import Calendar, Exclude, Span
from shared.domain.local_time.local import DaylightSaving
from shared.domain.local_time.wall_time import Moment
from shared.domain.messages import BrokeredProperties, Pairs, ServiceBusMessage, StorageQueueMessage
from shared.domain.policies import MissedRuns
from shared.domain.recurrence import MonthlyOccurrence, Recurrence
from shared.domain.retry import RetryOptions, RetryPolicy
from shared.domain.secret import Secret
from shared.domain.timespan import write_timespan

NAMES: Final[Mapping[type | None, str]] = {
    Recurrence: "Recurrence",
    MonthlyOccurrence: "MonthlyOccurrence",
    RetryPolicy: "RetryPolicy",
    RetryOptions: "RetryOptions",
    ErrorAction: "ErrorAction",
    HttpRequest: "HttpRequest",
    StorageQueueMessage: "StorageQueueMessage",
    BrokeredProperties: "BrokeredMessageProperties",
    DaylightSaving: "DaylightSaving",
    Exclude: "Exclude",
    MissedRuns: "MissedRuns",
    Pause: "Disabled",
    Defaults: "Defaults",
    Calendar: "Calendar",
    Span: "DayRange",
}
"""What has a schema of its own; a message of Service Bus has that of its key."""

_SPAN: Final = rf"^(?:{TIME_SPAN.pattern}|{ISO_DURATION.pattern})$"
_ANSWERED_SPAN: Final = r"^(\d+\.)?\d\d:\d\d:\d\d(\.\d{7})?$"
_MINUTE: Final = ["00:01:00", "PT1M"]
_HOUR: Final = ["01:00:00", "PT1H"]
_TYPES: Final = {int: "integer", float: "number", bool: "boolean"}


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
    schema, about = _held(side, field), field.about
    if "$ref" in schema:
        schema |= {} if side is Side.ANSWER else about.sent
    elif "anyOf" not in schema and not isinstance(field.type, Many | Named) and field.type is not Pairs:
        schema |= _rules(side, field)
    if about.words and field.type is not Pairs:
        schema["description"] = _words(field, schema)
    return known_since(about.since, schema) if about.since else schema


def _words(field: Field, schema: Schema) -> str:
    """Return what is said of a field; how a time span is written is said after it."""
    form = schema.get("description", "") if field.type is timedelta else ""
    return f"{field.about.words} {form}".strip()


def _held(side: Side, field: Field) -> Schema:
    about = field.about
    match field.type:
        case Record() as shape:
            return _object(side, field.key, shape)
        case Choice():
            schema = ref("Authentication", side)
            return nullable(schema) if side is Side.INPUT else schema
        case Many(item):
            return array(side, _item(side, item, field), about.words, about.longest)
        case Named(item):
            sent = {"maxProperties": about.longest, **about.sent}
            return named(side, _object(side, field.key, item), about.words, **sent)
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
    return {**_plain(side, item, field), **_bounds(field), **field.about.each}


def _plain(side: Side, type_: Any, field: Field) -> Schema:
    if type_ is datetime:
        return instant(side)
    if type_ == Moment:
        return ref("Moment", Side.INPUT if side is Side.PATCH else side)
    if type_ is timedelta and side is Side.ANSWER:
        words = "A time span, `d.hh:mm:ss`. Old Python clients get ISO 8601, known by their `User-Agent`."
        return text(words, pattern=_ANSWERED_SPAN)
    if type_ is timedelta:
        words = "A time span, `d.hh:mm:ss`, or an ISO 8601 duration."
        return text(words, pattern=_SPAN, examples=_spans(field))
    if isinstance(type_, type) and issubclass(type_, Enum):
        allowed = [one for one in type_ if field.about.refuse is None or field.about.refuse(one) is None]
        return text(enum=[one.name.lower() if isinstance(one, IntEnum) else str(one) for one in allowed])
    return {"type": _TYPES.get(type_, "string")}


def _spans(field: Field) -> list[str]:
    """Return examples of a time span that are not too short."""
    shortest = field.about.sent.get("x-minimum", _MINUTE[0])
    return _MINUTE if read_timespan(shortest) <= read_timespan(_MINUTE[0]) else _HOUR


def _rules(side: Side, field: Field) -> Schema:
    """Return what is said of a plain value; a default only of one that is sent."""
    about = field.about
    rules: Schema = {**_lengths(field), **_bounds(field), **about.rules}
    if about.pattern is not None:
        rules["pattern"] = f"^{about.pattern.pattern}$"
    if about.example:
        rules["examples"] = [about.example]
    if side is Side.ANSWER:
        return rules
    default = about.default or field.default
    if isinstance(default, timedelta):
        rules["default"] = write_timespan(default)
    elif isinstance(default, int | float) or (isinstance(default, StrEnum) and side is Side.INPUT):
        rules["default"] = default
    return {**rules, **about.sent}


def _lengths(field: Field) -> Schema:
    return _given(minLength=field.about.shortest, maxLength=field.about.longest)


def _bounds(field: Field) -> Schema:
    return _given(minimum=field.about.lowest, maximum=field.about.highest)


def _given(**limits: int | None) -> Schema:
    return {rule: limit for rule, limit in limits.items() if limit is not None}
