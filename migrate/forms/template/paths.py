"""Steps into values, `.a`, `['a']` and `[0]`, and how they and what they lack are told."""

from typing import Final

from migrate.forms.template.syntax import Call, Literal, Node, Path, Unresolved
from migrate.forms.template.values import by_lower_name

_LONGEST_SHOWN: Final = 80
_SHOWN_CALLS: Final = ("parameters", "variables", "resourcegroup", "subscription")


def looked_at(value: object, step: object) -> int:
    """Return how many characters of names a step is compared with: all names, unless one matches exactly."""
    return sum(map(len, value)) if isinstance(value, dict) and step not in value else 1


def stepped(value: object, step: object, missing: str) -> object:
    """Return the property or the element that a step leads to. The case of properties does not matter."""
    match value, step:
        case dict(), str():
            members = value if step in value else by_lower_name(value) or {}
            key = step if step in value else step.lower()
            if key in members:
                return members[key]
        case list(), int() if not isinstance(step, bool) and 0 <= step < len(value):
            return value[step]
    raise Unresolved(missing)


def missing(path: Path, step: Node) -> str:
    start = shown_name(path.start) if isinstance(path.start, Call) else "it"
    return f"{start} has no {shown_name(step)} here"


def shown_name(node: Node) -> str:
    """Return the name if the template spells it out. A computed name is not shown: it may be a secret."""
    match node:
        case Literal(value=str() as name):
            return f"'{name[:_LONGEST_SHOWN]}'"
        case Literal(value=value):
            return str(value)
        case Call(name=name) if name.lower() in _SHOWN_CALLS:
            return f"{name}({', '.join(shown_name(argument) for argument in node.arguments)})"
        case _:
            return "(computed)"
