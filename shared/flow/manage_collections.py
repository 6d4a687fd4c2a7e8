"""What the API does with collections. Each change is one transaction."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

from shared.domain.asking import NOBODY, Asking
from shared.domain.audit import Deed, Operation
from shared.domain.changes import Change, Insert, Update
from shared.domain.collection import CollectionState, JobCollection, default_zone, refuse_beyond_plan
from shared.domain.collection_jobs import refuse_defaults, refuse_jobs
from shared.domain.contents import word, words_of_defaults
from shared.domain.disabled import Disabled, Pause, refuse_past_until
from shared.domain.errors import BadRequest, CollectionNotFound
from shared.domain.housekeeping import (
    collection_sweep_ticket,
    enable_collection_ticket,
    reschedule_ticket,
)
from shared.domain.job import Job
from shared.domain.keys import CollectionKey
from shared.domain.local_time.zones import zone_named
from shared.domain.messages import Pairs
from shared.domain.secrecy import bind_default_secrets, keep_default_secrets, missing_default_secrets
from shared.domain.stored import Unreadable
from shared.domain.ticket import Lease, Ticket, whole
from shared.domain.wanted_collection import WantedCollection
from shared.flow.commits import commit, insist, unchanged
from shared.flow.housekeeping import put_later, sweep_collection
from shared.flow.ports import Ports, Store
from shared.flow.unreadable import refusal

_SWEPT_AT_ONCE: Final = timedelta(seconds=10)


def put_collection(
    ports: Ports,
    key: CollectionKey,
    wanted: WantedCollection,
    *,
    keeps: bool = False,
    asking: Asking = NOBODY,
) -> tuple[JobCollection, bool]:
    """Create or replace a collection; return it, and whether it is new.

    If it `keeps`, it was asked for in an older api-version, and what that cannot say stays as it is.
    """
    id = ports.new_id()

    def attempt() -> tuple[JobCollection, bool] | None:
        existing, now = _readable(ports.store.collection(key), key, ports.store), ports.clock()
        asking.condition.check(key.name, _version(existing))
        asked = wanted.keeping(existing) if keeps and existing else wanted
        asked, words = _with_secrets(ports, key, asked, existing)
        if existing is None:
            collection = asked.created(key, id=id, now=now, who=asking.who)
        else:
            collection = asked.replacing(existing, id=id, now=now, who=asking.who)
        deed = Deed(place=key, operation=Operation.PUT, asking=asking, words=words)
        return (collection, existing is None) if _commit(ports, existing, collection, deed) else None

    return insist(key, attempt, ports.turns.taken(key))


def patch_collection(
    ports: Ports,
    key: CollectionKey,
    wanted: Callable[[JobCollection], WantedCollection],
    *,
    asking: Asking = NOBODY,
) -> JobCollection:
    """Change a collection; `wanted` turns the stored collection into the one to store."""
    id = ports.new_id()

    def attempt() -> JobCollection | None:
        existing = get_collection(ports.store, key)
        asking.condition.check(key.name, existing.version)
        asked, words = _with_secrets(ports, key, wanted(existing), existing)
        collection = asked.replacing(existing, id=id, now=ports.clock(), who=asking.who)
        deed = Deed(place=key, operation=Operation.PATCH, asking=asking, words=words)
        return collection if _commit(ports, existing, collection, deed) else None

    return insist(key, attempt, ports.turns.taken(key))


def set_state(
    ports: Ports,
    key: CollectionKey,
    state: CollectionState,
    *,
    pause: Pause | None = None,
    asking: Asking = NOBODY,
) -> JobCollection:
    """Enable or disable a collection, and return it; `pause` says why, and until when.

    What is so already stays as it is.
    """
    id = ports.new_id()
    operation = Operation.ENABLE if state is CollectionState.ENABLED else Operation.DISABLE
    deed = Deed(place=key, operation=operation, asking=asking)

    def attempt() -> JobCollection | None:
        existing = get_collection(ports.store, key)
        asking.condition.check(key.name, existing.version)
        disabled = pause.in_zone(zone_named(default_zone(existing.defaults))) if pause else None
        noted = existing.disabled or Disabled()
        if existing.state is state and (disabled is None or noted.says(disabled)):
            unchanged(existing, ports, deed)
            return existing
        refuse_past_until(disabled.until if disabled else None, now=ports.clock(), path="until")
        collection = existing.switched(state, disabled, id=id, now=ports.clock(), who=asking.who)
        _refuse_missing_secrets(collection)
        won = commit(_changes(ports, existing, collection), ports, deed) is not None
        return collection if won else None

    return insist(key, attempt, ports.turns.taken(key))


def get_collection(store: Store, key: CollectionKey) -> JobCollection:
    return existing_collection(store.collection(key), key, store)


def existing_collection(
    stored: JobCollection | Unreadable | None, key: CollectionKey, store: Store
) -> JobCollection:
    """Return the collection that was read; raise what is to be said if it is not there for callers."""
    collection = _readable(stored, key, store)
    if collection is None or collection.state is CollectionState.DELETED:
        raise CollectionNotFound(key.name, key.resource_group)
    return collection


def list_collections(
    store: Store, subscription: str, resource_group: str | None = None
) -> list[JobCollection]:
    """Return the collections of a subscription, or of one of its groups, by resource group and name."""
    collections = store.collections(subscription)
    return [
        collection
        for collection in collections
        if collection.state is not CollectionState.DELETED
        and (resource_group is None or collection.key.resource_group.lower() == resource_group.lower())
    ]


def delete_collection(ports: Ports, key: CollectionKey, asking: Asking = NOBODY) -> None:
    """Delete a collection with all that is in it.

    For callers it is gone at once. Its contents are removed here for a few seconds, so that a small
    collection can soon be created again. Its ticket removes the rest.
    """
    _refuse_if_newer_inside(ports.store, key)
    ticket = _close(ports, key, asking)
    if not sweep_collection(ticket, ports, ports.clock() + _SWEPT_AT_ONCE):
        put_later(ticket, ports)


def _refuse_if_newer_inside(store: Store, key: CollectionKey) -> None:
    """Raise if a newer version wrote one of the jobs, which would go with the collection."""
    newer = next((job for job in store.jobs(key) if isinstance(job, Unreadable) and job.newer), None)
    if newer is not None:
        raise refusal(f"A job of collection '{key.name}'", newer, store)


def _commit(ports: Ports, existing: JobCollection | None, collection: JobCollection, deed: Deed) -> bool:
    """Store the collection; if its plan or quota changes, check these against its jobs first."""
    store = ports.store
    refuse_defaults(collection)
    _refuse_missing_secrets(collection)
    if existing is None or existing.sku is not collection.sku or existing.quota != collection.quota:
        refuse_beyond_plan(collection, list_collections(store, collection.key.subscription))
        if existing is not None:
            jobs = [job for job in store.jobs(collection.key) if isinstance(job, Job)]
            refuse_jobs(collection, jobs, now=ports.clock())
    return commit(_changes(ports, existing, collection), ports, deed) is not None


def _version(existing: JobCollection | None) -> str | None:
    """Return what the condition of a request is measured by; one that is being deleted is not there."""
    return None if existing is None or existing.state is CollectionState.DELETED else existing.version


def _changes(ports: Ports, existing: JobCollection | None, collection: JobCollection) -> list[Change]:
    """Return what stores the collection, with the tickets that its change brings along.

    A ticket of before that enables it is left alone: when it is met, its id is not the one noted.
    """
    changes: list[Change] = [Update(existing, collection) if existing else Insert(collection)]
    if existing and existing.calendar_id != collection.calendar_id and existing.job_count:
        changes.append(
            Insert(reschedule_ticket(whole(collection.key), collection.calendar_id, due=ports.clock()))
        )
    until, id = collection.until, collection.enabling
    if until is not None and (existing is None or existing.enabling != id):
        changes.append(Insert(enable_collection_ticket(collection.key, due=until, id=id)))
    return changes


def _with_secrets(
    ports: Ports, key: CollectionKey, wanted: WantedCollection, existing: JobCollection | None
) -> tuple[WantedCollection, Pairs]:
    """Return what is wanted with the secrets that its defaults keep, sealed with the present key.

    The second says what becomes of the fields that nobody is told.
    """
    before = existing.defaults if existing else None
    kept = keep_default_secrets(wanted.defaults, before)
    words = [*words_of_defaults(before, kept)]
    for name in ("tags", "quota"):
        if (said := word(getattr(existing, name, None), getattr(wanted, name))) is not None:
            words.append((name, said))
    return replace(wanted, defaults=bind_default_secrets(kept, ports.vault(key))), tuple(words)


def _refuse_missing_secrets(collection: JobCollection) -> None:
    """Raise if the defaults of an enabled collection lack secrets. An import can bring others first."""
    missing = missing_default_secrets(collection.defaults)
    if collection.state is CollectionState.ENABLED and missing:
        raise BadRequest("; ".join(f"properties.{path}: is required" for path in missing))


def _close(ports: Ports, key: CollectionKey, asking: Asking) -> Ticket:
    """Mark the collection as deleted and return its sweep ticket, leased.

    No job can be created in it from now on: whoever creates one writes the collection too, and loses.
    """

    deed = Deed(place=key, operation=Operation.DELETE, asking=asking)

    def attempt() -> Ticket | None:
        collection, now = get_collection(ports.store, key), ports.clock()
        asking.condition.check(key.name, collection.version)
        lease = Lease(id=ports.new_id(), until=now + ports.pace.lease)
        ticket = replace(collection_sweep_ticket(key, due=now, id=lease.id), lease=lease, claims=1)
        closed = Update(collection, replace(collection, state=CollectionState.DELETED))
        rows = commit([closed, Insert(ticket)], ports, deed)
        return next((row for row in rows or () if isinstance(row, Ticket)), None)

    return insist(key, attempt, ports.turns.taken(key))


def _readable(
    stored: JobCollection | Unreadable | None, key: CollectionKey, store: Store
) -> JobCollection | None:
    """Return the collection, or None if there is none; raise if it cannot be read."""
    if isinstance(stored, Unreadable):
        raise refusal(f"Job collection '{key.name}'", stored, store)
    return stored
