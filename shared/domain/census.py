"""The census: every quarter of an hour, jobs, secrets by key, and rows of newer versions are counted.

What changes its result much calls one in between, at most once a minute.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Final, TypeVar

from shared.domain.housekeeping import is_called
from shared.domain.job_counts import Credentials, JobCounts, NotSent
from shared.domain.ticket import TicketKey

BETWEEN_CENSUSES: Final = timedelta(minutes=15)
MOST_CALENDARS_TOLD: Final = 20
MOST_KEYS_COUNTED: Final = 100
"""Of encryption keys, those that sealed the most."""
_CALENDARS_CONTINUED: Final = timedelta(days=60)
_SOON: Final = timedelta(minutes=1)
_COMMITTED_WITHIN: Final = timedelta(seconds=10)
_HALF_PAST: Final = timedelta(seconds=30)  # jobs like to be due at full minutes
_HOUR: Final = timedelta(hours=1)
_LONGEST_DELAY: Final = timedelta(hours=1)
_PHASE: Final = timedelta(minutes=7, seconds=30)  # so do they here
_ANY_MIDNIGHT: Final = datetime.min.replace(tzinfo=UTC)
_Part = TypeVar("_Part", JobCounts, Credentials)


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """What was counted in the rows of a shard, or of all shards.

    `sealed` counts sealed values by the id of their key. Values of 0.1.0 that no key opens have an empty id.
    `shut` counts the jobs with a value that none of our keys opens.
    `not_sent` counts the jobs with a request that may not be sent.
    `newer` counts the rows that newer versions wrote.
    `calendars` says which calendars in use end soon, or are not there.
    `jobs` and `credentials` are None if an earlier version counted, which did not look at them.
    """

    at: datetime
    sealed: Counter[str] = field(default_factory=Counter)
    shut: int = 0
    not_sent: NotSent = field(default_factory=NotSent)
    newer: int = 0
    calendars: tuple[str, ...] = ()
    jobs: JobCounts | None = None
    credentials: Credentials | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A shard's note on its census: the last result, and the id and the instant of the next ticket."""

    id: str
    due: datetime
    census: Census | None = None

    def wants(self, ticket: TicketKey) -> bool:
        """Say whether a ticket asks for a census: the standing one, or a call that none has answered."""
        if not is_called(ticket):
            return ticket.id == self.id
        return self.census is None or self.census.at < ticket.due

    def lost(self, now: datetime) -> bool:
        """Say whether the ticket should have been carried out long ago, so that it may be gone."""
        return now - self.due > _LONGEST_DELAY


def in_sum(noted: Mapping[int, Standing], *, shards: int) -> Census | None:
    """Return the sum over all shards, as old as the oldest census; None if nothing was counted yet.

    As long as a shard was not counted, nobody knows how many jobs and credentials there are.
    """
    counted = [standing.census for standing in noted.values() if standing.census]
    if not counted:
        return None
    total = reduce(_together, counted)
    return total if len(counted) == shards else replace(total, jobs=None, credentials=None)


def next_call(now: datetime) -> datetime:
    """Return when a census that is called now is taken: the same instant for all calls of a minute.

    What is committed within ten seconds is counted then.
    """
    since = now + _COMMITTED_WITHIN - _ANY_MIDNIGHT - _HALF_PAST
    return _ANY_MIDNIGHT + _HALF_PAST + (since // _SOON + 1) * _SOON


def ends_soon(last: str, *, now: datetime) -> bool:
    """Say whether a calendar whose last day this is ends within sixty days, or has ended."""
    return last < f"{now + _CALENDARS_CONTINUED:%Y-%m-%d}"


def time_to_look(now: datetime, *, between_scans: timedelta) -> bool:
    """Say whether this scan is the first of its quarter of an hour: it then looks after standing tickets."""
    return _quarter(now) != _quarter(now - between_scans)


def is_first_of_hour(now: datetime, *, before: datetime) -> bool:
    """Say whether a standing census is the first of its hour, by the one before. It sees to what may wait."""
    return (now - _ANY_MIDNIGHT) // _HOUR != (before - _ANY_MIDNIGHT) // _HOUR


def _together(one: Census, other: Census) -> Census:
    return Census(
        at=min(one.at, other.at),
        sealed=one.sealed + other.sealed,
        shut=one.shut + other.shut,
        not_sent=one.not_sent + other.not_sent,
        newer=one.newer + other.newer,
        calendars=(*one.calendars, *other.calendars)[:MOST_CALENDARS_TOLD],
        jobs=_both(one.jobs, other.jobs),
        credentials=_both(one.credentials, other.credentials),
    )


def _both(one: _Part | None, other: _Part | None) -> _Part | None:
    """Return the sum. A part of the jobs alone would look like all of them, so it counts as nothing."""
    return None if one is None or other is None else one + other


def _quarter(instant: datetime) -> int:
    return (instant - _ANY_MIDNIGHT - _PHASE) // BETWEEN_CENSUSES
