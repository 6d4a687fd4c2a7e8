"""Functions that compare and count."""

from collections.abc import Callable
from typing import Final

from migrate.forms.template.syntax import Unresolved
from migrate.forms.template.values import a_truth, an_integer, written

_BOOLS: Final = {"true": True, "false": False, "1": True, "0": False}


def _true() -> bool:
    return True


def _false() -> bool:
    return False


def _null() -> None:
    return None


def _bool(value: object) -> bool:
    known = _BOOLS.get(str(value).lower()) if isinstance(value, str | int) else None
    if known is None:
        raise Unresolved("the function bool takes true, false, 1 or 0")
    return known


def _not(value: object) -> bool:
    return not a_truth("not", value)


def _equals(one: object, other: object) -> bool:
    """Compare values of one type: 1 is neither '1' nor true, and 'a' is not 'A'."""
    return written(one) == written(other)


def _compared(name: str, holds: Callable[[int, int], bool]) -> Callable[[object, object], bool]:
    """Return a function that compares numbers. How Azure sorts texts is not documented, so none are taken."""

    def run(one: object, other: object) -> bool:
        return holds(an_integer(name, one), an_integer(name, other))

    return run


def _counted(name: str, count: Callable[[int, int], int]) -> Callable[[object, object], int]:
    def run(one: object, other: object) -> int:
        return an_integer(name, count(an_integer(name, one), an_integer(name, other)))

    return run


def _divided(one: int, other: int) -> int:
    """Divide as ARM does: towards zero."""
    if other == 0:
        raise Unresolved("a division by zero")
    whole = abs(one) // abs(other)
    return whole if (one < 0) == (other < 0) else -whole


def _least_or_most(name: str, pick: Callable[[list[int]], int]) -> Callable[..., int]:
    """Return a function over several numbers, or over one array of them."""

    def run(first: object, *rest: object) -> int:
        numbers = first if isinstance(first, list) and not rest else [first, *rest]
        if not numbers:
            raise Unresolved(f"the function {name} takes whole numbers")
        return pick([an_integer(name, number) for number in numbers])

    return run


LOGIC: Final[dict[str, Callable[..., object]]] = {
    "true": _true,
    "false": _false,
    "null": _null,
    "bool": _bool,
    "not": _not,
    "equals": _equals,
    "greater": _compared("greater", lambda one, other: one > other),
    "greaterorequals": _compared("greaterOrEquals", lambda one, other: one >= other),
    "less": _compared("less", lambda one, other: one < other),
    "lessorequals": _compared("lessOrEquals", lambda one, other: one <= other),
    "add": _counted("add", lambda one, other: one + other),
    "sub": _counted("sub", lambda one, other: one - other),
    "mul": _counted("mul", lambda one, other: one * other),
    "div": _counted("div", _divided),
    "mod": _counted("mod", lambda one, other: one - other * _divided(one, other)),
    "min": _least_or_most("min", min),
    "max": _least_or_most("max", max),
}
