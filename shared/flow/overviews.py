"""What the API tells of all jobs of a subscription. Shards are read side by side where that helps."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain

from shared.domain.collection import CollectionState, JobCollection
from shared.domain.credentials import Credential, credentials_of, default_credentials
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.subscriptions import Subscription, subscriptions_of
from shared.domain.summaries import Bookmark, Sought
from shared.flow.ports import Ports, Store

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
