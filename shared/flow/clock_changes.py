"""What the next clock changes do to the jobs of a subscription. Shards are read side by side."""

from datetime import datetime
from itertools import chain

from shared.domain.budget import Budget, reading
from shared.domain.clock_changes import ClockChange, CountedJob, clock_changes, counted_job, joined
from shared.domain.collection import JobCollection
from shared.domain.job import Job
from shared.flow.ports import Store
from shared.flow.upcoming import jobs_that_run


def list_clock_changes(
    store: Store, subscription: str, *, now: datetime, until: datetime, budget: Budget
) -> list[ClockChange]:
    """Return the changes of all zones that jobs count in, in order, with the jobs that they affect.

    Raise OverBudget if that is too much work.
    """

    def read(shard: int) -> list[ClockChange]:
        running = jobs_that_run(store, shard, subscription, now)
        jobs = (_counted(job, collection) for job, collection in running)
        return clock_changes(jobs, now=now, until=until, spend=budget.spend)

    def _counted(job: Job, collection: JobCollection) -> CountedJob:
        budget.spend(reading(job.definition))
        return counted_job(job, collection, now=now, until=until, spend=budget.spend)

    return joined(chain.from_iterable(store.over_shards(read)))
