"""Scopes of keys, which stand behind their names: `billing@prod/finance=KEY`."""

from collections.abc import Mapping, Sequence
from typing import Final

from shared.domain.callers import EVERYTHING, Scope
from shared.domain.errors import Faults, Invalid
from shared.domain.keys import checked_collection, checked_group, checked_subscription

_RULE: Final = "has a key whose scope is not subscription[/group[/collection]]: billing@prod/finance=KEY"
_MOST_PARTS: Final = 3

Scoped = tuple[str, str, Scope]
"""The name of a key, the key, and its scope."""


def read_scopes(setting: str, named: Sequence[tuple[str, str]], faults: Faults) -> list[Scoped]:
    """Return keys with their scopes. A key without one is for everything."""
    return [_read(setting, name, key, faults) for name, key in named]


def check_scopes(keys: Mapping[str, Sequence[Scoped]], faults: Faults) -> None:
    """Refuse one key with two scopes: nobody could say which of them holds."""
    seen: dict[str, tuple[str, ...]] = {}
    for setting, entries in keys.items():
        for _, key, scope in entries:
            alike = seen.setdefault(key, scope.names) == scope.names
            faults.check(alike, setting, "has a key that occurs twice, with different scopes")


def _read(setting: str, text: str, key: str, faults: Faults) -> Scoped:
    name, at, path = text.partition("@")
    faults.check(bool(name), setting, "must read name=key,name=key")
    if not at:
        return name, key, EVERYTHING
    try:
        return name, key, _scope_of(path.split("/"))
    except (Invalid, ValueError):
        faults.add(setting, _RULE)
        return name, key, EVERYTHING


def _scope_of(parts: Sequence[str]) -> Scope:
    """Return the scope that names describe, held to the same rules as those in a path."""
    if not all(parts) or len(parts) > _MOST_PARTS:
        raise ValueError("no scope")
    subscription, group, collection = (*parts, "", "")[:_MOST_PARTS]
    checked_subscription(subscription)
    if collection:
        checked_collection(subscription, group, collection)
    elif group:
        checked_group(group)
    return Scope(subscription=subscription, resource_group=group, collection=collection)
