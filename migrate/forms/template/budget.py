"""What reading one template may cost. Templates may come from anywhere, so nothing in them may cost much."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from migrate.forms.template.syntax import Unresolved

_DEEPEST: Final = 100  # levels of expressions, of the variables they name, and of what is in those
_MOST: Final = 10_000_000  # characters of all results; ARM takes no template above 4,000,000
_STEP: Final = 10  # characters: looking at a value costs about as much time as making so many
CALL: Final = 200  # the same for a call of a function that the template defines
TURN: Final = 100  # the same for a turn of a copy loop
MOST_RESOURCES: Final = 10_000  # that loops and nested templates make; ARM deploys 800 in one go
_MOST_KEYS: Final = 1_000_000  # of these resources; about ten each are usual


class Budget:
    """Counts what has been spent. A template shares it with all templates nested in it."""

    def __init__(self) -> None:
        self._depth = 0
        self._spent = 0
        self._resources = 0
        self._keys = 0

    def spend(self, length: int) -> None:
        self._spent += length
        if self._spent > _MOST:
            raise Unresolved(f"the template's expressions come to more than {_MOST:,} characters")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        self.spend(_STEP)
        if self._depth >= _DEEPEST:
            raise Unresolved(f"the expressions lead deeper than {_DEEPEST} into one another")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def takes_resource(self, keys: int) -> bool:
        """Count one more resource with so many keys, and say whether it may still be read."""
        self._resources += 1
        self._keys += keys
        return self._resources <= MOST_RESOURCES and self._keys <= _MOST_KEYS
