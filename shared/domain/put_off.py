"""Tickets that were put off, because too many actions for a remote side or a collection were under way."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

KEPT: Final = timedelta(minutes=5)
"""A note that is older says nothing about now."""
MOST_NAMED: Final = 20
"""Of the remote sides and collections, those with the most tickets."""

_PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 8, 15, 30))
_SPREAD: Final = 0.5
"""Packs that were put off together come back up to half a pause apart: they want the same places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOff:
    """What one process put off within a minute: how many tickets, by whose places were taken.

    That is the remote side of their jobs, or their collection.
    """

    at: datetime
    tickets: dict[str, int]

    def counts(self, now: datetime) -> bool:
        return self.at > now - KEPT


def pause_after(times: int, *, who: str) -> timedelta:
    """Return how much later a pack is looked at again that was put off so many times before.

    `who` tells packs apart.
    """
    pause = _PAUSES[min(times, len(_PAUSES) - 1)]
    return pause * (1 + _SPREAD * crc32(who.encode()) / 2**32)


def in_sum(notes: Iterable[PutOff]) -> PutOff | None:
    """Return what several processes put off, the most first; None if nothing was."""
    noted = list(notes)
    if not noted:
        return None
    tickets: dict[str, int] = {}
    for note in noted:
        for remote, count in note.tickets.items():
            tickets[remote] = tickets.get(remote, 0) + count
    return PutOff(at=max(note.at for note in noted), tickets=most_of(tickets))


def most_of(tickets: dict[str, int]) -> dict[str, int]:
    """Return the entries with the highest counts, highest first."""
    ordered = sorted(tickets.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:MOST_NAMED])
