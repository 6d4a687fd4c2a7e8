"""Values → JSON of an answer, by their shapes; what is absent is left out, and so are secrets."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any, Final

from shared.api.instants import write_instant, write_moment
from shared.api.shapes.shape import Choice, Field, Many, Named, Record
from shared.domain.local_time.wall_time import Moment
from shared.domain.messages import Pairs
from shared.domain.secret import Secret
from shared.domain.timespan import write_timespan

Json = dict[str, Any]
WriteDuration = Callable[[timedelta], str]

_WRITE: Final[Mapping[Any, Callable[[Any], Any]]] = {
    datetime: write_instant,
    Moment: write_moment,
    Pairs: dict,
}


def write(record: Record, value: Any, durations: WriteDuration = write_timespan) -> Json:
    """Return the object; `value` has the record's fields, be it of its class or not."""
    written: Json = {}
    for field in record.fields:
        if field.is_group:
            inner = {} if field.is_absent(value) else write(field.type, value, durations)
        elif field.type is Secret or field.left_out(own := _value_of(field, value)):
            continue
        else:
            inner = _written(field.type, own, durations)
        if not field.key:
            written.update(inner)
        elif inner or not field.is_group:
            written[field.key] = inner
        if field.about.also:
            written[field.about.also] = inner
    return written


def present(**values: Any) -> Json:
    """Return what is there: what is absent is left out of answers."""
    return {key: value for key, value in values.items() if value is not None}


def _value_of(field: Field, value: Any) -> Any:
    """Return what a value has in a field, or what is fixed."""
    return getattr(value, field.name) if field.name else next(iter(field.type))


def _written(type_: Any, value: Any, durations: WriteDuration) -> Any:
    match type_:
        case Record():
            return write(type_, value, durations)
        case Choice():
            member, record = type_.of(value)
            return {"type": member, **write(record, value, durations)}
        case Many(item):
            return [_written(item, one, durations) for one in value]
        case Named(item):
            return {name: write(item, one, durations) for name, one in value}
        case _ if type_ is timedelta:
            return durations(value)
        case _ if type_ in _WRITE:
            return _WRITE[type_](value)
        case _:
            return value.name.lower() if isinstance(value, IntEnum) else value
