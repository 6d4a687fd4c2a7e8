"""What is counted every quarter of an hour: whose keys have sealed the stored secrets, and what is newer."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Final

BETWEEN_CENSUSES: Final = timedelta(minutes=15)
_LONGEST_DELAY: Final = timedelta(hours=1)
_PHASE: Final = timedelta(minutes=7, seconds=30)  # away from the full minutes at which jobs like to be due
_ANY_MIDNIGHT: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """What the rows of a shard, or of all of them, held.

    `sealed` counts sealed values by the id of their key; under no id stand those of 0.1.0 that none opens.
    `shut` counts the jobs with a value that none of our keys opens, `newer` the rows of newer versions.
    """

    at: datetime
    sealed: Counter[str] = field(default_factory=Counter)
    shut: int = 0
    newer: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The note of a shard's census: the last one, and the ticket of the next, by its id and its instant."""

    id: str
    due: datetime
    census: Census | None = None

    def lost(self, now: datetime) -> bool:
        """Say whether its ticket should have been carried out long ago, and so may be gone."""
        return now - self.due > _LONGEST_DELAY


def in_sum(censuses: Iterable[Census]) -> Census | None:
    """Return what all shards held, as old as the oldest of them; None if nothing was counted yet."""
    found = list(censuses)
    return reduce(_together, found) if found else None


def time_to_look(now: datetime, *, between_scans: timedelta) -> bool:
    """Say whether this scan is the first of its quarter of an hour: that one looks after standing tickets."""
    return _quarter(now) != _quarter(now - between_scans)


def _together(one: Census, other: Census) -> Census:
    return Census(
        at=min(one.at, other.at),
        sealed=one.sealed + other.sealed,
        shut=one.shut + other.shut,
        newer=one.newer + other.newer,
    )


def _quarter(instant: datetime) -> int:
    return (instant - _ANY_MIDNIGHT - _PHASE) // BETWEEN_CENSUSES
