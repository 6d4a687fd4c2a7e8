"""The shapes of objects on the wire, made from the values' own fields and from what is said beside them."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, is_dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from shared.domain.about import EXTENDED, About
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.messages import Pairs
from shared.domain.secret import Secret

_PLAIN: Final = About()


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A key of an object. `name` is the value's field; an object that the value does not have has none.

    `type` is a plain type, `Pairs`, or the shape of an object or array: Record, Choice, Many, Named. A field
    without a key holds a Choice whose keys stand beside those of the others.
    """

    name: str
    key: str
    type: Any
    about: About = _PLAIN
    required: bool = False
    listed: bool = False
    """The document asks for it; reading may do without, as when something is replaced that has it."""
    answered: bool = False
    """Every answer has it."""
    default: Any = None
    all_or_none: bool = False
    """Of a group: without it, the texts that it must have are empty in the value, and no answer has it."""

    def left_out(self, value: Any) -> bool:
        """Say whether a value is absent, or says nothing: then no answer has it."""
        return value is None or (not value and value == self.default)

    def is_absent(self, value: Any) -> bool:
        """Say whether a value has nothing of a group that it need not have."""
        return self.all_or_none and not any(getattr(value, own.name) for own in self.type.own_fields())

    @property
    def is_group(self) -> bool:
        return isinstance(self.type, Record) and self.type.kind is None


@dataclass(frozen=True, slots=True)
class Record:
    """An object with these keys; `kind` is its value's class, None if the value around it has its fields."""

    kind: type | None
    fields: tuple[Field, ...]

    def own_fields(self) -> Iterator[Field]:
        """Yield the fields that the value itself has, wherever they stand."""
        for field in self.fields:
            if field.is_group:
                yield from field.type.own_fields()
            elif field.name:
                yield field

    def read_only(self) -> tuple[str, ...]:
        """Return the keys that are answered, and not heard when they are sent back."""
        own = [field for field in self.fields if field.about.read_only]
        return tuple(key for field in own for key in (field.key, field.about.also) if key)

    def known_to(self, version: str) -> "Record":
        """Return the shape as an api-version knows it: before local time, all times are instants."""
        known = (field for field in self.fields if field.about.since <= version)
        return replace(
            self, fields=tuple(replace(field, type=_known_to(field.type, version)) for field in known)
        )

    def paths_since(self, version: str) -> Iterator[str]:
        """Yield the paths of the keys that came with an api-version."""
        for field in self.fields:
            if field.about.since == version:
                yield field.key
            elif isinstance(field.type, Record):
                yield from (f"{field.key}.{path}" for path in field.type.paths_since(version))

    def without(self, *keys: str) -> "Record":
        return replace(self, fields=tuple(field for field in self.fields if field.key not in keys))

    def all_or_none(self, key: str) -> "Record":
        """Return the shape whose group of that key may be left out as a whole."""
        free: dict[str, Any] = {"required": False, "listed": False, "answered": False, "all_or_none": True}
        return replace(
            self, fields=tuple(replace(one, **free) if one.key == key else one for one in self.fields)
        )

    def beginning_with(self, *keys: str) -> "Record":
        first = {field.key: field for field in self.fields if field.key in keys}
        return Record(self.kind, (*(first[key] for key in keys), *self.without(*keys).fields))


@dataclass(frozen=True, slots=True)
class Many:
    """An array; one that is alone may stand without."""

    item: Any


