"""Faults in the words of the file that has them. The app speaks of ARM's paths, which no other form has."""

from collections.abc import Mapping
from dataclasses import replace

from shared.domain.errors import Invalid

Keys = Mapping[str, str]
"""Paths of ARM, each with the key that the form has for it. One stands for everything below it too."""


def told_in_words_of(keys: Keys, invalid: Invalid) -> tuple[str, ...]:
    """Return the faults, one by one, with the keys of the file."""
    faults = tuple(replace(fault, path=_respelled(fault.path, keys)) for fault in invalid.faults)
    return Invalid(faults, invalid.more).told


def of_actions(keys: Keys, places: Keys) -> dict[str, str]:
    """Return the keys of actions that stand in these places, each a path of ARM with a key of the form."""
    inside = {f"{path}.{inner}": f"{at}.{key}" for path, at in places.items() for inner, key in keys.items()}
    return {**places, **inside}


def _respelled(path: str, keys: Keys) -> str:
    """Return the key for the longest beginning of a path that the form has a key for."""
    known = [one for one in keys if path == one or path.startswith((f"{one}.", f"{one}["))]
    if not known:
        return path
    longest = max(known, key=len)
    return keys[longest] if path == longest else f"{keys[longest]}{path[len(longest) :]}"
