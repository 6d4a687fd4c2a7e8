"""What the API asks for collections: they come and go, each change one transaction."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection, WantedCollection, refuse_beyond_plan
from shared.domain.collection_jobs import refuse_jobs
from shared.domain.errors import CollectionNotFound
from shared.domain.keys import CollectionKey
from shared.flow.manage_jobs import remove_job
from shared.flow.ports import Store
from shared.flow.races import MOST_RACES, too_busy


def put_collection(
    store: Store, key: CollectionKey, wanted: WantedCollection, *, now: datetime
) -> tuple[JobCollection, bool]:
    """Create or replace a collection; return it, and whether it is new."""
    for _ in range(MOST_RACES):
        existing = store.collection(key)
        collection = wanted.replacing(existing) if existing else wanted.created(key)
        if _commit(store, existing, collection, now=now):
            return collection, existing is None
    raise too_busy(key)


def patch_collection(
    store: Store, key: CollectionKey, wanted: Callable[[JobCollection], WantedCollection], *, now: datetime
) -> JobCollection:
    """Change a collection; `wanted` says, of the one that is stored, what is to become of it."""
    for _ in range(MOST_RACES):
        existing = get_collection(store, key)
        collection = wanted(existing).replacing(existing)
        if _commit(store, existing, collection, now=now):
            return collection
    raise too_busy(key)


def set_state(store: Store, key: CollectionKey, state: CollectionState) -> None:
    for _ in range(MOST_RACES):
        collection = get_collection(store, key)
        if store.commit([Update(collection, replace(collection, state=state))]) is not None:
            return
    raise too_busy(key)


def get_collection(store: Store, key: CollectionKey) -> JobCollection:
    collection = store.collection(key)
    if collection is None or collection.state is CollectionState.DELETED:
        raise CollectionNotFound(key.name, key.resource_group)
    return collection


def list_collections(
    store: Store, subscription: str, resource_group: str | None = None
) -> list[JobCollection]:
    """Return the collections of a subscription, or of one of its groups, by resource group and name."""
    found = store.collections(subscription)
    return [
        collection
        for collection in found
        if collection.state is not CollectionState.DELETED
        and (resource_group is None or collection.key.resource_group.lower() == resource_group.lower())
    ]


def delete_collection(store: Store, key: CollectionKey) -> None:
    """Delete a collection with all its jobs; when it is cut short, asking again goes on with it."""
    _close(store, key)
    for job in store.jobs(key):
        remove_job(store, job)
    for _ in range(MOST_RACES):
        collection = store.collection(key)
        if collection is None or store.commit([Delete(collection)]) is not None:
            return
    raise too_busy(key)


def _commit(
    store: Store, existing: JobCollection | None, collection: JobCollection, *, now: datetime
) -> bool:
    """Check the collection against its plan and its jobs, as far as it changes them, and store it."""
    if existing is None or existing.sku is not collection.sku or existing.quota != collection.quota:
        refuse_beyond_plan(collection, list_collections(store, collection.key.subscription))
        if existing is not None:
            refuse_jobs(collection, store.jobs(collection.key), now=now)
    change = Insert(collection) if existing is None else Update(existing, collection)
    return store.commit([change]) is not None


def _close(store: Store, key: CollectionKey) -> None:
    """Let no job in any more: who creates one writes the collection under its ETag too."""
    for _ in range(MOST_RACES):
        collection = store.collection(key)
        if collection is None:
            raise CollectionNotFound(key.name, key.resource_group)
        if store.commit([Update(collection, replace(collection, state=CollectionState.DELETED))]) is not None:
            return
    raise too_busy(key)
