"""Reading a JSON object key by key: without regard to case, absent or null alike, all faults collected."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from shared.domain.errors import Faults

_Member = TypeVar("_Member", bound=StrEnum)


class Fields:
    """One object of a body, with the path that leads to it."""

    def __init__(self, value: Mapping[str, Any], faults: Faults, path: str = "") -> None:
        self._values = {key.lower(): found for key, found in value.items() if found is not None}
        self._faults = faults
        self._path = path

    def path(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def has(self, key: str) -> bool:
        return key.lower() in self._values

    def refuse(self, key: str, rule: str) -> None:
        """Note a fault if the key is there."""
        if self.has(key):
            self._faults.add(self.path(key), rule)

    def unknown(self, known: tuple[str, ...]) -> list[str]:
        return sorted(self._values.keys() - {key.lower() for key in known})

    def required(self, key: str) -> bool:
        """Say whether the key is there; note a fault if not."""
        self._faults.check(self.has(key), self.path(key), "is required")
        return self.has(key)

    def text(self, key: str) -> str | None:
        found: str | None = self._typed(key, str, "a string")
        return found

    def integer(self, key: str) -> int | None:
        """Return a whole number; JSON's true is none, though Python's is."""
        found: int | None = self._typed(key, int, "an integer")
        self._faults.check(not isinstance(found, bool), self.path(key), "is not an integer")
        return found

    def member(self, key: str, enum: type[_Member]) -> _Member | None:
        """Return the member of an enum, spelled in any case."""
        text = self.text(key)
        if text is None:
            return None
        for member in enum:
            if member.lower() == text.lower():
                return member
        self._faults.add(self.path(key), f"'{text}' is none of {', '.join(enum)}")
        return None

    def texts(self, key: str) -> tuple[tuple[str, str], ...] | None:
        """Return a map of strings."""
        found = self._typed(key, dict, "an object of strings")
        if found is None:
            return None
        for name, value in found.items():
            self._faults.check(isinstance(value, str), f"{self.path(key)}.{name}", "is not a string")
        return tuple((name, str(value)) for name, value in found.items())

    def object(self, key: str) -> "Fields":
        """Return the object under a key, an empty one if there is none."""
        return self.object_if_any(key) or Fields({}, self._faults, self.path(key))

    def object_if_any(self, key: str) -> "Fields | None":
        found = self._typed(key, dict, "an object")
        return None if found is None else Fields(found, self._faults, self.path(key))

    def _typed(self, key: str, kind: type[Any], words: str) -> Any:
        found = self._values.get(key.lower())
        if found is None or isinstance(found, kind):
            return found
        self._faults.add(self.path(key), f"is not {words}")
        return None
