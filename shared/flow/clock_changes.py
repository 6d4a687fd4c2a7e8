"""What the next clock changes do to the jobs of a subscription. Shards are read side by side."""

from datetime import datetime
from itertools import chain

from shared.domain.clock_changes import ClockChange, clock_changes, counted_job, joined
from shared.flow.overviews import jobs_that_run
from shared.flow.ports import Store


def list_clock_changes(
    store: Store, subscription: str, *, now: datetime, until: datetime
) -> list[ClockChange]:
    """Return the changes of all zones that jobs count in, in order, with the jobs that they affect."""

    def read(shard: int) -> list[ClockChange]:
        running = jobs_that_run(store, shard, subscription, now)
        jobs = (counted_job(job, collection, now=now, until=until) for job, collection in running)
        return clock_changes(jobs, now=now, until=until)

    return joined(chain.from_iterable(store.over_shards(read)))
