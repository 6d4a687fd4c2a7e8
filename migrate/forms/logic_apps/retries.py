"""How Logic Apps tries again → retry policy and options.

Its own policy makes four retries at growing intervals of 7.5 seconds and more, up to 45 seconds. The shortest
interval here is 15 seconds. Exponential intervals are chosen at random out of ranges that double; here the
interval itself is doubled. Logic Apps tries again after 408, 429 and 5xx alone.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults, cut
from shared.domain.retry import MOST_RETRIES, SHORTEST_INTERVAL
from shared.domain.timespan import write_timespan

_OWN_COUNT: Final = 4
_OWN_FIRST: Final = timedelta(seconds=7.5)
_OWN_LONGEST: Final = timedelta(seconds=45)
_DAY: Final = timedelta(days=1)
_TYPES: Final = ("none", "fixed", "exponential")
# What a target may answer beside 408, 429 and 5xx. The list of a job has room for 50.
_FINAL: Final = (
    *(300, 301, 302, 303, 304, 305, 307, 308),
    *(400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418),
    *(421, 422, 423, 424, 425, 426, 428, 431, 451),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """The keys of an action that say it here, and what is another thing."""

    keys: Json
    notes: tuple[str, ...] = ()


def read_retries(inputs: Fields, faults: Faults, *, http: bool) -> Retries:
    """Return how an action is tried again; only the answers of HTTP targets can end that."""
    policy = inputs.object_if_any("retryPolicy")
    kind = "" if policy is None else (policy.text("type") or "").lower()
    if policy is None or kind in ("", "default"):
        return _growing(_OWN_COUNT, _OWN_FIRST, _OWN_LONGEST, http=http)
    faults.check(kind in _TYPES, policy.path("type"), f"'{cut(kind)}' is none of {', '.join(_TYPES)}")
    count, first = _count(policy, faults), policy.timespan("interval") or SHORTEST_INTERVAL
    if kind == "none" or count == 0:
        return Retries(keys={"retryPolicy": {"retryType": "none"}})
    if kind == "fixed":
        return _fixed(count, first, http=http)
    return _growing(count, first, policy.timespan("maximumInterval") or _DAY, http=http)


def _count(policy: Fields, faults: Faults) -> int:
    count = policy.integer("count")
    faults.check(count is None or count >= 0, policy.path("count"), "is negative")
    return _OWN_COUNT if count is None else count


def _fixed(count: int, first: timedelta, *, http: bool) -> Retries:
    policy, notes = _policy(count, first)
    options = {"stopOn": list(_FINAL)} if http else {}
    return Retries(keys=_keys(policy, options), notes=notes)


def _growing(count: int, first: timedelta, longest: timedelta, *, http: bool) -> Retries:
    policy, notes = _policy(count, first)
    least = max(longest, first, SHORTEST_INTERVAL)
    options = {
        "backoff": 2.0,
        "maxInterval": write_timespan(least),
        **({"stopOn": list(_FINAL)} if http else {}),
    }
    return Retries(keys=_keys(policy, options), notes=notes)


def _policy(count: int, first: timedelta) -> tuple[Json, tuple[str, ...]]:
    fitting, most = max(first, SHORTEST_INTERVAL), min(count, MOST_RETRIES)
    notes = []
    if fitting != first:
        was = f"{first.total_seconds():g} seconds"
        notes.append(f"retryInterval is {write_timespan(fitting)}, the shortest here; it was {was}")
    if most != count:
        notes.append(f"retryCount is {most}, the most here; it was {cut(count)}")
    policy = {"retryType": "fixed", "retryInterval": write_timespan(fitting), "retryCount": most}
    return policy, tuple(notes)


def _keys(policy: Json, options: Json) -> Json:
    return {"retryPolicy": policy, **({"retryOptions": options} if options else {})}
