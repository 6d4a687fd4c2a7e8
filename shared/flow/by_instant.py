"""Lists of all shards, merged: the first page of each is read side by side, the others as they are needed."""

from collections.abc import Callable, Iterator
from heapq import merge
from itertools import chain
from typing import Any, TypeVar

from shared.flow.ports import Store

_Item = TypeVar("_Item")


def merged(
    store: Store, read: Callable[[int], Iterator[_Item]], key: Callable[[_Item], Any]
) -> Iterator[_Item]:
    """Yield what is read of all shards, in the order of keys; each shard has its own in that order."""
    return merge(*store.over_shards(lambda shard: _begun(read(shard))), key=key)


def _begun(items: Iterator[_Item]) -> Iterator[_Item]:
    """Return the same items, of which the first is read now."""
    first = next(items, None)
    return iter(()) if first is None else chain([first], items)
