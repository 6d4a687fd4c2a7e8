"""The next runs of all jobs of a subscription: in their order, or how many there are at which time.

1. The tickets of each shard tell when each job runs next. They are in that order, so that no more are read
   than are needed.
2. Of the jobs that they name, what their next runs follow from is read. A few are named in a call; of many,
   the range that holds them is read.
3. Further runs are found in the order of all jobs. What is read and what is found is paid for from one
   budget.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, groupby, islice
from typing import Final

from shared.domain.agenda import Ahead, Coming, Order, in_order
from shared.domain.budget import Budget, OverBudget, reading
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.crowds import Crowds, Gathering
from shared.domain.in_force import zone_name
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import UnknownZone, zone_named
from shared.domain.ticket import TicketKey
from shared.flow.by_instant import merged
from shared.flow.ports import Store

log = logging.getLogger(__name__)

MOST_JOBS_COUNTED: Final = 20_000
_FIRST_JOBS: Final = 250
"""For a list so many jobs are read at first, or as many as runs are asked for; then twice as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcomingAsked:
    """Which runs are asked for, how many of them at most, and up to when the list goes on behind them."""

    ahead: Ahead
    top: int
    until: datetime


def list_upcoming(
    store: Store, subscription: str, asked: UpcomingAsked, *, budget: Budget
) -> tuple[list[Coming], Order | None]:
    """Return the first runs of all jobs in their order, and behind which one the list goes on.

    If the budget is spent, it is those that were found; raise OverBudget if there are none.
    """
    ahead, top, until = asked.ahead, asked.top, asked.until
    soon, found = _Soon(store, subscription, ahead, budget), list[Coming]()
    try:
        for run in in_order(soon.jobs(min(top, _FIRST_JOBS)), ahead, budget.spend):
            if len(found) == top:
                return found, found[-1].order if run.due < until else None
            found.append(run)
    except OverBudget:
        if not found:
            raise
        return found, found[-1].order if found[-1].due < until else None
    return found, None


def count_upcoming(
    store: Store, subscription: str, ahead: Ahead, bucket: timedelta, *, budget: Budget
) -> Crowds | datetime:
    """Count the runs of all jobs in buckets; if that is too much, return up to when it is not."""
    soon, gathering = _Soon(store, subscription, ahead, budget), Gathering(ahead.begin, ahead.until)
    tickets = list(islice(soon.tickets(), MOST_JOBS_COUNTED + 1))
    if len(tickets) > MOST_JOBS_COUNTED:
        return max(tickets[-1].due, ahead.begin)
    try:
        jobs = soon.jobs_of(tickets)
    except OverBudget:
        return max(tickets[soon.read - 1].due, ahead.begin)
    gathering.take_in(jobs, budget)
    return gathering.largest_window() or gathering.crowds(bucket)


def jobs_that_run(
    store: Store, shard: int, subscription: str, now: datetime
) -> Iterator[tuple[Job, JobCollection]]:
    """Yield the enabled jobs of a shard whose collections are on, with what their next runs follow from."""
    collections = store.collections_in(shard, subscription)
    for job in store.timed_jobs_in(shard, subscription):
        collection = collections.get(job.key.collection)
        if collection is not None and _is_on(collection, now) and _runs(job, collection):
            yield job, collection


class _Soon:
    """The jobs that run before an instant, in the order of their next runs, read as they are asked for."""

    def __init__(self, store: Store, subscription: str, ahead: Ahead, budget: Budget) -> None:
        self._store, self._subscription, self._ahead = store, subscription, ahead
        self._budget = budget
        self._collections: dict[CollectionKey, JobCollection] = {}
        self.read = 0
        """How many jobs were read."""

    def jobs(self, first: int) -> Iterator[tuple[Job, JobCollection]]:
        """Yield the jobs, read so many at first."""
        tickets, wanted = self.tickets(), first
        while some := list(islice(tickets, wanted)):
            yield from self.jobs_of(some)
            wanted *= 2

    def tickets(self) -> Iterator[TicketKey]:
        """Yield the tickets of the next runs in their order, those of collections that are off left out."""

        def read(shard: int) -> Iterator[TicketKey]:
            found = self._store.collections_in(shard, self._subscription).items()
            on = {key: one for key, one in found if _is_on(one, self._ahead.begin)}
            self._collections.update(on)
            tickets = self._store.next_runs(shard, self._subscription, until=self._ahead.until) if on else ()
            return (key for key in tickets if key.job.collection in on)

        found = merged(self._store, read, lambda key: key.due)
        for _, at_once in groupby(found, lambda key: key.due):  # their rows are not in the order of names
            yield from sorted(at_once, key=lambda key: key.job.canonical)

    def jobs_of(self, tickets: Sequence[TicketKey]) -> list[tuple[Job, JobCollection]]:
        """Return the jobs that wait for one of these tickets, in the order of the tickets."""
        named: dict[int, list[JobKey]] = {}
        for ticket in tickets:
            named.setdefault(self._store.shard_of(ticket.job.collection), []).append(ticket.job)

        def read(shard: int) -> list[Job]:
            return list(self._paid_for(self._store.timed_jobs(shard, named.get(shard, []))))

        jobs = {job.key: job for job in chain.from_iterable(self._store.over_shards(read))}
        found = ((jobs.get(key.job), key) for key in tickets)
        waiting = (job for job, key in found if job is not None and job.next_ticket == key)
        held = ((job, self._collections[job.key.collection]) for job in waiting)
        return [pair for pair in held if _runs(*pair)]

    def _paid_for(self, jobs: Iterable[Job]) -> Iterator[Job]:
        for job in jobs:
            self.read += 1
            self._budget.spend(reading(job.definition))
            yield job


def _is_on(collection: JobCollection, now: datetime) -> bool:
    return collection.state is not CollectionState.DELETED and not collection.is_off(now)


def _runs(job: Job, collection: JobCollection) -> bool:
    """Say whether a job runs, as far as can be told: an instance with newer rules may have stored it."""
    if job.state is not JobState.ENABLED:
        return False
    try:
        zone_named(zone_name(job.definition, collection))
    except UnknownZone as exc:
        log.warning("%s is left out of what comes: %s", job.key, exc)
        return False
    return True
