"""What the company's jobs are written with: bodies of requests, and how their targets behave."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from shared.domain.attempt import Failed

SUBSCRIPTION: Final = "contoso-production"
ALERTS: Final = "https://alerts.contoso.example/scheduler"
LONG_AGO: Final = "2026-01-05T00:00:00"
"""When schedules began that name their times: any day in the past will do."""
WORKING_DAYS: Final = ["monday", "tuesday", "wednesday", "thursday", "friday"]

Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What a target answers instead of what it should: for a while, or now and then.

    `since` and `until` say how long before the end of the past; `one_in` how many runs it concerns.
    """

    failure: Failed
    since: timedelta = timedelta(days=30)
    until: timedelta = timedelta(days=-30)
    one_in: int = 1
    attempts: int = 100
    """How many attempts of a run fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoJob:
    name: str
    body: Body
    takes: float = 1.2
    """Seconds, more or less."""
    trouble: Sequence[Trouble] = ()
    hangs: bool = False
    """Whether its last run is still under way in the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCollection:
    group: str
    name: str
    body: Body
    jobs: Sequence[DemoJob] = ()

    @property
    def path(self) -> str:
        group = f"subscriptions/{SUBSCRIPTION}/resourceGroups/{self.group}"
        return f"{group}/providers/Microsoft.Scheduler/jobCollections/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What somebody asks for, so long before the end of the past."""

    ago: timedelta
    who: str
    method: str
    path: str
    body: Body | None = None
    correlation: str = ""


def http(uri: str, method: str = "POST", **request: Any) -> Body:
    return {"type": uri.partition(":")[0], "request": {"uri": uri, "method": method, **request}}


def retries(count: int, interval: str, **options: Any) -> Body:
    policy = {"retryPolicy": {"retryType": "fixed", "retryInterval": interval, "retryCount": count}}
    return {**policy, **({"retryOptions": options} if options else {})}


NO_RETRIES: Final[Mapping[str, Any]] = {"retryPolicy": {"retryType": "none"}}
ALERT: Final[Mapping[str, Any]] = {"errorAction": http(ALERTS, body="A job needs somebody to look at it.")}


def body(action: Body, recurrence: Body | None, about: str, **properties: Any) -> Body:
    """Return the body of a job; `tags` stand beside its properties."""
    tags = properties.pop("tags", None)
    recurring = {} if recurrence is None else {"startTime": LONG_AGO, "recurrence": recurrence}
    said = {"action": action, "description": about, **recurring, **properties}
    return {"properties": said, **({"tags": tags} if tags else {})}


def every(minutes: int) -> Body:
    if minutes % 60 == 0:
        return {"frequency": "hour", "interval": minutes // 60}
    return {"frequency": "minute", "interval": minutes}


def daily(*times: str) -> Body:
    return {"frequency": "day", "schedule": _times(times)}


def on_working_days(*times: str) -> Body:
    return {"frequency": "week", "schedule": {"weekDays": WORKING_DAYS, **_times(times)}}


def weekly(day: str, time: str) -> Body:
    return {"frequency": "week", "schedule": {"weekDays": [day], **_times([time])}}


def monthly(day: int, time: str) -> Body:
    return {"frequency": "month", "schedule": {"monthDays": [day], **_times([time])}}


def hourly_at(minute: int) -> Body:
    return {"frequency": "hour", "schedule": {"minutes": [minute]}}


def instant(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _times(times: Sequence[str]) -> Body:
    """Return hours and minutes; several times have their minute in common."""
    hours = [int(time[:2]) for time in times]
    return {"hours": hours, "minutes": sorted({int(time[3:]) for time in times})}


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """All that is there in the beginning, and all that people do then."""

    collections: Sequence[DemoCollection]
    deeds: Sequence[Deed] = field(default_factory=tuple)

    def job(self, collection: str, name: str) -> DemoJob | None:
        found = (job for one in self.collections if one.name == collection for job in one.jobs)
        return next((job for job in found if job.name == name), None)
