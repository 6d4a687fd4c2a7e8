"""Evaluates template expressions: `[concat(parameters('name'), '/job1')]` → `collection/job1`.

Nothing may cost much (`budget.py`). Variables are evaluated once. Length, depth and the sum of all results
have limits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from migrate.forms.template.budget import CALL, TURN
from migrate.forms.template.functions.azure import resource_id, subscription_resource_id, unique_string
from migrate.forms.template.functions.table import function, wrong_number
from migrate.forms.template.paths import looked_at, missing, shown_name, stepped
from migrate.forms.template.scope import Function, Known, Scope
from migrate.forms.template.syntax import Call, Literal, Node, Path, Unresolved, parse
from migrate.forms.template.values import (
    LONGEST_RESULT,
    TOO_LONG,
    Unknown,
    a_truth,
    an_integer,
    by_lower_name,
    size,
    sure,
)

MOST_TURNS: Final = 800  # of a copy loop, as in ARM
_KINDS: Final = {"parameters": "parameter", "variables": "variable"}
_IDS: Final = {"resourceid": resource_id, "subscriptionresourceid": subscription_resource_id}
_LAZY: Final = ("if", "and", "or", "coalesce")
_OF_RESOURCES: Final = ""
"""The name of the loop that copyIndex() means: that of the resource, whatever its own name is."""


class Expressions:
    """The expressions of one template, inside the copy loops that stand around them."""

    def __init__(self, scope: Scope, loops: Mapping[str, int] | None = None) -> None:
        self.scope = scope
        self._loops = loops or {}

    def resolve(self, value: object) -> object:
        """Return the value with its expressions resolved. An Unknown replaces one that cannot be resolved."""
        return self.known(value).value

    def known(self, value: object) -> Known:
        """Resolve a value, and say whether part of it is made up."""
        before, self.scope.made_up = self.scope.made_up, False
        known = Known(value=self._whole(value), made_up=self.scope.made_up)
        self.scope.made_up = before
        return known

    def turns(self, loop: object) -> list["Expressions"]:
        """Return the expressions in each turn of a resource's copy loop; raise Unresolved if it is none."""
        name, count = self._loop(loop)
        return [self._inside({_OF_RESOURCES: index, name: index}) for index in range(count)]

    def _inside(self, loops: Mapping[str, int]) -> "Expressions":
        return Expressions(self.scope, {**self._loops, **loops})

    def _whole(self, value: object) -> object:
        try:
            return self._measured(self._resolved(value))
        except Unresolved as exc:
            return Unknown(reason=str(exc))

    def _resolved(self, value: object) -> object:
        try:
            with self.scope.budget.deeper():
                return self._resolved_parts(value)
        except Unresolved as exc:
            return Unknown(reason=str(exc))

    def _resolved_parts(self, value: object) -> object:
        match value:
            case str():
                return self._resolved_text(value)
            case dict():
                return dict(self._resolved_members(value))
            case list():
                return [self._resolved(part) for part in value]
            case _:
                return value

    def _resolved_members(self, value: dict[str, object]) -> Iterator[tuple[str, object]]:
        """Yield the members of an object. A list under `copy` holds loops, each of which writes a member."""
        for key, part in value.items():
            if key.lower() == "copy" and isinstance(part, list):
                for loop in part:
                    yield self._repeated(loop)
            else:
                yield _unescaped(key), self._resolved(part)

    def _repeated(self, loop: object) -> tuple[str, object]:
        """Return the name of a loop and the array that it makes. One that cannot be read is named `copy`."""
        entry = by_lower_name(loop) or {}
        written = entry.get("name")
        shown = written if isinstance(written, str) else "copy"
        try:
            name, count = self._loop(loop)
        except Unresolved as exc:
            return shown, Unknown(reason=str(exc))
        turns = range(count)
        return shown, [self._inside({name: index})._resolved(entry.get("input")) for index in turns]

    def _loop(self, loop: object) -> tuple[str, int]:
        """Return the name of a copy loop in lower case, and how often it turns."""
        entry = by_lower_name(loop) or {}
        self.scope.budget.spend(len(entry))
        name, count = entry.get("name"), self._resolved(entry.get("count"))
        if not isinstance(name, str):
            raise Unresolved("a copy loop has no name")
        if isinstance(count, Unknown):
            raise Unresolved(f"the count of a copy loop: {count.reason}")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_TURNS:
            raise Unresolved(f"the count of a copy loop is not a whole number from 0 to {MOST_TURNS}")
        self.scope.budget.spend(count * TURN)
        return name.lower(), count

    def _resolved_text(self, text: str) -> object:
        """Resolve a text. Without a closing bracket it is neither an expression nor escaped."""
        if not (text.startswith("[") and text.endswith("]")):
            return text
        if text.startswith("[["):
            return _unescaped(text)
        self.scope.budget.spend(len(text))
        return self._evaluated(parse(text[1:-1]))

    def _evaluated(self, node: Node) -> object:
        with self.scope.budget.deeper():
            match node:
                case Literal():
                    return node.value
                case Call():
                    return sure(self._called(node))
                case Path():
                    return self._followed(node)

    def _called(self, call: Call) -> object:
        name = call.name.lower()
        if name in _KINDS:
            return self._looked_up(name, call)
        if name in self.scope.facts and not call.arguments:
            return self.scope.facts[name]
        if name in _LAZY:
            return self._called_lazily(name, call)
        if own := self.scope.sections.functions.get(name):
            return self._called_own(own, call)
        return self._called_of_arm(name, call)

    def _called_of_arm(self, name: str, call: Call) -> object:
        if name == "copyindex":
            return self._copy_index([self._evaluated(argument) for argument in call.arguments])
        if name == "uniquestring":
            unique = unique_string(*self._arguments(call))
            self.scope.made_up = True
            return unique
        if name in _IDS:
            return _IDS[name](self.scope.facts, *self._arguments(call))
        run = function(call.name, len(call.arguments))
        return self._measured(run(*self._arguments(call)))

    def _arguments(self, call: Call) -> list[object]:
        arguments = [self._evaluated(argument) for argument in call.arguments]
        self.scope.budget.spend(sum(map(size, arguments)))
        return arguments

    def _called_lazily(self, name: str, call: Call) -> object:
        """Evaluate only the arguments that matter: the others may need what nobody knows."""
        match name, call.arguments:
            case "if", (condition, then, otherwise):
                return self._evaluated(then if self._holds(name, condition) else otherwise)
            case "and", (_, _, *_):
                return all(self._holds(name, argument) for argument in call.arguments)
            case "or", (_, _, *_):
                return any(self._holds(name, argument) for argument in call.arguments)
            case "coalesce", (_, *_):
                values = (self._evaluated(argument) for argument in call.arguments)
                return next((value for value in values if value is not None), None)
            case _:
                raise wrong_number(call.name)

    def _holds(self, name: str, node: Node) -> bool:
        return a_truth(name, self._evaluated(node))

    def _called_own(self, own: Function, call: Call) -> object:
        """Evaluate a function that the template defines. Its body sees neither variables nor loops."""
        if len(own.parameters) != len(call.arguments):
            raise wrong_number(call.name)
        self.scope.budget.spend(CALL)
        values = [Known(value=value) for value in self._arguments(call)]
        body = self.scope.of_call(dict(zip(own.parameters, values, strict=True)))
        result = Expressions(body)._whole(own.output)
        self.scope.made_up = self.scope.made_up or body.made_up
        return result

    def _copy_index(self, arguments: list[object]) -> int:
        """Return the number of the turn, from 0: `copyIndex([name of a loop], [offset])`."""
        named = bool(arguments) and isinstance(arguments[0], str)
        loop = str(arguments[0]).lower() if named else _OF_RESOURCES
        offset = arguments[1:] if named else arguments
        if len(offset) > 1:
            raise wrong_number("copyIndex")
        if loop not in self._loops:
            raise Unresolved("the function copyIndex is not inside the copy loop that it means")
        return self._loops[loop] + (an_integer("copyIndex", offset[0]) if offset else 0)

    def _looked_up(self, section: str, call: Call) -> object:
        name = self._evaluated(call.arguments[0]) if len(call.arguments) == 1 else None
        if not isinstance(name, str):
            raise Unresolved(f"the function {section} takes one name")
        key, shown = (section, name.lower()), f"{_KINDS[section]} {shown_name(call.arguments[0])}"
        known = self.scope.known
        if key not in known:
            # This stands here until the value is known. It ends cycles: a value that needs itself finds it.
            known[key] = Known(value=Unknown(reason=f"{shown} refers to itself"))
            known[key] = self._defined(key, shown)
        self.scope.made_up = self.scope.made_up or known[key].made_up
        return known[key].value

    def _defined(self, key: tuple[str, str], shown: str) -> Known:
        """Resolve a parameter or a variable. No loop around a resource counts in there."""
        section, name = key
        outside = Expressions(self.scope)
        try:
            if section == "parameters":
                return outside._parameter(name, shown)
            return outside._variable(name, shown)
        except Unresolved as exc:
            return Known(value=Unknown(reason=str(exc)))

    def _parameter(self, name: str, shown: str) -> Known:
        """Return the value that is given, which holds no expressions, or else the default value."""
        if given := self.scope.given.get(name):
            self._measured(given.value)
            return given
        if self.scope.sections.parameters is None:
            raise Unresolved("the template's parameters are not an object")
        defined = by_lower_name(self.scope.sections.parameters.get(name)) or {}
        self.scope.budget.spend(len(defined))
        default = defined.get("defaultvalue")
        if default is None and defined.get("nullable") is not True:
            raise Unresolved(f"{shown} has no value: {self.scope.advice}")
        return self.known(default)

    def _variable(self, name: str, shown: str) -> Known:
        if self.scope.sections.variables is None:
            raise Unresolved("the template's variables are not an object")
        if name in self.scope.sections.variables:
            return self.known(self.scope.sections.variables[name])
        if name not in self.scope.sections.variable_loops:
            raise Unresolved(f"{shown} is not in the template")
        made = self.known({"copy": [self.scope.sections.variable_loops[name]]})
        value = next(iter(made.value.values())) if isinstance(made.value, dict) else made.value
        return replace(made, value=value)

    def _followed(self, path: Path) -> object:
        value = self._evaluated(path.start)
        for step in path.steps:
            name = self._evaluated(step)
            self.scope.budget.spend(looked_at(value, name))
            value = sure(stepped(value, name, missing(path, step)))
        return value

    def _measured(self, value: object) -> object:
        self.scope.budget.spend(0)  # measuring costs time too
        length = size(value)
        self.scope.budget.spend(length)
        if length > LONGEST_RESULT:
            raise Unresolved(TOO_LONG)
        return value


def _unescaped(text: str) -> str:
    """Return a text without the bracket that escapes it. A key that is an expression stays as it is."""
    return text[1:] if text.startswith("[[") and text.endswith("]") else text
