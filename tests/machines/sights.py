"""A job as it was seen at a moment, as far as its schedule is concerned."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from shared.domain.keys import JobKey
from shared.domain.policies import delay_of
from tests.machines.forms import JOBS
from tests.machines.snapshot import JobSeen, Owner, instant

_MINUTE: Final = timedelta(minutes=1)
_KEYS: Final[dict[Owner, JobKey]] = {job.canonical: job for job in JOBS}


class Minutes(NamedTuple):
    """A schedule that names every minute from the first on, up to the last."""

    first: datetime
    last: datetime | None

    def after(self, instant: datetime) -> datetime | None:
        """Return the first time that it names after an instant."""
        passed = -1 if instant < self.first else (instant - self.first) // _MINUTE
        found = self.first + (passed + 1) * _MINUTE
        return None if self.last is not None and found > self.last else found


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    revision: str
    put: bool
    """Its last change was a PUT."""
    on: bool
    """It is not disabled."""
    finished: bool
    owed: bool
    """Its first run is due as soon as it is enabled."""
    over: bool
    """It has run as often as it may."""
    minutes: Minutes | None
    """What its schedule names; nothing if it runs once."""
    own: bool
    """It does not look at its collection's zone."""
    delay: timedelta
    since: datetime | None
    """Since when it is disabled, and until when."""
    until: datetime | None


def sight_of(job: JobSeen) -> Sight:
    fields, recurrence, started = job.fields, job.recurrence, job.fields["started"]
    start = job.definition.get("start_time")
    count = (recurrence or {}).get("count")
    return Sight(
        revision=fields["revision"],
        put=fields["revision"] == fields["putRevision"],
        on=fields["state"] != "disabled",
        finished=job.finished,
        owed=started == 0 and (start is None or recurrence is None),
        over=count is not None and started >= count,
        minutes=_minutes(job, start),
        own=job.policies.get("use_defaults") is False,
        delay=_delay(job),
        since=instant(job.disabled["since"]) if "since" in job.disabled else None,
        until=job.until,
    )


def _minutes(job: JobSeen, start: str | None) -> Minutes | None:
    if job.recurrence is None:
        return None
    end = job.recurrence.get("end_time")
    return Minutes(instant(start or job.fields["anchor"]), instant(end) if end else None)


def _delay(job: JobSeen) -> timedelta:
    spread = job.policies.get("spread")
    if spread is None or job.recurrence is None:
        return timedelta()
    return delay_of(_KEYS[job.owner], timedelta(seconds=spread))
