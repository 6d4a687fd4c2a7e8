"""Where a resource stands, and what counts there."""

from dataclasses import dataclass, replace
from typing import Final

from migrate.forms.template.budget import MOST_RESOURCES
from migrate.forms.template.expressions import Expressions
from migrate.found import Names, Origin, Unusable
from shared.domain.errors import Fault

_NOWHERE: Final = Names()
_TOO_MANY: Final = f"more than {MOST_RESOURCES:,} resources, or very large ones: the rest is not read"


class TooMany(Exception):
    """Loops and nested templates make more than anyone deploys."""

    def __init__(self, origin: Origin) -> None:
        self.unusable = Unusable(origin=origin, faults=(Fault("", _TOO_MANY),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parent:
    """The collection that holds a nested job. If its name is unknown, `reason` says why."""

    name: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a template.

    `target` has the subscription and the resource group, if a nested deployment around it names them.
    `depth` counts the deployments around it, and `notes` says what a reader should know of these.
    """

    origin: Origin
    expressions: Expressions
    target: Names = _NOWHERE
    parent: Parent | None = None
    depth: int = 0
    notes: tuple[str, ...] = ()

    def at(self, place: str) -> "Place":
        return replace(self, origin=self.origin.at(place))

    def count(self, *parts: object) -> None:
        """Count a resource and the keys of its parts; raise TooMany if it is more than may be read."""
        keys = sum(len(part) for part in parts if isinstance(part, dict))
        if not self.expressions.scope.budget.takes_resource(keys):
            raise TooMany(self.origin)

    def turn(self, index: int, expressions: Expressions) -> "Place":
        """Return the place in one turn of a copy loop, named as the template names it."""
        origin = replace(self.origin, place=f"{self.origin.place} (copyIndex {index})")
        return replace(self, origin=origin, expressions=expressions)
