"""The functions of template expressions that need nothing but their arguments."""

import base64
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from migrate.forms.template.syntax import Unresolved

LONGEST_RESULT: Final = 100_000  # a job may have 16,384 characters
DEEPEST_RESULT: Final = 100
TOO_LONG: Final = f"the result is longer than {LONGEST_RESULT:,} characters"
_INTEGER: Final = re.compile(r"\s*[+-]?[0-9]{1,19}\s*")
_FORMAT_ITEM: Final = re.compile(r"\{\{|\}\}|\{([0-9]{1,3})\}|[{}]")

# A report names only these. Any other word may be part of a password that looks like a call.
_NAMED: Final = frozenset(
    """
    add and any array base64ToJson base64ToString bool coalesce contains copyIndex createArray
    createObject dataUri dataUriToString dateTimeAdd dateTimeFromEpoch dateTimeToEpoch deployer
    deployment div empty endsWith environment equals extensionResourceId filter first flatten float
    greater greaterOrEquals groupBy guid if indexFromEnd indexOf intersection items join json lambda
    lambdaVariables last lastIndexOf length less lessOrEquals list listAccountSas listCallbackUrl
    listKeys listSecrets listServiceSas loadFileAsBase64 managementGroup map mapValues max min mod mul
    newGuid not null objectKeys or padLeft parseCidr pickZones providers range reduce reference
    references resourceId shallowMerge skip sort split startsWith sub subscriptionResourceId substring
    take tenant tenantResourceId toLogicalZone toObject tryGet tryIndexFromEnd tryParse union
    uniqueString uri uriComponent uriComponentToString utcNow
    """.lower().split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Stands in place of a value that cannot be resolved, and says why."""

    reason: str


def function(name: str, arguments: int) -> Callable[..., object]:
    """Return the function with this name, in any case, that takes so many arguments."""
    named = _FUNCTIONS.get(name.lower())
    if named is None:
        known = name.lower() in _NAMED
        raise Unresolved(
            f"the function {name} is not understood" if known else "a function is not understood"
        )
    try:
        signature(named).bind(*[None] * arguments)
    except TypeError:
        raise Unresolved(f"the function {name} is given too many or too few arguments") from None
    return named


def size(value: object) -> int:
    """Return about how many characters a value has. Counting stops just above the longest allowed.

    A value that variables share is counted wherever it appears, as if it were written out.
    """
    total, rest = 0, [(value, 1)]
    while rest and total <= LONGEST_RESULT:
        part, depth = rest.pop()
        if depth > DEEPEST_RESULT:
            raise Unresolved(f"the value is nested deeper than {DEEPEST_RESULT}")
        inner = _inner(part)
        total += len(inner) + (len(part) if isinstance(part, str) else 1)
        rest += [(each, depth + 1) for each in inner]
    return total


def _inner(value: object) -> Sequence[object]:
    match value:
        case dict():
            return [*value, *value.values()]
        case list():
            return value
        case _:
            return ()


def _concat(*parts: object) -> object:
    """Join texts and numbers, or arrays with arrays."""
    if parts and all(isinstance(part, list) for part in parts):
        return _concat_arrays([part for part in parts if isinstance(part, list)])
    texts = [_text_or_integer("concat", part) for part in parts]
    _check_length(sum(len(text) for text in texts))
    return "".join(texts)


def _concat_arrays(arrays: list[list[Any]]) -> list[Any]:
    _check_length(sum(len(array) for array in arrays))
    return [item for array in arrays for item in array]


def _format(pattern: object, *arguments: object) -> str:
    """Fill in `{0}`, `{1}` and so on. A number format such as `{0:N}` depends on a culture and is kept."""
    text, done, length, at = _text("format", pattern), [], 0, 0
    for item in _FORMAT_ITEM.finditer(text):
        filled = _filled(item, arguments)
        done += [text[at : item.start()], filled]
        length += len(filled)
        _check_length(length)
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
            _check_length(size(value))
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_refuse)
        case _:
            raise Unresolved("the function string cannot write such a value")


def _refuse(value: object) -> object:
    raise Unresolved(value.reason if isinstance(value, Unknown) else "the value is not JSON")


def _json(value: object) -> object:
    """Read JSON. Bicep has no other way to write a number with a fraction."""
    try:
        return json.loads(_text("json", value), parse_constant=_refuse_constant)
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
    return _text("toLower", value).lower()


def _upper(value: object) -> str:
    return _text("toUpper", value).upper()


def _replace(value: object, old: object, new: object) -> str:
    text, gone, come = _text("replace", value), _text("replace", old), _text("replace", new)
    if not gone:
        raise Unresolved("the function replace cannot look for an empty text")
    _check_length(len(text) + text.count(gone) * (len(come) - len(gone)))
    return text.replace(gone, come)


def _trim(value: object) -> str:
    return _text("trim", value).strip()


def _base64(value: object) -> str:
    try:
        return base64.b64encode(_text("base64", value).encode()).decode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can hold
        raise Unresolved("the function base64 takes a text of whole characters") from None


def _true() -> bool:
    return True


def _false() -> bool:
    return False


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise Unresolved(f"the function {name} takes a text")
    return value


def _text_or_integer(name: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise Unresolved(f"the function {name} takes texts and numbers, or arrays")
    return value


def _check_length(length: int) -> None:
    """Refuse a length before the result is built, which could have billions of characters."""
    if length > LONGEST_RESULT:
        raise Unresolved(TOO_LONG)


_FUNCTIONS: Final[dict[str, Callable[..., object]]] = {
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
    "true": _true,
    "false": _false,
}
