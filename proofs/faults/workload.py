"""Jobs that a scenario has run, and what is expected of each."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from proofs.faults.changes import ChangeKind
from proofs.faults.checker import Expected, Series
from proofs.faults.rules import Rule

JOBS_PER_COLLECTION: Final = 50  # as many as a Standard collection takes; collections spread over the shards
RETRY_AFTER: Final = timedelta(seconds=15)  # the shortest that is allowed
ERROR_PATH: Final = "/error"
NO_RETRIES: Final = {"retryType": "none"}
OLD: Final = "2016-03-01"
EXTENDED: Final = "2026-11-01"
"""The api-version that knows policies and notes."""
CONFLICT: Final = 409
_FOR_EVER: Final = 3600  # seconds; no scenario takes so long
_SLOW: Final = 0.5  # seconds that every third call takes, so that faults fall into it
_HERD: Final = 5  # every so many seconds a part of the jobs is due at the same instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much a scenario does; `disturbed` is for how long, from when the first job is due.

    The lease, in seconds, is for scenarios in which runners are lost; the actions take half a second at most.
    A host that is killed again and again is `alive` for up to so long.
    A message whose function failed comes back after so many seconds.
    So many recurring jobs are `stirred`: disabled and enabled, patched or replaced.
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
    stirred: int
    policies: "Policied"
    crowd: "Crowd"
    fire: "Fire"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policied:
    """So many jobs of each kind of policy; those that take minutes are left out unless they are wanted."""

    each: int
    long: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """So many jobs of a target that never answers, and so many of one that does.

    An action may take so many seconds; a process has so many places for actions.
    """

    silent: int
    victims: int
    time_limit: int
    places: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """So many jobs that are changed, that nobody changes, and whose collections are disabled now and then.

    A collection is enabled for up to, and disabled for, so long.
    """

    changed: int
    unchanged: int
    switched: int
    on: timedelta
    off: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedJob:
    """A job, by its address in the API, with its body and what is expected of it.

    It may be changed once, or stirred, or be in a collection that is switched off and on, or paused from the
    beginning.
    One with policies has a rule, which says what is expected.
    """

    address: str
    body: dict[str, Any]
    expected: tuple[Expected, ...] = ()
    series: Series | None = None
    rule: Rule | None = None
    change: "PlannedChange | None" = None
    stir: "PlannedStir | None" = None
    switched: bool = False
    pause: dict[str, str] | None = None

    @property
    def collection(self) -> str:
        return self.address.rpartition("/jobs/")[0]

    @property
    def path(self) -> str:
        """What its main action calls."""
        told = self.rule or self.series or self.expected[0]
        return told.path


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedChange:
    """What is asked for, and when; the new form, if there is one, has a path and a due instant of its own."""

    kind: ChangeKind
    at: datetime
    method: str
    body: dict[str, Any] | None = None
    new: Expected | None = None
    note: str = ""

    @property
    def version(self) -> str:
        """Notes need the later api-version."""
        return EXTENDED if self.note else OLD


class StirKind(StrEnum):
    REST = "disabled and enabled"
    PATCH = "patched"
    PUT = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStir:
    """What is done to a recurring job, and when."""

    kind: StirKind
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the jobs live: a resource group of their own, and the receivers that they call."""

    group: str
    receiver: str
    silent: str
    """One that is asked by nobody but those who want no answer."""

    @property
    def collections(self) -> str:
        provider = "Microsoft.Scheduler/jobCollections"
        return f"/subscriptions/faults/resourceGroups/{self.group}/providers/{provider}"

    def job(self, number: int) -> str:
        return f"{self.collections}/c{number // JOBS_PER_COLLECTION}/jobs/{number}"

    def path(self, number: int) -> str:
        """What the main action of a job calls."""
        return f"/{self.group}/{number}"


def plan_jobs(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs that are due from `begin` on, in the order of nothing."""
    makers = [_once] * size.once + [_failing] * size.failing + [_recurring] * size.recurring
    jobs = []
    for number, make in enumerate(makers):
        due = begin + some_time(size.disturbed, number, chance)
        jobs.append(make(place.job(number), place.receiver, place.path(number), due, size))
    return jobs


def plan_neighbours(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs whose target never answers, all due at once, and others from then on."""
    crowd, jobs = size.crowd, []
    for number in range(crowd.silent):
        jobs.append(_unanswered(place.job(number), place.silent, place.path(number), begin, size))
    for number in range(crowd.silent, crowd.silent + crowd.victims):
        due = begin + some_time(size.disturbed, number, chance)
        jobs.append(_once(place.job(number), place.receiver, place.path(number), due, size))
    return jobs


def collections_of(jobs: Iterable[PlannedJob]) -> list[str]:
    return sorted({job.collection for job in jobs})


def some_time(span: timedelta, number: int, chance: random.Random) -> timedelta:
    """Every third job is due together with others, the rest at an instant of its own."""
    seconds = chance.uniform(0, span.total_seconds())
    return timedelta(seconds=seconds // _HERD * _HERD if number % 3 == 0 else seconds)


def _once(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    slow = f"?wait={_SLOW}" if int(path.rpartition("/")[2]) % 3 == 1 else ""
    body = a_job(receiver + path + slow, due, retryPolicy=NO_RETRIES)
    return PlannedJob(address=address, body=body, expected=(Expected(path=path, due=due),))


def _unanswered(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    """One that is given up after the time that an action may take."""
    body = a_job(f"{receiver}{path}?wait={_FOR_EVER}", due, retryPolicy=NO_RETRIES)
    return PlannedJob(address=address, body=body, expected=(Expected(path=path, due=due, fails=True),))


def _failing(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    """One that fails, is tried again once, fails again, and has an error action."""
    error_action = {"type": "Http", "request": a_request(receiver + path + ERROR_PATH)}
    policy = {"retryType": "fixed", "retryInterval": "PT15S", "retryCount": 1}
    body = a_job(f"{receiver}{path}?status=500", due, retryPolicy=policy, errorAction=error_action)
    main = Expected(path=path, due=due, runs=2, fails=True)
    error = Expected(path=path + ERROR_PATH, due=due, delay=RETRY_AFTER)
    return PlannedJob(address=address, body=body, expected=(main, error))


def _recurring(address: str, receiver: str, path: str, due: datetime, size: Size) -> PlannedJob:
    """One that runs every minute, so many times."""
    recurrence = {"frequency": "minute", "interval": 1, "count": size.repeats}
    body = a_job(receiver + path, due, retryPolicy=NO_RETRIES)
    body["properties"]["recurrence"] = recurrence
    series = Series(path=path, first=due, every=timedelta(minutes=1), count=size.repeats)
    return PlannedJob(address=address, body=body, series=series)


def a_job(uri: str, due: datetime, **more: object) -> dict[str, Any]:
    action = {"type": "Http", "request": a_request(uri), **more}
    return {"properties": {"startTime": due.isoformat(), "action": action}}


def a_request(uri: str) -> dict[str, str]:
    return {"uri": uri, "method": "POST", "body": "hello"}
