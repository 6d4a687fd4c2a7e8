"""What keys an object may have; without regard to case, like all reading of keys."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_ANNOTATIONS: Final = ("$", "odata")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTree:
    """An object's keys, each with the tree of what is below it; a plain value has no keys.

    `old` are places that old documents name, `ignored` keys that say nothing and may stand there,
    and the keys of a `free` object are the caller's own. An `empty` object has none at all. `chosen` says, by
    the value of `type`, which of several messages counts. `words` are said of single keys that do not belong
    here. What is below the keys of a free object has the keys of `each`.
    """

    keys: Mapping[str, "KeyTree"] = field(default_factory=dict)
    old: Mapping[str, "KeyTree"] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    free: bool = False
    empty: bool = False
    chosen: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    each: "KeyTree | None" = None
    _lower: dict[str, "KeyTree"] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        plain = dict.fromkeys(self.ignored, VALUE) if self.ignored else {}
        for key, below in {**plain, **self.old, **self.keys}.items():
            self._lower[key.lower()] = below

    @property
    def is_object(self) -> bool:
        return self.free or self.empty or bool(self.keys)

    def knows(self, key: str) -> bool:
        lower = key.lower()
        return self.free or lower in self._lower or lower.startswith(_ANNOTATIONS)

    def below(self, key: str) -> "KeyTree":
        return self._lower.get(key.lower(), self.each or VALUE)

    def has(self, key: str) -> bool:
        """Say whether a value is read from the key, where it belongs today."""
        return any(key.lower() == known.lower() for known in self.keys)

    def is_message(self, key: str) -> bool:
        return any(key.lower() == message.lower() for message in self.chosen.values())

    def chosen_message(self, sent: Mapping[str, Any]) -> str | None:
        """Return the key of the message that counts, or None if nothing tells."""
        named = next((value for key, value in sent.items() if key.lower() == "type"), None)
        if not isinstance(named, str):
            return None
        return next((key for type_, key in self.chosen.items() if type_.lower() == named.lower()), None)

    def holders(self, key: str) -> Iterator[str]:
        """Yield the ways down to the nearest objects that the key belongs to."""
        level: list[tuple[str, KeyTree]] = [("", self)]
        holders: list[str] = []
        while level and not holders:
            level = [
                (f"{way}.{name}".strip("."), below) for way, one in level for name, below in one.keys.items()
            ]
            holders = [way for way, one in level if one.has(key)]
        yield from holders


VALUE: Final = KeyTree()
