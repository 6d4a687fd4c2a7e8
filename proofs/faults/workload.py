"""Jobs that a scenario has run, and what is expected of each."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from proofs.faults.checker import Expected, Series

JOBS_PER_COLLECTION: Final = 50  # as many as a Standard collection takes; collections spread over the shards
RETRY_AFTER: Final = timedelta(seconds=15)  # the shortest that is allowed
ERROR_PATH: Final = "/error"
_SLOW: Final = 0.5  # seconds that every third call takes, so that faults fall into it
_HERD: Final = 5  # every so many seconds a part of the jobs is due at the same instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much a scenario does; `disturbed` is for how long, from when the first job is due.

    The lease, in seconds, is for scenarios in which runners are lost; the actions take half a second at most.
    A host that is killed again and again is `alive` for up to so long.
    A message whose function failed comes back after so many seconds.
    """

    once: int
    failing: int
    recurring: int
    repeats: int
    disturbed: timedelta
    outage: timedelta
    lease: int
    alive: timedelta
    comes_back: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedJob:
    """A job, by its address in the API, with its body and what is expected of it."""

    address: str
    body: dict[str, Any]
    expected: tuple[Expected, ...] = ()
    series: Series | None = None

    @property
    def path(self) -> str:
        """What its main action calls."""
        return self.series.path if self.series else self.expected[0].path


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the jobs live: a resource group of their own, and the receiver that they call."""

    group: str
    receiver: str

    @property
    def collections(self) -> str:
        provider = "Microsoft.Scheduler/jobCollections"
        return f"/subscriptions/faults/resourceGroups/{self.group}/providers/{provider}"

    def collection(self, number: int) -> str:
        return f"{self.collections}/c{number // JOBS_PER_COLLECTION}"


def plan_jobs(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs that are due from `begin` on, in the order of nothing."""
    makers = [_once] * size.once + [_failing] * size.failing + [_recurring] * size.recurring
    jobs = []
    for number, make in enumerate(makers):
        due = begin + _some_time(size.disturbed, number, chance)
        path = f"/{place.group}/{number}"
        address = f"{place.collection(number)}/jobs/{number}"
        jobs.append(make(address, place.receiver, path, due, size))
    return jobs


def collections_of(place: Place, jobs: int) -> list[str]:
    return [place.collection(number) for number in range(0, jobs, JOBS_PER_COLLECTION)]


def _some_time(span: timedelta, number: int, chance: random.Random) -> timedelta:
    """Every third job is due together with others, the rest at an instant of its own."""
    seconds = chance.uniform(0, span.total_seconds())
    return timedelta(seconds=seconds // _HERD * _HERD if number % 3 == 0 else seconds)


def _once(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    slow = f"?wait={_SLOW}" if int(path.rpartition("/")[2]) % 3 == 1 else ""
    body = _job(receiver + path + slow, due, retryPolicy={"retryType": "none"})
    return PlannedJob(address=address, body=body, expected=(Expected(path=path, due=due),))


def _failing(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    """One that fails, is tried again once, fails again, and has an error action."""
    error_action = {"type": "Http", "request": _request(receiver + path + ERROR_PATH)}
    policy = {"retryType": "fixed", "retryInterval": "PT15S", "retryCount": 1}
    body = _job(f"{receiver}{path}?status=500", due, retryPolicy=policy, errorAction=error_action)
    main = Expected(path=path, due=due, runs=2, fails=True)
    error = Expected(path=path + ERROR_PATH, due=due, delay=RETRY_AFTER)
    return PlannedJob(address=address, body=body, expected=(main, error))


def _recurring(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    """One that runs every minute, so many times."""
    recurrence = {"frequency": "minute", "interval": 1, "count": size.repeats}
    body = _job(receiver + path, due, retryPolicy={"retryType": "none"})
    body["properties"]["recurrence"] = recurrence
    series = Series(path=path, first=due, every=timedelta(minutes=1), count=size.repeats)
    return PlannedJob(address=address, body=body, series=series)


def _job(uri: str, due: datetime, **more: object) -> dict[str, Any]:
    action = {"type": "Http", "request": _request(uri), **more}
    return {"properties": {"startTime": due.isoformat(), "action": action}}


def _request(uri: str) -> dict[str, str]:
    return {"uri": uri, "method": "POST", "body": "hello"}
