"""What the API tells of all jobs of a subscription. Shards are read side by side where that helps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from shared.domain.budget import Budget, OverBudget
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.credentials import Credential, credentials_of, default_credentials
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.subscriptions import Subscription, subscriptions_of
from shared.domain.summaries import EVERY_JOB, Bookmark, JobsPage, Sought
from shared.flow.ports import Ports, Store

_LOOKED_THROUGH: Final = 500
"""So many jobs are read at a time where only some are sought, or those of deleted collections are passed."""
_LARGEST_READ: Final = 1_000
"""What storage gives in one call."""
_WORK_OF_A_CALL: Final = 50
_WORK_OF_A_ROW: Final = 3  # a whole job is read, not only its timing

_Shown = tuple[Job, JobCollection]
Owned = tuple[JobKey | CollectionKey, Credential]
"""A job, or a collection, and a credential that stands in it."""


def list_subscriptions(store: Store) -> list[Subscription]:
    return subscriptions_of(chain.from_iterable(store.over_shards(store.counted_collections)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariesAsked:
    """Jobs that are sought, behind a place in the list of all, and how many of them at most."""

    sought: Sought
    place: Bookmark
    top: int


def list_summaries(
    ports: Ports, subscription: str, asked: SummariesAsked, *, budget: Budget
) -> tuple[list[_Shown], Bookmark | None]:
    """Return some of the jobs that are sought, with their collections, and where the list goes on.

    Shards are read until one more is found than a page holds, all was read, or the budget is spent.
    """
    place, found, least = asked.place, list[_Shown](), 1 if asked.sought == EVERY_JOB else _LOOKED_THROUGH
    while True:
        rows = min(max(asked.top + 1 - len(found), least), _LARGEST_READ)
        page = ports.store.jobs_behind(subscription, place, limit=rows, sought=asked.sought)
        some, work = _with_their_collections(ports, subscription, page, place)
        found += some
        if len(found) > asked.top:
            return found[: asked.top], _between(ports.store, *found[asked.top - 1 : asked.top + 1])
        if page.behind is None:
            return found, None
        try:
            budget.spend(work)
        except OverBudget:
            return found, page.behind
        place, least = page.behind, least if some else _LOOKED_THROUGH


def _with_their_collections(
    ports: Ports, subscription: str, page: JobsPage, place: Bookmark
) -> tuple[list[_Shown], int]:
    """Return the jobs of a page that are shown, and the work of reading them."""
    work = _WORK_OF_A_CALL + _WORK_OF_A_ROW * page.read
    if not page.jobs:
        return [], work
    goes_on = place.row != "" and page.shard == place.shard
    collections = ports.store.collections_for_page(
        page.shard, subscription, now=ports.clock(), goes_on=goes_on
    )
    read = 0 if goes_on else len(collections)
    return list(_with_collections(page.jobs, collections)), work + _WORK_OF_A_ROW * read


def _between(store: Store, last: _Shown, following: _Shown) -> Bookmark:
    """Return where a list goes on between two jobs. What else lies between them is not read again."""
    shard = store.shard_of(following[0].key.collection)
    if store.shard_of(last[0].key.collection) != shard:
        return Bookmark(shard=shard)
    return Bookmark(shard=shard, row=store.place(last[0]).row)


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
) -> Iterator[_Shown]:
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
