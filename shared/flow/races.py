"""Lost races: every change is tried again from a fresh read, but not for ever."""

from typing import Final

from shared.domain.errors import StorageUnavailable
from shared.domain.keys import CollectionKey, JobKey

MOST_RACES: Final = 20
"""Losing more often in a row means that something else is wrong."""


def too_busy(key: CollectionKey | JobKey) -> StorageUnavailable:
    return StorageUnavailable(f"'{key.name}' is being changed by too many at once; try again.")
