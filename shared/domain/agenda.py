"""What comes next over many jobs: their runs, in the order in which they are due."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from shared.domain.collection import JobCollection
from shared.domain.in_force import zone_name
from shared.domain.job import Job, upcoming
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import Zone, zone_named

Order = tuple[datetime, tuple[str, ...]]
"""When a run is due, and the names of its job."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A run of a job: the time that its schedule names, by whose clocks, and when it is due."""

    job: JobKey
    at: datetime
    due: datetime
    zone: Zone

    @property
    def order(self) -> Order:
        return self.due, self.job.canonical


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """Which runs are asked for: from now, or behind one of them, up to an instant, and how many at most."""

    begin: datetime
    until: datetime
    top: int
    behind: Order | None = None


def runs_ahead(
    job: Job, collection: JobCollection, *, now: datetime, behind: datetime | None = None
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the runs of a job, each with the time that its schedule names and when it is due.

    If the first is overdue, those between it and now become part of it. Behind an instant, runs before it
    may be left out, unless they are counted.
    """
    nominal, due, recurrence = job.next_nominal, job.next_run, job.definition.recurrence
    if nominal is None or due is None or job.next_ticket is None:
        return
    yield nominal, due
    counted = recurrence is not None and recurrence.count is not None
    from_there = max(due, now, now if behind is None or counted else behind - datetime.resolution)
    if from_there > due:
        ticket, course = replace(job.next_ticket, due=from_there), job.course
        job = replace(job, next_ticket=ticket, course=replace(course, next_nominal=from_there - job.delay))
    yield from islice(upcoming(job, collection), 1, None)


def earliest(jobs: Iterable[tuple[Job, JobCollection]], ahead: Ahead) -> list[Coming]:
    """Return the first runs of all jobs, in their order. No more is kept than twice as many as are asked for.

    1. Once there are twice as many, the later half is dropped, and what is not earlier than the last one left
       is not looked at again.
    2. The runs of a job come in order, so that the first one that is too late ends it.
    """
    kept: list[Coming] = []
    last: Order | None = None
    for job, collection in jobs:
        zone = zone_named(zone_name(job.definition, collection))
        for run in _runs(job, collection, ahead):
            at, due = run
            coming = Coming(job=job.key, at=at, due=due, zone=zone)
            if last is not None and coming.order >= last:
                break
            kept.append(coming)
            if len(kept) >= 2 * ahead.top:
                kept = _first(kept, ahead.top)
                last = kept[-1].order
    return _first(kept, ahead.top)


def _runs(job: Job, collection: JobCollection, ahead: Ahead) -> Iterator[tuple[datetime, datetime]]:
    """Yield the runs that are asked for, each with when it is due."""
    behind, names = ahead.behind, job.key.canonical
    for at, due in runs_ahead(job, collection, now=ahead.begin, behind=behind[0] if behind else None):
        if due >= ahead.until:
            return
        if behind is None or (due, names) > behind:
            yield at, due


def _first(runs: list[Coming], top: int) -> list[Coming]:
    return sorted(runs, key=lambda run: run.order)[:top]
