"""What comes next over many jobs: their runs, in the order in which they are due."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import heappop, heappush, heapreplace
from itertools import islice

from shared.domain.budget import Spend, free
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
    """Which runs are asked for: from now, or behind one of them, up to an instant."""

    begin: datetime
    until: datetime
    behind: Order | None = None


def runs_ahead(
    job: Job,
    collection: JobCollection,
    *,
    now: datetime,
    behind: datetime | None = None,
    spend: Spend = free,
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
    yield from islice(upcoming(job, collection, spend=spend), 1, None)


def in_order(
    jobs: Iterable[tuple[Job, JobCollection]], ahead: Ahead, spend: Spend = free
) -> Iterator[Coming]:
    """Yield the runs of all jobs that are asked for, in their order.

    Jobs come in the order of their next runs, and no job is looked at, and no run is found, before it is its
    turn: so whoever stops has paid for what he has seen, and for no more.
    """
    waiting: list[_Place] = []
    for job, collection in jobs:
        place = _first_place(job, collection, ahead, spend)
        while place and waiting and waiting[0] < place:
            yield from _turn(waiting, ahead)
        if place:
            heappush(waiting, place)
    while waiting:
        yield from _turn(waiting, ahead)


_Place = tuple[datetime, tuple[str, ...], datetime, JobKey, Zone, Iterator[tuple[datetime, datetime]]]
"""When the next run of a job is due, and the job's names, by which no two are equal; then what is its."""


def _first_place(job: Job, collection: JobCollection, ahead: Ahead, spend: Spend) -> _Place | None:
    behind = ahead.behind[0] if ahead.behind else None
    runs = runs_ahead(job, collection, now=ahead.begin, behind=behind, spend=spend)
    zone = zone_named(zone_name(job.definition, collection))
    return next(((due, job.key.canonical, at, job.key, zone, runs) for at, due in runs), None)


def _turn(waiting: list[_Place], ahead: Ahead) -> Iterator[Coming]:
    """Yield the first run if it is asked for. Let its job wait for its next one, if that is not too late."""
    due, names, at, job, zone, runs = waiting[0]
    if due < ahead.until and (ahead.behind is None or (due, names) > ahead.behind):
        yield Coming(job=job, at=at, due=due, zone=zone)
    at, due = next(runs, (ahead.until, ahead.until))
    if due < ahead.until:
        heapreplace(waiting, (due, names, at, job, zone, runs))
    else:
        heappop(waiting)
