"""Lost races: every change is tried again from a fresh read, but not for ever."""

import logging
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from shared.domain.errors import RowRefused, StorageUnavailable
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey

MOST_RACES: Final = 20
"""Losing more often in a row means that something else is wrong."""

_Item = TypeVar("_Item")

log = logging.getLogger(__name__)


def too_busy(key: CollectionKey | JobKey) -> StorageUnavailable:
    return StorageUnavailable(f"'{key.name}' is being changed by too many at once; try again.")


def together(
    items: Sequence[_Item], attempt: Callable[[Sequence[_Item]], bool], *, races: int = MOST_RACES
) -> list[_Item]:
    """Try all items at once; when they lose, each half goes on by itself, so that one holds up no other.

    Storage that refuses one of their rows is like a race that was lost, but alone it is not tried again.
    Return those that lost every race alone.
    """
    if not items or _won(items, attempt, races if len(items) == 1 else 1):
        return []
    if len(items) == 1:
        return list(items)
    middle = len(items) // 2
    halves = (items[:middle], items[middle:])
    return [lost for half in halves for lost in together(half, attempt, races=races)]


def _won(items: Sequence[_Item], attempt: Callable[[Sequence[_Item]], bool], races: int) -> bool:
    try:
        return any(attempt(items) for _ in range(races))
    except RowRefused as exc:
        log.error("storage refuses %d change(s): %s", len(items), exc)
        return False


def rounds(items: Sequence[_Item], key_of: Callable[[_Item], TicketKey]) -> list[list[_Item]]:
    """Spread items over rounds in which each job occurs once: a transaction writes no row twice."""
    found: list[list[_Item]] = []
    seen: dict[JobKey, int] = {}
    for item in items:
        job = key_of(item).job
        number = seen[job] = seen.get(job, -1) + 1
        if number == len(found):
            found.append([])
        found[number].append(item)
    return found
