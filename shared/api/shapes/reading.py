"""JSON → values, by their shapes; all faults are collected, each with its path."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final

from shared.api.fields import Fields, pick
from shared.api.shapes.shape import Choice, Field, Many, Named, Record
from shared.domain.errors import Faults, cut
from shared.domain.local_time.wall_time import Moment
from shared.domain.messages import Pairs
from shared.domain.secret import Sealer, Secret, reference_fault

_READ: Final[Mapping[Any, Callable[[Fields, str], Any]]] = {
    bool: Fields.boolean,
    int: Fields.integer,
    float: Fields.number,
    datetime: Fields.instant,
    Moment: Fields.moment,
    timedelta: Fields.timespan,
    Pairs: Fields.texts,
}


class Reader:
    """Reads the objects of one body; None stands for what has faults.

    `own_ways` are those of values that their shape alone does not make, by their classes.
    """

    def __init__(self, faults: Faults, own_ways: "OwnWays", vault: Sealer | None = None) -> None:
        self.faults = faults
        self._own_ways = own_ways
        self._vault = vault

    def value(self, record: Record, fields: Fields) -> Any:
        own_way = self._own_ways.get(record.kind)
        if own_way is not None:
            return own_way(self, record, fields)
        return self.made(record, fields, self.values(record, fields))

    def values(self, record: Record, fields: Fields) -> dict[str, Any]:
        """Return what is there for each field of the value, wherever it stands."""
        values: dict[str, Any] = {}
        for field in record.fields:
            if field.is_group:
                inner = self._object(field, fields)
                values |= _nothing(field) if inner is None else self.values(field.type, inner)
            elif not field.about.read_only and (value := self._read(field, fields)) is not None:
                values[field.name] = value
        values.pop("", None)  # what is fixed, no value keeps
        for field in record.fields:
            if field.about.refuse is not None and field.name in values:
                self._refuse(field, fields.path(field.key), values[field.name])
        return values

    def made(self, record: Record, fields: Fields, values: Mapping[str, Any]) -> Any:
        """Make the value and collect what it refuses, with something in place of what is missing."""
        missing = {field.name: _stand_in(field) for field in record.own_fields() if field.listed}
        whole = {**missing, **values}
        lacks = any(whole[field.name] is None for field in record.own_fields() if field.required)
        if record.kind is None or lacks:
            return None
        with self.faults.under(fields.path()):
            return record.kind(**whole)
        return None

    def choice(self, choice: Choice, fields: Fields) -> Any:
        member = fields.member("type", choice.enum) if fields.required("type") else None
        if member is None and choice.apart:
            self._look_at_all(choice, fields)
        record = None if member is None else choice.records[member]
        return None if record is None else self.value(record, fields)

    def _look_at_all(self, choice: Choice, fields: Fields) -> None:
        """Note what is wrong with the objects that are there, though nothing says which of them is meant."""
        inner = {field.key: field for record in choice.records.values() if record for field in record.fields}
        for field in inner.values():
            if isinstance(field.type, Record) and fields.has(field.key):
                self._read(field, fields)

    def _object(self, field: Field, fields: Fields) -> Fields | None:
        return fields.required_object(field.key) if field.required else fields.object_if_any(field.key)

    def _read(self, field: Field, fields: Fields) -> Any:
        if not field.key:
            return self.choice(field.type, fields)
        if field.required and not fields.required(field.key):
            return None
        return self._held(field, fields)

    def _refuse(self, field: Field, path: str, value: Any) -> None:
        said_at = {path: (value,)}
        if field.type is Pairs:
            said_at = {f"{path}.{cut(pair[0])}": pair for pair in value[: field.about.longest]}
        for place, said in said_at.items():
            fault = field.about.refuse(*said) if field.about.refuse else None
            self.faults.check(fault is None, place, fault or "")

    def _held(self, field: Field, fields: Fields) -> Any:
        key = field.key
        match field.type:
            case Record() as record:
                inner = fields.object_if_any(key)
                return None if inner is None else self.value(record, inner)
            case Choice() as choice:
                inner = fields.object_if_any(key)
                return None if inner is None else self.choice(choice, inner)
            case Many(item):
                return self._items(item, key, fields)
            case Named(item):
                made = [(name, self.value(item, inner)) for name, inner in fields.named(key)]
                return tuple(one for one in made if one[1] is not None)
            case plain if plain in _READ:
                return _READ[plain](fields, key)
        text = fields.text(key)
        if text is None:
            return None
        clean = field.about.clean
        return self._made_of(field.type, fields.path(key), clean(text) if clean else text)

    def _items(self, item: Any, key: str, fields: Fields) -> tuple[Any, ...]:
        if item is int:
            return fields.integers(key)
        if isinstance(item, Record):
            made = [self.value(item, inner) for inner in fields.objects(key)]
            return tuple(one for one in made if one is not None)
        if item is str:
            return tuple(text for _, text in fields.names(key))
        # Another member stands for a text that is none: a fault makes it all the same.
        return tuple(self._made_of(item, *named) or next(iter(item)) for named in fields.names(key))

    def _made_of(self, type_: Any, path: str, text: str) -> Any:
        """Return what a text stands for."""
        if type_ is not Secret:
            return text if type_ is str else pick(type_, path, text, self.faults)
        if self._vault is None:
            raise TypeError(f"{path}: no vault is there for a secret")
        if (fault := reference_fault(text)) is not None:
            self.faults.add(path, fault)
            return None
        with self.faults.under(path):
            return self._vault.seal(text)
        return None


OwnWays = Mapping[type | None, Callable[[Reader, Record, Fields], Any]]


def _nothing(group: Field) -> dict[str, Any]:
    """Return what a value has of a group that was left out."""
    return {own.name: "" for own in group.type.own_fields() if own.required} if group.all_or_none else {}


def _stand_in(field: Field) -> Any:
    if not field.required:
        return None
    if isinstance(field.type, type) and issubclass(field.type, Enum):
        return next(iter(field.type))
    return field.about.example if field.type is str else None
