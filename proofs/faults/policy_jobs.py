"""Jobs with policies, some of each kind, whose rules the checker learns from their definitions."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import quote

from proofs.faults.rules import ASKED, MINUTE, rule_of
from proofs.faults.stirring import plan_stirred
from proofs.faults.workload import (
    ERROR_PATH,
    NO_RETRIES,
    Place,
    PlannedJob,
    Size,
    a_job,
    a_request,
    plan_jobs,
)
from shared.domain.timespan import write_timespan

FIRST_NUMBER: Final = 1_000
OFF_FOR_A_WHILE: Final = "for a while"
"""Why jobs and collections are disabled until an instant."""
PAUSED: Final = "paused"
"""The collection that is disabled until an instant."""
_TAKES_TIME: Final = "?wait=0.5"
_FAILS: Final = "?status=500"
_SOON_OVER: Final = timedelta(seconds=10)  # the schedule ends before it names one more minute
_OVER_A_MINUTE: Final = {"retryType": "fixed", "retryInterval": "00:00:31", "retryCount": 2}
"""So long is an occurrence open that fails: the next one, a minute later, meets it."""
_ONCE_MORE: Final = {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 1}
_TWICE_MORE: Final = {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 2}

_Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A job that is to be: what its action calls, when it is first due, and when what is off is enabled."""

    number: int
    uri: str
    start: datetime
    until: datetime
    size: Size

    @property
    def overlap(self) -> str:
        """One or the other, job by job."""
        return "skip" if self.number % 2 else "wait"

    def body(self, query: str = "", *, times: int = 0, **action: object) -> _Body:
        """Return a job whose schedule names so many minutes, or as many as the size says."""
        made = a_job(self.uri + query, self.start, **{"retryPolicy": NO_RETRIES, **action})
        end = self.start + MINUTE * ((times or self.size.repeats) - 1) + _SOON_OVER
        recurrence = {"frequency": "minute", "interval": 1, "endTime": end.isoformat()}
        made["properties"]["recurrence"] = recurrence
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """How a kind of job is made, and in which share of the time its first occurrence is due.

    Some take longer than a short scenario lasts.
    """

    make: Callable[[_Draft], _Body]
    within: float = 1.0
    long: bool = False
    in_paused: bool = False


def plan_mixed(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs with policies, jobs without, and jobs that are stirred."""
    planners = (plan_policied, plan_stirred, plan_jobs)
    return [job for plan in planners for job in plan(place, size, begin=begin, chance=chance)]


def plan_policied(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return as many jobs of each kind as the size says.

    What is disabled until an instant comes first: that instant must not be past when it is created.
    """
    kinds = [kind for kind in _KINDS if size.policies.long or not kind.long]
    jobs = []
    for number, kind in enumerate(kinds * size.policies.each, start=FIRST_NUMBER):
        draft = _Draft(
            number=number,
            uri=place.receiver + place.path(number),
            start=begin + size.disturbed * chance.uniform(0, kind.within),
            until=begin + size.disturbed / 3,
            size=size,
        )
        jobs.append(_planned(place, kind, draft))
    return sorted(jobs, key=lambda job: not (job.rule and (job.rule.off_until or job.rule.paused_until)))


def _planned(place: Place, kind: _Kind, draft: _Draft) -> PlannedJob:
    path, body = place.path(draft.number), kind.make(draft)
    if not kind.in_paused:
        address = place.job(draft.number)
        return PlannedJob(address=address, body=body, rule=rule_of(address, path, body))
    address = f"{place.collections}/{PAUSED}/jobs/{draft.number}"
    rule = rule_of(address, path, body, paused=draft.until)
    return PlannedJob(address=address, body=body, rule=rule, pause=_until(draft))


def _with(body: _Body, **policies: object) -> _Body:
    return {"properties": {**body["properties"], **policies}}


def _open_for_long(draft: _Draft, overlap: str) -> _Body:
    body = draft.body(f"{_FAILS}&{_TAKES_TIME[1:]}", retryPolicy=_OVER_A_MINUTE)
    return _with(body, overlap=overlap)


def _soon_over(draft: _Draft) -> _Body:
    """No two of its occurrences meet, so that none is skipped."""
    return _with(draft.body(_TAKES_TIME), overlap=draft.overlap)


def _made_up_for(draft: _Draft) -> _Body:
    policies = {"missedRuns": {"policy": "all", "within": "00:10:00"}, "overlap": draft.overlap}
    return _with(draft.body(_TAKES_TIME), **policies)


def _not_too_late(draft: _Draft) -> _Body:
    return _with(draft.body(), missedRuns={"policy": "none", "within": "00:05:00"})


def _spread(draft: _Draft) -> _Body:
    return _with(draft.body(), spread=write_timespan(draft.size.disturbed / 3))


def _told_when(draft: _Draft) -> _Body:
    """Its target asks for more time than the retry policy leaves it.

    The receiver answers with the status that it is asked for as it stands, so a header may follow.
    """
    busy = quote(f"503 Busy\r\n{ASKED}25\r\nX-Was:")
    return draft.body(f"?status={busy}", times=1, retryPolicy=_ONCE_MORE, retryOptions={"retryAfter": True})


def _ever_longer(draft: _Draft) -> _Body:
    options = {"backoff": 2.0, "maxInterval": "00:00:25"}
    return draft.body(_FAILS, times=1, retryPolicy=_TWICE_MORE, retryOptions=options)


def _not_again(draft: _Draft) -> _Body:
    return draft.body("?status=410", retryPolicy=_TWICE_MORE, retryOptions={"stopOn": [404, 410]})


def _given_up(draft: _Draft) -> _Body:
    """It is disabled before its schedule ends."""
    faults = draft.size.repeats
    error = {"type": "Http", "request": a_request(draft.uri + ERROR_PATH)}
    return _with(draft.body(_FAILS, times=faults + 1, errorAction=error), disableAfterFaults=faults)


def _off(draft: _Draft) -> _Body:
    return _with(draft.body(), state="disabled", disabled=_until(draft))


def _until(draft: _Draft) -> dict[str, str]:
    return {"until": draft.until.isoformat(), "note": OFF_FOR_A_WHILE}


_KINDS: Final = (
    _Kind(make=lambda draft: _open_for_long(draft, "skip"), long=True),
    _Kind(make=lambda draft: _open_for_long(draft, "wait"), within=1 / 6, long=True),
    _Kind(make=_soon_over),
    _Kind(make=_made_up_for),
    _Kind(make=_not_too_late),
    _Kind(make=_spread, within=2 / 3),
    _Kind(make=_told_when, long=True),
    _Kind(make=_ever_longer, long=True),
    _Kind(make=_not_again),
    _Kind(make=_given_up),
    _Kind(make=_off),
    _Kind(make=lambda draft: draft.body(), in_paused=True),
)
