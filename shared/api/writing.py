"""Values → JSON of an answer, by their shapes; what is absent is left out, and so are secrets."""

from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any

from shared.api.instants import write_instant
from shared.api.shapes import Choice, Many, Record
from shared.domain.messages import Pairs
from shared.domain.secret import Secret
from shared.domain.timespan import write_timespan

Json = dict[str, Any]


def write(record: Record, value: Any) -> Json:
    """Return the object; `value` has the record's fields, be it of its class or not."""
    written: Json = {}
    for field in record.fields:
        if field.is_group:
            written |= {field.key: inner} if (inner := write(field.type, value)) else {}
            continue
        found = getattr(value, field.name) if field.name else next(iter(field.type))
        if field.type is Secret or field.left_out(found):
            continue
        inner = _written(field.type, found)
        written |= {key: inner for key in (field.key, field.about.also) if key} if field.key else inner
    return written


def present(**values: Any) -> Json:
    """Return what is there: what is absent is left out of answers."""
    return {key: value for key, value in values.items() if value is not None}


def _written(type_: Any, value: Any) -> Any:
    match type_:
        case Record():
            return write(type_, value)
        case Choice():
            member, record = type_.of(value)
            return {"type": member, **write(record, value)}
        case Many(item):
            return [_written(item, one) for one in value]
        case _ if type_ is Pairs:
            return dict(value)
    match value:
        case datetime():
            return write_instant(value)
        case timedelta():
            return write_timespan(value)
        case IntEnum():
            return value.name.lower()
        case _:
            return value
