"""Subscriptions: there are those that have collections."""

from collections.abc import Iterable
from dataclasses import dataclass

from shared.domain.collection import CollectionState
from shared.domain.keys import CollectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedCollection:
    key: CollectionKey
    state: CollectionState
    jobs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A subscription, as the first of its collections spells it, and how much is in it."""

    name: str
    collections: int = 0
    jobs: int = 0


def subscriptions_of(collections: Iterable[CountedCollection]) -> list[Subscription]:
    """Return the subscriptions that have collections, by name. One that is being deleted is gone."""
    there = [one for one in collections if one.state is not CollectionState.DELETED]
    found: dict[str, Subscription] = {}
    for one in sorted(there, key=lambda one: one.key.canonical):
        name = one.key.subscription
        before = found.get(name.lower(), Subscription(name=name))
        found[name.lower()] = Subscription(
            name=before.name, collections=before.collections + 1, jobs=before.jobs + one.jobs
        )
    return list(found.values())
