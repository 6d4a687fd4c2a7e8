"""Reading a JSON object key by key: without regard to case, absent or null alike, all faults collected."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import Enum, IntEnum
from typing import Any, Final, TypeVar

from shared.api.instants import read_instant, read_moment
from shared.api.keys.hints import CRON_HINT
from shared.api.timespans import read_timespan, seconds_hint
from shared.domain.errors import Faults, cut
from shared.domain.local_time.wall_time import Moment

LONGEST_ARRAY: Final = 1_000
"""No array of a job means more than its first few dozen entries; none is looked at beyond this."""
_HUGE: Final = 1e300
_CONTENTS: Final = ("body", "message")
_TIMES: Final = ("recurrence", "schedule")

_Member = TypeVar("_Member", bound=Enum)
_Value = TypeVar("_Value")


class Fields:
    """One object of a body, with the path that leads to it."""

    def __init__(self, value: Mapping[str, Any], faults: Faults, path: str = "") -> None:
        self._values = {key.lower(): (key, item) for key, item in value.items() if item is not None}
        self._faults = faults
        self._path = path

    def path(self, key: str = "") -> str:
        return f"{self._path}.{key}".strip(".")

    def has(self, key: str) -> bool:
        return key.lower() in self._values

    def refuse(self, key: str, rule: str) -> None:
        """Note a fault if the key is there."""
        self._faults.check(not self.has(key), self.path(key), rule)

    def required(self, key: str) -> bool:
        """Say whether the key is there; note a fault if not."""
        self._faults.check(self.has(key), self.path(key), "is required")
        return self.has(key)

    def raw(self, key: str) -> Any:
        return self._values.get(key.lower(), (key, None))[1]

    def text(self, key: str) -> str | None:
        text: str | None = self._typed(key, str, "a string")
        return text

    def required_text(self, key: str) -> str | None:
        return self.text(key) if self.required(key) else None

    def boolean(self, key: str) -> bool | None:
        flag: bool | None = self._typed(key, bool, "true or false")
        return flag

    def integer(self, key: str) -> int | None:
        """Return a whole number; JSON's true is none, though Python's is."""
        number: int | None = _whole(self.raw(key))
        self._faults.check(self.raw(key) is None or number is not None, self.path(key), "is not an integer")
        return number

    def number(self, key: str) -> float | None:
        """Return a number; JSON's true is none, and neither is what only JavaScript calls a number."""
        value = self.raw(key)
        fits = isinstance(value, int | float) and not isinstance(value, bool) and -_HUGE < value < _HUGE
        self._faults.check(value is None or fits, self.path(key), "is not a number")
        return float(value) if fits else None

    def instant(self, key: str) -> datetime | None:
        return self._read(key, read_instant)

    def moment(self, key: str) -> Moment | None:
        """Return an instant or, if it has no offset, a local time."""
        return self._read(key, read_moment)

    def timespan(self, key: str) -> timedelta | None:
        number = _whole(self.raw(key))
        if number is None:
            return self._read(key, read_timespan)
        self._faults.add(self.path(key), f"{cut(number)} is not a string{seconds_hint(number)}")
        return None

    def member(self, key: str, enum: type[_Member]) -> _Member | None:
        """Return the member of an enum, spelled in any case."""
        text = self.text(key)
        return None if text is None else pick(enum, self.path(key), text, self._faults)

    def texts(self, key: str) -> tuple[tuple[str, str], ...] | None:
        """Return a map of strings."""
        members = self._typed(key, dict, "an object of strings")
        if members is None:
            return None
        for name, value in members.items():
            self._faults.check(isinstance(value, str), f"{self.path(key)}.{cut(name)}", "is not a string")
        return tuple((name, str(value)) for name, value in members.items())

    def object(self, key: str) -> "Fields":
        """Return the object under a key, an empty one if there is none."""
        return self.object_if_any(key) or Fields({}, self._faults, self.path(key))

    def object_if_any(self, key: str) -> "Fields | None":
        members = self._typed(key, dict, "an object")
        return None if members is None else Fields(members, self._faults, self.path(key))

    def required_object(self, key: str) -> "Fields | None":
        return self.object_if_any(key) if self.required(key) else None

    def named(self, key: str) -> list[tuple[str, "Fields"]]:
        """Return the objects under the keys of an object, which are the caller's own."""
        members = self._typed(key, dict, "an object") or {}
        if len(members) > LONGEST_ARRAY:
            self._faults.add(self.path(key), f"has {len(members)} entries, more than {LONGEST_ARRAY}")
            return []
        paths = {name: f"{self.path(key)}.{cut(name)}" for name in members}
        return [
            (name, Fields(value, self._faults, paths[name]))
            for name, value in members.items()
            if value is not None and self._is_a(paths[name], value, dict, "an object")
        ]

    def integers(self, key: str) -> tuple[int, ...]:
        """Return the numbers of an array, or a single one; a 1 stands for what is none, and is a fault."""
        numbers = []
        for path, value in self._items(key):
            number = _whole(value)
            self._faults.check(number is not None, path, f"{_shown(value)} is not an integer")
            numbers.append(1 if number is None else number)
        return tuple(numbers)

    def names(self, key: str) -> list[tuple[str, str]]:
        """Return the strings of an array, or a single one, each with its path."""
        return [(path, value) for path, value in self._items(key) if self._is_a(path, value, str, "a string")]

    def objects(self, key: str) -> list["Fields"]:
        """Return the objects of an array, or a single one."""
        items = self._items(key)
        return [
            Fields(value, self._faults, path)
            for path, value in items
            if self._is_a(path, value, dict, "an object")
        ]

    def _read(self, key: str, read: Callable[[str], _Value]) -> _Value | None:
        text = self.text(key)
        if text is None:
            return None
        try:
            return read(text)
        except ValueError as exc:
            self._faults.add(self.path(key), str(exc))
            return None

    def _items(self, key: str) -> list[tuple[str, Any]]:
        """Return the values of an array, or a single value, each with its path."""
        _, value = self._values.get(key.lower(), (key, []))
        if not isinstance(value, list):
            return [(self.path(key), value)]
        if len(value) > LONGEST_ARRAY:
            self._faults.add(self.path(key), f"has {len(value)} entries, more than {LONGEST_ARRAY}")
            return []
        return [(f"{self.path(key)}[{index}]", item) for index, item in enumerate(value)]

    def _is_a(self, path: str, value: Any, kind: type[Any], words: str) -> bool:
        fits = isinstance(value, kind) and not isinstance(value, bool)
        self._faults.check(fits, path, f"{_shown(value)} is not {words}")
        return fits

    def _typed(self, key: str, kind: type[Any], words: str) -> Any:
        _, value = self._values.get(key.lower(), (key, None))
        if value is None or isinstance(value, kind):
            return value
        self._faults.add(self.path(key), f"is not {words}{_instead(key, value)}")
        return None


def pick(enum: type[_Member], path: str, text: str, faults: Faults) -> _Member | None:
    """Return the member that a text names in any case; note a fault if none does."""
    spelled = {member.name.lower() if issubclass(enum, IntEnum) else str(member): member for member in enum}
    match = next((member for name, member in spelled.items() if name.lower() == text.lower()), None)
    faults.check(match is not None, path, f"'{cut(text)}' is none of {', '.join(spelled)}")
    return match


def _instead(key: str, value: Any) -> str:
    """Return what to send instead of what people like to send there."""
    if key in _CONTENTS and isinstance(value, dict | list):
        return "; send it as a string"
    return f"; {CRON_HINT}" if key in _TIMES and isinstance(value, str) else ""


def _whole(value: Any) -> int | None:
    """Return a whole number, be it written 5 or 5.0; true and false are none."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _shown(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False))
