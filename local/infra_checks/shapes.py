"""What a management SDK says about the JSON of a resource. Its models come in two generations."""

import enum
import importlib
import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

PLAIN: Final = {"str": str, "int": int, "long": int, "bool": bool, "float": float}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What may stand in one place."""

    model: type | None = None
    """The object that belongs here, or in each entry of the list or the map."""
    inside: "Mapping[str, Field] | None" = None
    """The object's fields, where the SDK has flattened it away."""
    container: str = ""
    """`list`, `map` or nothing."""
    plain: type | None = None
    allowed: frozenset[str] = frozenset()
    """The texts that are allowed, or nothing if all are."""
    read_only: bool = False
    required: bool = False


def find_model(place: str) -> type:
    """Return the class of `module:Class`."""
    module, _, name = place.partition(":")
    model: type = getattr(importlib.import_module(module), name)
    return model


@cache
def fields_of(model: type) -> Mapping[str, Field]:
    """Return the fields of an object, by their names in JSON."""
    if hasattr(model, "_attribute_map"):
        return _flattened(model)
    return dict(_declared(model))


def _declared(model: type) -> Iterator[tuple[str, Field]]:
    """Read a model of the newer generation: annotations, and a descriptor for each field."""
    package = importlib.import_module(model.__module__.rpartition(".")[0])
    scope = {**vars(importlib.import_module(model.__module__)), "_models": package}
    hints = typing.get_type_hints(model, globalns=scope)
    for ancestor in reversed(model.__mro__):
        for attribute, descriptor in vars(ancestor).items():
            if type(descriptor).__name__ != "_RestField":
                continue
            name = descriptor._rest_name_input or attribute
            yield name, _from_hint(hints[attribute], read_only=descriptor._visibility == ["read"])


def _from_hint(hint: Any, *, read_only: bool) -> Field:
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    kinds = [option for option in options if option is not type(None)]
    required = len(kinds) == len(options) and not read_only
    enums = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, enum.Enum)]
    allowed = frozenset(str(member.value) for kind in enums for member in kind)
    (kind, *_) = [*(kind for kind in kinds if kind not in enums), str]
    container = {list: "list", dict: "map"}.get(typing.get_origin(kind) or kind, "")
    if container:
        kind = (typing.get_args(kind) or (Any,))[-1]
    return Field(
        model=kind if _is_model(kind) else None,
        container=container,
        plain=kind if kind in PLAIN.values() else None,
        allowed=allowed,
        read_only=read_only,
        required=required,
    )


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and any(
        type(value).__name__ == "_RestField" for value in vars(kind).values()
    )


def _flattened(model: Any) -> Mapping[str, Field]:
    """Read a model of the older generation: a table, in which `properties.a` is a field of `properties`."""
    found: dict[str, Any] = {}
    for variant in (model, *_variants(model)):
        for attribute, entry in variant._attribute_map.items():
            rules = variant._validation.get(attribute, {})
            *outer, last = (part.replace("\\.", ".") for part in re.split(r"(?<!\\)\.", entry["key"]))
            place = found
            for part in outer:
                place = place.setdefault(part, {})
            place[last] = _from_table(variant, entry["type"], rules)
    return _closed(found)


def _variants(model: Any) -> Iterator[Any]:
    """Yield the kinds of an object that a field of its own tells apart."""
    package = importlib.import_module(model.__module__)
    for kinds in vars(model).get("_subtype_map", {}).values():  # subclasses inherit the attribute
        for name in kinds.values():
            yield getattr(package, name)
            yield from _variants(getattr(package, name))


def _from_table(model: Any, kind: str, rules: Mapping[str, Any]) -> Field:
    container = {"[": "list", "{": "map"}.get(kind[0], "")
    kind = kind.strip("[]{}")
    return Field(
        model=getattr(importlib.import_module(model.__module__), kind, None),
        container=container,
        plain=PLAIN.get(kind),
        read_only=bool(rules.get("readonly")),
        required=bool(rules.get("required")),
    )


def _closed(found: Mapping[str, Any]) -> Mapping[str, Field]:
    return {
        name: entry if isinstance(entry, Field) else Field(inside=_closed(entry))
        for name, entry in found.items()
    }
