"""How Google tries again → retry policy and options.

Its intervals begin at `minBackoffDuration`, are doubled `maxDoublings` times, then grow evenly, and end at
`maxBackoffDuration`. Here they are doubled until they reach the longest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from migrate.forms.google.durations import read_duration
from migrate.forms.values import number_within
from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults
from shared.domain.retry import MOST_RETRIES, SHORTEST_INTERVAL
from shared.domain.timespan import write_timespan

_NONE: Final = timedelta()
_FIRST: Final = timedelta(seconds=5)
_LONGEST: Final = timedelta(hours=1)
_DOUBLINGS: Final = 5
_MOST_DOUBLINGS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleRetries:
    """What Google was told, with its defaults."""

    count: int
    lasting: timedelta
    first: timedelta
    longest: timedelta
    doublings: int


def read_retries(config: Fields, faults: Faults) -> GoogleRetries:
    return GoogleRetries(
        count=number_within(config, "retryCount", range(MOST_RETRIES + 1), 0, faults),
        lasting=read_duration(config, "maxRetryDuration", _NONE, faults),
        first=read_duration(config, "minBackoffDuration", _FIRST, faults),
        longest=read_duration(config, "maxBackoffDuration", _LONGEST, faults),
        doublings=number_within(config, "maxDoublings", range(_MOST_DOUBLINGS + 1), _DOUBLINGS, faults),
    )


def retry_keys(retries: GoogleRetries) -> Json:
    """Return the keys of an action that say it here."""
    count = _count(retries)
    if count == 0:
        return {"retryPolicy": {"retryType": "none"}}
    first = max(retries.first, SHORTEST_INTERVAL)
    longest = write_timespan(max(retries.longest, first))
    policy = {"retryType": "fixed", "retryInterval": write_timespan(first), "retryCount": count}
    return {"retryPolicy": policy, "retryOptions": {"backoff": 2.0, "maxInterval": longest}}


def retry_notes(retries: GoogleRetries) -> Iterator[str]:
    """Say what is another thing here."""
    count = _count(retries)
    if count == 0:
        return
    if retries.first < SHORTEST_INTERVAL:
        shortest, first = (write_timespan(span) for span in (SHORTEST_INTERVAL, retries.first))
        yield f"retryInterval is {shortest}, the shortest here; it was {first}"
    if retries.lasting:
        yield f"Google tried again for at least {write_timespan(retries.lasting)}; here it is {count} times"
    if count > retries.doublings + 1:
        yield f"Google doubled the interval {retries.doublings} times; here it is doubled up to the longest"


def _count(retries: GoogleRetries) -> int:
    """Return how often is tried again. If Google was told only how long, as many as come in that time."""
    if retries.count or not retries.lasting:
        return retries.count
    first, passed, count = max(retries.first, SHORTEST_INTERVAL), _NONE, 0
    while passed < retries.lasting and count < MOST_RETRIES:
        passed += min(first * 2**count, max(retries.longest, first))
        count += 1
    return count
