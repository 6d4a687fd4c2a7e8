"""Functions that make or read texts."""

import base64
import json
import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

from migrate.forms.template.syntax import Unresolved
from migrate.forms.template.values import a_text, an_array, an_integer, check_length, refuse, size

_INTEGER: Final = re.compile(r"\s*[+-]?[0-9]{1,19}\s*")
_FORMAT_ITEM: Final = re.compile(r"\{\{|\}\}|\{([0-9]{1,3})\}|[{}]")
_MOST_DELIMITERS: Final = 20  # each is looked for in the whole text; people give one or two


def _concat(*parts: object) -> object:
    """Join texts and numbers, or arrays with arrays."""
    if parts and all(isinstance(part, list) for part in parts):
        return _concat_arrays([part for part in parts if isinstance(part, list)])
    texts = [_text_or_integer("concat", part) for part in parts]
    check_length(sum(len(text) for text in texts))
    return "".join(texts)


def _concat_arrays(arrays: list[list[Any]]) -> list[Any]:
    check_length(sum(len(array) for array in arrays))
    return [item for array in arrays for item in array]


def _format(pattern: object, *arguments: object) -> str:
    """Fill in `{0}`, `{1}` and so on. A number format such as `{0:N}` depends on a culture and is kept."""
    text, done, length, at = a_text("format", pattern), list[str](), 0, 0
    for item in _FORMAT_ITEM.finditer(text):
        filled = _filled(item, arguments)
        done += [text[at : item.start()], filled]
        length += len(filled)
        check_length(length)
        at = item.end()
    return "".join([*done, text[at:]])


def _filled(item: re.Match[str], arguments: tuple[object, ...]) -> str:
    if item[0] in ("{{", "}}"):
        return item[0][0]
    if item[1] is None:
        raise Unresolved("the function format is understood only with items such as {0}")
    if int(item[1]) >= len(arguments):
        raise Unresolved(f"the function format has no argument {item[1]}")
    return _string(arguments[int(item[1])])


def _string(value: object) -> str:
    """Write a value as ARM does: True with a capital, arrays and objects as JSON."""
    match value:
        case str():
            return value
        case bool() | int():
            return str(value)
        case dict() | list():
            check_length(size(value))
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=refuse)
        case _:
            raise Unresolved("the function string cannot write such a value")


def _json(value: object) -> object:
    """Read JSON. Bicep has no other way to write a number with a fraction."""
    try:
        return json.loads(a_text("json", value), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Unresolved("the function json takes a text that is JSON") from None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _int(value: object) -> int:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Unresolved("the function int takes a whole number")


def _lower(value: object) -> str:
    return a_text("toLower", value).lower()


def _upper(value: object) -> str:
    return a_text("toUpper", value).upper()


def _replace(value: object, old: object, new: object) -> str:
    text, gone, come = a_text("replace", value), a_text("replace", old), a_text("replace", new)
    if not gone:
        raise Unresolved("the function replace cannot look for an empty text")
    check_length(len(text) + text.count(gone) * (len(come) - len(gone)))
    return text.replace(gone, come)


def _trim(value: object) -> str:
    return a_text("trim", value).strip()


def _base64(value: object) -> str:
    try:
        return base64.b64encode(a_text("base64", value).encode()).decode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can hold
        raise Unresolved("the function base64 takes a text of whole characters") from None


def _text_or_integer(name: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise Unresolved(f"the function {name} takes texts and numbers, or arrays")
    return value


def _split(value: object, delimiters: object) -> list[str]:
    """Cut a text at each delimiter; several may be given as an array."""
    several = delimiters if isinstance(delimiters, list) else [delimiters]
    if len(several) > _MOST_DELIMITERS:
        raise Unresolved(f"the function split is given more than {_MOST_DELIMITERS} delimiters")
    parts = [a_text("split", value)]
    for delimiter in (a_text("split", one) for one in several):
        parts = [cut for part in parts for cut in (part.split(delimiter) if delimiter else [part])]
    return parts


def _join(parts: object, delimiter: object) -> str:
    texts = [_text_or_integer("join", part) for part in an_array("join", parts)]
    between = a_text("join", delimiter)
    check_length(sum(map(len, texts)) + len(between) * len(texts))
    return between.join(texts)


def _substring(value: object, start: object, length: object = None) -> str:
    whole, begin = a_text("substring", value), an_integer("substring", start)
    count = len(whole) - begin if length is None else an_integer("substring", length)
    if begin < 0 or count < 0 or begin + count > len(whole):
        raise Unresolved("the function substring leads beyond the text")
    return whole[begin : begin + count]


def _starts_with(value: object, start: object) -> bool:
    return a_text("startsWith", value).lower().startswith(a_text("startsWith", start).lower())


def _ends_with(value: object, end: object) -> bool:
    return a_text("endsWith", value).lower().endswith(a_text("endsWith", end).lower())


def _pad_left(value: object, length: object, filler: object = " ") -> str:
    wanted, char = an_integer("padLeft", length), a_text("padLeft", filler)
    check_length(wanted)
    if len(char) != 1:
        raise Unresolved("the function padLeft fills with one character")
    return _text_or_integer("padLeft", value).rjust(wanted, char)


def _uri(base: object, relative: object) -> str:
    """Join addresses as ARM documents it: after the last slash of the first, and with one slash between."""
    start, end = a_text("uri", base), a_text("uri", relative)
    scheme, found, path = start.partition("://")
    if not found or not path:
        raise Unresolved("the function uri takes an address that begins with a scheme and a host")
    kept = path[: path.rfind("/") + 1] if "/" in path else f"{path}/"
    return f"{scheme}://{kept}{end.removeprefix('/')}"


def _uri_component(value: object) -> str:
    try:
        return quote(a_text("uriComponent", value), safe="")
    except UnicodeEncodeError:
        raise Unresolved("the function uriComponent takes a text of whole characters") from None


TEXTS: Final[dict[str, Callable[..., object]]] = {
    "concat": _concat,
    "format": _format,
    "string": _string,
    "json": _json,
    "int": _int,
    "tolower": _lower,
    "toupper": _upper,
    "replace": _replace,
    "trim": _trim,
    "base64": _base64,
    "split": _split,
    "join": _join,
    "substring": _substring,
    "startswith": _starts_with,
    "endswith": _ends_with,
    "padleft": _pad_left,
    "uri": _uri,
    "uricomponent": _uri_component,
}
