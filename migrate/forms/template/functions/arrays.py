"""Functions that make arrays and objects, or look into them."""

from collections.abc import Callable
from typing import Any, Final

from migrate.forms.template.syntax import Unresolved
from migrate.forms.template.values import a_text, an_array, an_integer, by_lower_name, check_length, written
from migrate.found import Json


def _length(value: object) -> int:
    if not isinstance(value, str | list | dict):
        raise Unresolved("the function length takes a text, an array or an object")
    return len(value)


def _empty(value: object) -> bool:
    if value is not None and not isinstance(value, str | list | dict):
        raise Unresolved("the function empty takes a text, an array or an object")
    return not value


def _create_array(*items: object) -> list[object]:
    return list(items)


def _create_object(*pairs: object) -> Json:
    if len(pairs) % 2:
        raise Unresolved("the function createObject takes names and values in turn")
    names = [a_text("createObject", name) for name in pairs[::2]]
    return dict(zip(names, pairs[1::2], strict=True))


def _array(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _range(start: object, count: object) -> list[int]:
    first, many = an_integer("range", start), an_integer("range", count)
    if many < 0:
        raise Unresolved("the function range cannot count to less than nothing")
    check_length(many)
    return list(range(first, first + many))


def _contains(container: object, item: object) -> bool:
    """Look for an item in an array, for a key in an object in any case, or for a part of a text."""
    match container, item:
        case list(), _:
            return written(item) in map(written, container)
        case dict(), str():
            return item.lower() in (by_lower_name(container) or {})
        case str(), str():
            return item in container
        case _:
            raise Unresolved("the function contains takes an array, an object or a text, and what is in it")


def _first(value: object) -> object:
    return _of_some("first", value, slice(0, 1))


def _last(value: object) -> object:
    return _of_some("last", value, slice(-1, None))


def _of_some(name: str, value: object, part: slice) -> object:
    """Return an item of an array, null if it has none, or a character of a text."""
    if isinstance(value, str):
        return value[part]
    return next(iter(an_array(name, value)[part]), None)


def _skip(value: object, count: object) -> object:
    return _part("skip", value)[max(0, an_integer("skip", count)) :]


def _take(value: object, count: object) -> object:
    return _part("take", value)[: max(0, an_integer("take", count))]


def _part(name: str, value: object) -> str | list[Any]:
    return value if isinstance(value, str) else an_array(name, value)


def _items(value: object) -> list[Json]:
    """Return the members of an object, in the order of their names, as Bicep's loops over one need them."""
    if not isinstance(value, dict):
        raise Unresolved("the function items takes an object")
    return [{"key": key, "value": value[key]} for key in sorted(value)]


def _union(*values: object) -> object:
    """Join arrays, each item once, or objects, of which a later one goes before an earlier one."""
    if values and all(isinstance(value, dict) for value in values):
        return _merged([value for value in values if isinstance(value, dict)])
    items = [item for value in values for item in an_array("union", value)]
    return list({written(item): item for item in reversed(items)}.values())[::-1]


def _merged(objects: list[Json]) -> Json:
    done: Json = {}
    for one in objects:
        for key, value in one.items():
            before = done.get(key)
            both = isinstance(before, dict) and isinstance(value, dict)
            done[key] = _merged([before, value]) if both and before is not None else value
    return done


ARRAYS: Final[dict[str, Callable[..., object]]] = {
    "length": _length,
    "empty": _empty,
    "createarray": _create_array,
    "createobject": _create_object,
    "array": _array,
    "range": _range,
    "contains": _contains,
    "first": _first,
    "last": _last,
    "skip": _skip,
    "take": _take,
    "items": _items,
    "union": _union,
}
