"""Evaluates template expressions: `[concat(parameters('name'), '/job1')]` → `collection/job1`.

Templates may come from anywhere, so nothing in them may cost much. Variables are evaluated once. Length,
depth and the sum of all results have limits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from migrate.forms.template.functions import LONGEST_RESULT, TOO_LONG, Unknown, function, size
from migrate.forms.template.syntax import Call, Literal, Node, Path, Unresolved, parse
from migrate.found import Defaults, Json

_DEEPEST: Final = 100  # levels of expressions, of the variables they name, and of what is in those
_MOST: Final = 10_000_000  # characters of all results; ARM takes no template above 4,000,000
_LONGEST_SHOWN: Final = 80
_KINDS: Final = {"parameters": "parameter", "variables": "variable"}


class Expressions:
    """The expressions of one template, with the values of its parameters and variables."""

    def __init__(self, parameters: object, variables: object, given: Json, defaults: Defaults) -> None:
        self._parameters = _by_lower_name(parameters)
        self._variables = _by_lower_name(variables)
        self._given = _by_lower_name(given) or {}
        self._facts = _facts(defaults)
        self._known: dict[tuple[str, str], object] = {}
        self._depth = 0
        self._spent = 0

    def resolve(self, value: object) -> object:
        """Return the value with its expressions resolved. An Unknown replaces one that cannot be resolved."""
        try:
            return self._measured(self._resolved(value))
        except Unresolved as exc:
            return Unknown(reason=str(exc))

    def _resolved(self, value: object) -> object:
        try:
            with self._deeper():
                return self._resolved_parts(value)
        except Unresolved as exc:
            return Unknown(reason=str(exc))

    def _resolved_parts(self, value: object) -> object:
        match value:
            case str():
                return self._resolved_text(value)
            case dict():
                return {_unescaped(key): self._resolved(part) for key, part in value.items()}
            case list():
                return [self._resolved(part) for part in value]
            case _:
                return value

    def _resolved_text(self, text: str) -> object:
        """Resolve a text. Without a closing bracket it is neither an expression nor escaped."""
        if not (text.startswith("[") and text.endswith("]")):
            return text
        if text.startswith("[["):
            return _unescaped(text)
        return self._evaluated(parse(text[1:-1]))

    def _evaluated(self, node: Node) -> object:
        with self._deeper():
            match node:
                case Literal():
                    return node.value
                case Call():
                    return _sure(self._called(node))
                case Path():
                    return self._followed(node)

    def _called(self, call: Call) -> object:
        name = call.name.lower()
        if name in _KINDS:
            return self._looked_up(name, call)
        if name in self._facts and not call.arguments:
            return self._facts[name]
        run = function(call.name, len(call.arguments))
        arguments = [self._evaluated(argument) for argument in call.arguments]
        self._spend(sum(len(argument) for argument in arguments if isinstance(argument, str)))
        return self._measured(run(*arguments))

    def _looked_up(self, section: str, call: Call) -> object:
        name = self._evaluated(call.arguments[0]) if len(call.arguments) == 1 else None
        if not isinstance(name, str):
            raise Unresolved(f"the function {section} takes one name")
        key, shown = (section, name.lower()), f"{_KINDS[section]} {_shown(call.arguments[0])}"
        if key not in self._known:
            # This stands here until the value is known. It ends cycles: a value that needs itself finds it.
            self._known[key] = Unknown(reason=f"{shown} refers to itself")
            self._known[key] = self._defined(key, shown)
        return self._known[key]

    def _defined(self, key: tuple[str, str], shown: str) -> object:
        try:
            section, name = key
            return self._parameter(name, shown) if section == "parameters" else self._variable(name, shown)
        except Unresolved as exc:
            return Unknown(reason=str(exc))

    def _parameter(self, name: str, shown: str) -> object:
        """Return the value of a parameters file, which holds no expressions, or else the default value."""
        if self._given.get(name) is not None:
            return self._measured(self._given[name])
        if self._parameters is None:
            raise Unresolved("the template's parameters are not an object")
        default = (_by_lower_name(self._parameters.get(name)) or {}).get("defaultvalue")
        if default is None:
            raise Unresolved(f"{shown} has no value: give it in a parameters file")
        return self.resolve(default)

    def _variable(self, name: str, shown: str) -> object:
        if self._variables is None:
            raise Unresolved("the template's variables are not an object")
        if name not in self._variables:
            raise Unresolved(f"{shown} is not in the template")
        return self.resolve(self._variables[name])

    def _followed(self, path: Path) -> object:
        value = self._evaluated(path.start)
        for step in path.steps:
            missing = (
                f"{_shown(path.start) if isinstance(path.start, Call) else 'it'} has no {_shown(step)} here"
            )
            name = self._evaluated(step)
            self._spend(_looked_at(value, name))
            value = _sure(_step(value, name, missing))
        return value

    def _measured(self, value: object) -> object:
        self._spend(0)  # measuring costs time too
        length = size(value)
        self._spend(length)
        if length > LONGEST_RESULT:
            raise Unresolved(TOO_LONG)
        return value

    def _spend(self, length: int) -> None:
        self._spent += length
        if self._spent > _MOST:
            raise Unresolved(f"the template's expressions come to more than {_MOST:,} characters")

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        if self._depth >= _DEEPEST:
            raise Unresolved(f"the expressions lead deeper than {_DEEPEST} into one another")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1


def _unescaped(text: str) -> str:
    """Return a text without the bracket that escapes it. A key that is an expression stays as it is."""
    return text[1:] if text.startswith("[[") and text.endswith("]") else text


def _facts(defaults: Defaults) -> dict[str, object]:
    """Return what a deployment knows about its target. Here only the command line knows it."""
    return {
        "resourcegroup": {
            "name": defaults.resource_group or Unknown(reason="needs --resource-group"),
            "location": defaults.location or Unknown(reason="needs --location"),
        },
        "subscription": {
            "subscriptionId": defaults.subscription or Unknown(reason="needs --subscription"),
        },
    }


def _looked_at(value: object, step: object) -> int:
    """Return how many characters of names a step is compared with: all names, unless one matches exactly."""
    return sum(map(len, value)) if isinstance(value, dict) and step not in value else 1


def _step(value: object, step: object, missing: str) -> object:
    """Return the property or the element that a step leads to. The case of properties does not matter."""
    match value, step:
        case dict(), str():
            members = value if step in value else _by_lower_name(value) or {}
            key = step if step in value else step.lower()
            if key in members:
                return members[key]
        case list(), int() if not isinstance(step, bool) and 0 <= step < len(value):
            return value[step]
    raise Unresolved(missing)


def _shown(node: Node) -> str:
    """Return the name if the template spells it out. A computed name is not shown: it may be a secret."""
    match node:
        case Literal(value=str() as name):
            return f"'{name[:_LONGEST_SHOWN]}'"
        case Literal(value=value):
            return str(value)
        case Call(name=name) if name.lower() in (*_KINDS, "resourcegroup", "subscription"):
            return f"{name}({', '.join(_shown(argument) for argument in node.arguments)})"
        case _:
            return "(computed)"


def _sure(value: object) -> object:
    if isinstance(value, Unknown):
        raise Unresolved(value.reason)
    return value


def _by_lower_name(section: object) -> Json | None:
    """Return an object with its names in lower case. A missing section counts as empty."""
    if section is None:
        return {}
    return {name.lower(): value for name, value in section.items()} if isinstance(section, dict) else None
