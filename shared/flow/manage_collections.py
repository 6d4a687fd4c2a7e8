"""What the API asks for collections: they come and go, each change one transaction."""

from dataclasses import replace

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection, WantedCollection
from shared.domain.errors import CollectionNotFound
from shared.domain.keys import CollectionKey
from shared.flow.manage_jobs import remove_job
from shared.flow.ports import Store
from shared.flow.races import MOST_RACES, too_busy


def put_collection(store: Store, key: CollectionKey, wanted: WantedCollection) -> tuple[JobCollection, bool]:
    """Create or replace a collection; return it, and whether it is new."""
    for _ in range(MOST_RACES):
        existing = store.collection(key)
        collection = wanted.replacing(existing) if existing else wanted.created(key)
        change = Update(existing, collection) if existing else Insert(collection)
        if store.commit([change]) is not None:
            return collection, existing is None
    raise too_busy(key)


def get_collection(store: Store, key: CollectionKey) -> JobCollection:
    collection = store.collection(key)
    if collection is None or collection.state is CollectionState.DELETED:
        raise CollectionNotFound(key.name, key.resource_group)
    return collection


def list_collections(store: Store, subscription: str) -> list[JobCollection]:
    """Return the collections of a subscription, by resource group and name."""
    found = store.collections(subscription)
    return [collection for collection in found if collection.state is not CollectionState.DELETED]


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


def _close(store: Store, key: CollectionKey) -> None:
    """Let no job in any more: who creates one writes the collection under its ETag too."""
    for _ in range(MOST_RACES):
        collection = store.collection(key)
        if collection is None:
            raise CollectionNotFound(key.name, key.resource_group)
        if store.commit([Update(collection, replace(collection, state=CollectionState.DELETED))]) is not None:
            return
    raise too_busy(key)