@dataclass(frozen=True, slots=True)
class Named:
    """An object whose keys are the caller's own, and whose values are all alike."""

    item: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several objects; `type` says which, and None is an object without meaning."""

    records: Mapping[StrEnum, Record | None]
    apart: bool = False
    """Each has its keys in an object of its own; the objects of other types are not looked at."""

    @property
    def enum(self) -> type[StrEnum]:
        return type(next(iter(self.records)))

    def of(self, value: Any) -> tuple[StrEnum, Record]:
        """Return the type of a value, which has it or is known by its class, and its shape."""
        return next(
            (member, record)
            for member, record in self.records.items()
            if record and record.kind is type(value) and getattr(value, "type", member) is member
        )


def record(
    kind: type,
    *,
    keys: Mapping[str, str] | None = None,
    holds: Mapping[str, Record] | None = None,
    types: Mapping[Any, Choice] | None = None,
    fixed: Mapping[str, type[StrEnum]] | None = None,
) -> Record:
    """Return the shape of a dataclass.

    `keys` names single fields anew, and `holds` says what they hold; `types` has the choices that unions are.
    `fixed` are keys that always hold the one member of an enum, which no value need keep.
    """
    hints = get_type_hints(kind, include_extras=True)
    own_fields = []
    for own in dataclasses.fields(kind):
        about, hint = _about(hints[own.name])
        key = (keys or {}).get(own.name) or about.key or _camel(own.name)
        shape, optional = _shape_of(hint, types or {})
        own_fields.append(_field(own, key, about, (holds or {}).get(own.name, shape), optional=optional))
    constants = [_fixed(key, enum) for key, enum in (fixed or {}).items()]
    return Record(kind, tuple(_grouped([*constants, *own_fields])))


def _field(own: "dataclasses.Field[Any]", key: str, about: About, type_: Any, *, optional: bool) -> Field:
    missing = own.default is MISSING and own.default_factory is MISSING
    field = Field(name=own.name, key=key, type=type_, about=about, default=_default_of(own))
    answered = missing or not field.left_out(field.default)
    return replace(field, required=missing and not optional, listed=missing, answered=answered)


def _default_of(own: "dataclasses.Field[Any]") -> Any:
    if own.default_factory is not MISSING:
        return own.default_factory()
    return None if own.default is MISSING else own.default


def _fixed(key: str, enum: type[StrEnum]) -> Field:
    return Field(name="", key=key, type=enum, required=True, listed=True, answered=True)


def _grouped(fields: Iterable[Field]) -> Iterator[Field]:
    """Yield the fields, those with dotted keys within an object that stands where the first of them stood."""
    heads: dict[str, list[Field]] = {}
    for field in fields:
        heads.setdefault(field.key.partition(".")[0], []).append(field)
    for head, members in heads.items():
        if head and "." in members[0].key:
            inner = [replace(field, key=field.key.partition(".")[2]) for field in members]
            yield Field(
                name="",
                key=head,
                type=Record(None, tuple(_grouped(inner))),
                required=any(field.required for field in inner),
                listed=any(field.listed for field in inner),
                answered=any(field.answered for field in inner),
            )
        else:
            yield from (replace(field, key=head) for field in members)


def _about(hint: Any) -> tuple[About, Any]:
    if get_origin(hint) is not Annotated:
        return _PLAIN, hint
    inner, about = get_args(hint)
    return about, inner


def _shape_of(hint: Any, types: Mapping[Any, Choice]) -> tuple[Any, bool]:
    """Return the shape of what a field holds, and whether it may be None."""
    arms = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    inner = [arm for arm in arms if arm is not NoneType]
    if WallTime in inner:
        return Moment, len(inner) < len(arms)
    return _plain_shape(inner, types), len(inner) < len(arms)


def _plain_shape(arms: list[Any], types: Mapping[Any, Choice]) -> Any:
    arm = arms[0]
    if known := next((shape for type_, shape in types.items() if arm in (type_, *get_args(type_))), None):
        return known
    if arm == Pairs:
        return Pairs
    if get_origin(arm) is tuple and get_origin(get_args(arm)[0]) is tuple:
        return Named(record(get_args(get_args(arm)[0])[1], types=types))
    if get_origin(arm) is tuple:
        return Many(_plain_shape([get_args(arm)[0]], types))
    is_object = isinstance(arm, type) and is_dataclass(arm) and arm is not Secret
    return record(arm, types=types) if is_object else arm


def _known_to(type_: Any, version: str) -> Any:
    match type_:
        case Record():
            return type_.known_to(version)
        case Choice():
            records = {member: one and one.known_to(version) for member, one in type_.records.items()}
            return replace(type_, records=records)
        case Many(item) if isinstance(item, Record):
            return Many(item.known_to(version))
        case _:
            return datetime if type_ == Moment and version < EXTENDED else type_


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
