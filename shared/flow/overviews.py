"""What the API tells of all jobs of a subscription. Shards are read side by side where that helps."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import chain
from threading import Lock

from shared.domain.agenda import Ahead, Coming, earliest
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.credentials import Credential, credentials_of, default_credentials
from shared.domain.crowds import Crowds, Gathering
from shared.domain.in_force import zone_name
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import UnknownZone, zone_named
from shared.domain.subscriptions import Subscription, subscriptions_of
from shared.domain.summaries import Bookmark, Sought
from shared.flow.ports import Ports, Store

log = logging.getLogger(__name__)

Owned = tuple[JobKey | CollectionKey, Credential]
"""A job, or a collection, and a credential that stands in it."""


def list_subscriptions(store: Store) -> list[Subscription]:
    return subscriptions_of(chain.from_iterable(store.over_shards(store.counted_collections)))


def list_summaries(
    ports: Ports, subscription: str, sought: Sought, place: Bookmark, *, top: int
) -> tuple[list[tuple[Job, JobCollection]], Bookmark | None]:
    """Return some of the jobs that are sought, with their collections, and where the list goes on."""
    page = ports.store.jobs_behind(subscription, place, limit=top)
    jobs = [job for job in page.jobs if sought.wants(job)]
    if not jobs:
        return [], page.behind
    goes_on = place.row != "" and page.shard == place.shard
    collections = ports.store.collections_for_page(
        page.shard, subscription, now=ports.clock(), goes_on=goes_on
    )
    return list(_with_collections(jobs, collections)), page.behind


def list_upcoming(store: Store, subscription: str, ahead: Ahead) -> list[Coming]:
    """Return the first runs of all jobs, in the order in which they are due."""

    def read(shard: int) -> list[Coming]:
        return earliest(jobs_that_run(store, shard, subscription, ahead.begin), ahead)

    runs = chain.from_iterable(store.over_shards(read))
    return sorted(runs, key=lambda run: run.order)[: ahead.top]


def count_upcoming(
    store: Store, subscription: str, *, now: datetime, until: datetime, bucket: timedelta
) -> Crowds | datetime:
    """Count the runs of all jobs in buckets; if they are too many, return up to when they are not."""
    gathering, lock = Gathering(now, until), Lock()

    def read(shard: int) -> None:
        for job, collection in jobs_that_run(store, shard, subscription, now):
            with lock:
                gathering.take_in(job, collection)

    list(store.over_shards(read))
    return gathering.largest_window() or gathering.crowds(bucket)


def list_expiring(store: Store, subscription: str, *, until: datetime) -> list[Owned]:
    """Return the credentials that end up to an instant, in order; those whose end is unknown are last."""

    def read(shard: int) -> list[Owned]:
        return [
            (owner, one)
            for owner, one in _credentials(store, shard, subscription)
            if one.ends is None or one.ends <= until
        ]

    return sorted(chain.from_iterable(store.over_shards(read)), key=_by_end)


def _credentials(store: Store, shard: int, subscription: str) -> Iterator[Owned]:
    collections = store.collections_in(shard, subscription)
    for key, collection in collections.items():
        if _is_there(collection):
            yield from ((key, one) for one in default_credentials(collection.defaults))
    for job in store.definitions_in(shard, subscription):
        if _is_there(collections.get(job.key.collection)):
            yield from ((job.key, one) for one in credentials_of(job.definition))


def jobs_that_run(
    store: Store, shard: int, subscription: str, now: datetime
) -> Iterator[tuple[Job, JobCollection]]:
    """Yield the enabled jobs of a shard whose collections are on."""
    collections = store.collections_in(shard, subscription)
    for job, collection in _with_collections(store.jobs_in(shard, subscription), collections):
        runs = job.state is JobState.ENABLED and not collection.is_off(now)
        if runs and _zone_is_known(job, collection):
            yield job, collection


def _zone_is_known(job: Job, collection: JobCollection) -> bool:
    """Say whether a job's runs can be found here. Another instance, with newer rules, may have stored it."""
    try:
        zone_named(zone_name(job.definition, collection))
    except UnknownZone as exc:
        log.warning("%s is left out of what comes: %s", job.key, exc)
        return False
    return True


def _with_collections(
    jobs: Iterable[Job], collections: Mapping[CollectionKey, JobCollection]
) -> Iterator[tuple[Job, JobCollection]]:
    """Yield the jobs whose collections are there: those of one that is being deleted are gone."""
    for job in jobs:
        collection = collections.get(job.key.collection)
        if collection is not None and _is_there(collection):
            yield job, collection


def _is_there(collection: JobCollection | None) -> bool:
    return collection is not None and collection.state is not CollectionState.DELETED


def _by_end(owned: Owned) -> tuple[bool, datetime | None, str, str]:
    owner, one = owned
    return one.ends is None, one.ends, str(owner).lower(), one.path
