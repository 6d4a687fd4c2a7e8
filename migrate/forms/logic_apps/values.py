"""What a workflow's expressions stand for, as far as that is known before it runs.

1. A text that begins with `@` is an expression; one with `@{…}` in it holds some. `@@` is an `@`.
2. `parameters('x')` and `appsetting('x')` are looked up. Some functions of texts are carried out.
3. All else, such as `utcNow()` and `triggerBody()`, is known only to Logic Apps while the workflow runs.
   Such a text stays as it is, and a reason is noted. A reason never holds a value.
"""

import json
import re
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from migrate.forms.template.syntax import Call, Literal, Node, Path, Unresolved, parse
from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults, cut

_BEGIN: Final = re.compile(r"@(@?)\{")
_QUOTE_OR_END: Final = re.compile(r"['}]")
_OPTIONAL: Final = re.compile(r"('[^']*+')|\?(?=[\[.])")
_TO_SETTING: Final = re.compile(r"@\{?appsetting\('([^']*)'\)\}?", re.IGNORECASE)
_IN_VAULT: Final = "@microsoft.keyvault("
_LONGEST: Final = 100_000  # a job may have 16,384 characters; functions in one another must not grow for ever
_ONLY_THERE: Final = "holds an expression that only Logic Apps evaluates"
# A reason names only these. Any other word may be part of a secret that begins with '@'.
_NAMED: Final = {
    name.lower(): name
    for name in (
        *("actions", "addDays", "addHours", "addMinutes", "addToTime", "body", "convertFromUtc"),
        *("formatDateTime", "guid", "items", "outputs", "rand", "result", "startOfDay", "substring", "ticks"),
        *("triggerBody", "triggerOutputs", "utcNow", "variables", "workflow"),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A value with its expressions carried out; `unknown` says why some were not.

    `secure` names the parameters in it that are secrets to Logic Apps, `settings` the settings of the app,
    which may be secrets.
    """

    value: Any
    unknown: tuple[str, ...] = ()
    secure: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


class Values:
    """The parameters of a workflow and the settings of its app, by which its expressions are carried out."""

    def __init__(self, declared: Json, given: Json, settings: Mapping[str, object]) -> None:
        self._parameters = {**_defaults(declared), **_given(given)}
        self._secure = {name for name, one in _entries({**given, **declared}) if _is_secure(one)}
        self._settings = {name.lower(): value for name, value in settings.items()}

    def resolved(self, value: object) -> Resolved:
        resolving = _Resolving(self)
        found = resolving.part(value)
        return Resolved(
            value=found,
            unknown=tuple(resolving.reasons),
            secure=tuple(resolving.secure),
            settings=tuple(resolving.settings),
        )

    def parameter(self, name: str) -> object:
        value = self._parameters.get(name.lower())
        if value is None:
            raise Unresolved(f"needs the parameter '{cut(name)}', which has no value here")
        return value

    def setting(self, name: str) -> object:
        value = self._settings.get(name.lower())
        if value is None:
            raise Unresolved(f"needs the app setting '{cut(name)}', which is in no file")
        if isinstance(value, str) and value.lower().startswith(_IN_VAULT):
            raise Unresolved(f"needs the app setting '{cut(name)}', which is in a key vault")
        return value

    def is_secure(self, name: str) -> bool:
        return name.lower() in self._secure


class _Resolving:
    """One value while it is resolved, with the reasons and the secrets that were met, each once."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self.reasons: dict[str, None] = {}
        self.secure: dict[str, None] = {}
        self.settings: dict[str, None] = {}

    def part(self, value: object) -> object:
        match value:
            case str():
                return self._text(value)
            case dict():
                return {key: self.part(part) for key, part in value.items()}
            case list():
                return [self.part(part) for part in value]
            case _:
                return value

    def _text(self, text: str) -> object:
        if text.startswith("@@"):
            return text[1:]
        try:
            if text.startswith("@") and not text.startswith("@{"):
                return self._evaluated(_parsed(text[1:]))
            return "".join(self._pieces(text))
        except Unresolved as exc:
            self.reasons[str(exc)] = None
            return text

    def _pieces(self, text: str) -> Iterator[str]:
        """Yield the parts of a text, with the expressions in it carried out. One without an end is text."""
        end_of, at = _ends_of_expressions(text), 0
        while begin := _BEGIN.search(text, at):
            yield text[at : begin.start()]
            end = end_of(begin.end())
            if end is None:
                at = begin.start() + 1
                yield "@"
                continue
            at = end + 1
            escaped = begin[1]
            yield text[begin.start() + 1 : at] if escaped else self._filled(text[begin.end() : end])
        yield text[at:]

    def _filled(self, expression: str) -> str:
        return _written(self._evaluated(_parsed(expression)))

    def _evaluated(self, node: Node) -> object:
        match node:
            case Literal():
                return node.value
            case Path():
                return self._followed(node)
            case Call():
                return self._called(node)

    def _called(self, call: Call) -> object:
        name, arguments = call.name.lower(), [self._evaluated(one) for one in call.arguments]
        match name, arguments:
            case "parameters", [str() as named]:
                return self._parameter(named)
            case "appsetting", [str() as named]:
                return self._setting(named)
            case _:
                return _carried_out(name, arguments)

    def _parameter(self, name: str) -> object:
        if self._values.is_secure(name):
            self.secure[name] = None
        return self._looked_into(self._values.parameter(name))

    def _setting(self, name: str) -> object:
        self.settings[name] = None
        return self._values.setting(name)

    def _looked_into(self, value: object) -> object:
        """Return the value of a parameter. A text in it may lead on to a setting, and no further."""
        match value:
            case str():
                leads = _TO_SETTING.fullmatch(value)
                return self._setting(leads[1]) if leads else value
            case dict():
                return {key: self._looked_into(part) for key, part in value.items()}
            case list():
                return [self._looked_into(part) for part in value]
            case _:
                return value

    def _followed(self, path: Path) -> object:
        value = self._evaluated(path.start)
        for step in map(self._evaluated, path.steps):
            if not isinstance(value, dict) or step not in value:
                raise Unresolved("needs a part of a parameter that is not there")
            value = value[step]
        return value


def written(value: object) -> str | None:
    """Return a value as a text: one as it is, anything else as JSON. Nothing is nothing."""
    return None if value is None else _written(value)


def _written(value: object) -> str:
    match value:
        case str():
            return value
        case bool():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False)


def _ends_of_expressions(text: str) -> Callable[[int], int | None]:
    """Return what finds the `}` that ends an expression which begins at a place; one in quotes is text.

    All ends are found at once, from the last quote or `}` to the first, so that a text is read once,
    however many expressions begin in it.
    """
    marks = [match.start() for match in _QUOTE_OR_END.finditer(text)]
    ends: list[int | None] = [None] * (len(marks) + 2)
    closing = len(marks)  # the quote that follows
    for index in reversed(range(len(marks))):
        if text[marks[index]] == "}":
            ends[index] = marks[index]
        else:
            ends[index] = ends[min(closing, len(marks)) + 1]
            closing = index
    return lambda begin: ends[bisect_left(marks, begin)]


def _parsed(expression: str) -> Node:
    """Return the tree of an expression, which is written as in templates, but for the `?` before a step."""
    try:
        return parse(_OPTIONAL.sub(lambda match: match[1] or "", expression))
    except Unresolved:
        raise Unresolved(_ONLY_THERE) from None


def _carried_out(name: str, arguments: list[object]) -> str:
    run = _FUNCTIONS.get(name)
    texts = [one for one in arguments if isinstance(one, str)]
    if run is None or len(texts) != len(arguments):
        raise Unresolved(f"{_ONLY_THERE} ({_NAMED[name]})" if name in _NAMED else _ONLY_THERE)
    if sum(map(len, texts)) > _LONGEST:
        raise Unresolved(f"holds an expression with more than {_LONGEST:,} characters")
    try:
        return run(*texts)
    except TypeError:
        raise Unresolved(_ONLY_THERE) from None


def _encoded(text: str) -> str:
    return quote(text, safe="")


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode()


_FUNCTIONS: Final[dict[str, Callable[..., str]]] = {
    "concat": lambda *texts: "".join(texts),
    "base64": _base64,
    "encodebase64": _base64,
    "encodeuricomponent": _encoded,
    "uricomponent": _encoded,
    "string": lambda text: text,
    "tolower": lambda text: text.lower(),
    "toupper": lambda text: text.upper(),
    "trim": lambda text: text.strip(),
}


def _entries(parameters: Json) -> list[tuple[str, Fields]]:
    return [
        (name.lower(), Fields(one, Faults())) for name, one in parameters.items() if isinstance(one, dict)
    ]


def _defaults(declared: Json) -> Json:
    return {name: one.raw("defaultValue") for name, one in _entries(declared) if one.has("defaultValue")}


def _given(given: Json) -> Json:
    return {name: one.raw("value") for name, one in _entries(given) if one.has("value")}


def _is_secure(entry: Fields) -> bool:
    return str(entry.raw("type")).lower() in ("securestring", "secureobject")
