"""The tag of a collection that `apply` is at work on: whose it is, and until when it holds."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from migrate.found import Json
from shared.api.instants import read_instant, write_instant

LOCK_TAG: Final = "scheduler-apply"


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTag:
    """Who is at work on a collection, by a random id, and until when nobody else may be."""

    owner: str
    until: datetime

    def __str__(self) -> str:
        return f"{self.owner} {write_instant(self.until)}"


def lock_in(collection: Json) -> LockTag | None:
    """Return the lock of a collection as the app answers it; None if it has none that can be read."""
    value = next((value for name, value in _tags(collection).items() if name.lower() == LOCK_TAG), "")
    owner, _, until = str(value).partition(" ")
    try:
        return LockTag(owner=owner, until=read_instant(until)) if until else None
    except ValueError:
        return None


def without_lock(collection: Json) -> Json:
    """Return the collection without its lock. If that was its only tag, it has none."""
    if not any(name.lower() == LOCK_TAG for name in _tags(collection)):
        return collection
    tags = {name: value for name, value in _tags(collection).items() if name.lower() != LOCK_TAG}
    rest = {key: value for key, value in collection.items() if key != "tags"}
    return {**rest, "tags": tags} if tags else rest


def _tags(collection: Json) -> Json:
    tags = collection.get("tags")
    return tags if isinstance(tags, dict) else {}
