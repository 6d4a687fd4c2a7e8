"""What EventBridge does with a run that fails or may wait → retry policy, spread and missed runs."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from migrate.forms.values import number_within
from migrate.found import Json
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.errors import Faults
from shared.domain.policies import SHORTEST_WITHIN
from shared.domain.retry import DEFAULT_INTERVAL, MOST_RETRIES
from shared.domain.timespan import write_timespan

# Where none is given, AWS fills in the largest.
_ATTEMPTS: Final = range(186)
_AGES: Final = range(60, 86_401)
_WINDOWS: Final = range(1, 1_441)
_FIRST_WAIT: Final = int(DEFAULT_INTERVAL.total_seconds())


@dataclass(frozen=True, slots=True, kw_only=True)
class AwsPolicies:
    """What belongs into the action, what into the job, and what people should know."""

    of_action: Json
    of_job: Json
    notes: tuple[str, ...] = ()


def read_policies(fields: Fields, faults: Faults, *, recurs: bool) -> AwsPolicies:
    retry = fields.object("Target").object("RetryPolicy")
    attempts = number_within(retry, "MaximumRetryAttempts", _ATTEMPTS, _ATTEMPTS[-1], faults)
    age = number_within(retry, "MaximumEventAgeInSeconds", _AGES, _AGES[-1], faults)
    spread, window_notes = _read_window(fields.object("FlexibleTimeWindow"), faults, recurs=recurs)
    of_action, retry_notes = _retries(attempts, age)
    missed, missed_notes = _missed_runs(age) if recurs else (None, ())
    return AwsPolicies(
        of_action=of_action,
        of_job=present(spread=spread, missedRuns=missed),
        notes=(*window_notes, *retry_notes, *missed_notes),
    )


def _read_window(window: Fields, faults: Faults, *, recurs: bool) -> tuple[str | None, tuple[str, ...]]:
    if (window.text("Mode") or "OFF").upper() != "FLEXIBLE":
        return None, ()
    minutes = number_within(window, "MaximumWindowInMinutes", _WINDOWS, _WINDOWS[-1], faults)
    if not recurs:
        return None, (f"its window of {minutes} minutes is left out: a job that runs once has no delay here",)
    note = (
        f"within its window of {minutes} minutes AWS chose each time anew; here its delay is always the same"
    )
    return write_timespan(timedelta(minutes=minutes)), (note,)


def _retries(attempts: int, age: int) -> tuple[Json, tuple[str, ...]]:
    """Return retries that wait longer each time, and as long as they are within the age of the event."""
    count = min(attempts, MOST_RETRIES, age // _FIRST_WAIT)
    if count == 0:
        return {"retryPolicy": {"retryType": "none"}}, ()
    longest = max(_FIRST_WAIT << doublings for doublings in range(count) if _waits(count, doublings) <= age)
    interval = write_timespan(timedelta(seconds=_FIRST_WAIT))
    policy = {"retryType": "fixed", "retryInterval": interval, "retryCount": count}
    options = {"backoff": 2.0, "maxInterval": write_timespan(timedelta(seconds=longest))}
    note = (
        f"AWS tried again up to {attempts} times within {write_timespan(timedelta(seconds=age))}, at growing "
        f"intervals; here up to {count} times, after {interval} at first and {options['maxInterval']} at last"
    )
    grows = {"retryOptions": options} if longest > _FIRST_WAIT else {}
    return {"retryPolicy": policy, **grows}, (note,)


def _waits(count: int, doublings: int) -> int:
    """Return how long all retries wait together, in seconds, if the interval is doubled so often at most."""
    return sum(_FIRST_WAIT << min(retry, doublings) for retry in range(count))


def _missed_runs(age: int) -> tuple[Json | None, tuple[str, ...]]:
    """Return how late a run may be. The age that AWS fills in was nobody's wish."""
    if age == _AGES[-1]:
        return None, ()
    if timedelta(seconds=age) < SHORTEST_WITHIN:
        shortest = write_timespan(SHORTEST_WITHIN)
        return None, (
            f"a run that was {age} seconds late was dropped by AWS; the shortest here is {shortest}",
        )
    return {"policy": "none", "within": write_timespan(timedelta(seconds=age))}, ()
