"""How the app is, read from storage alone: the timer, the runners and the API may live on three machines."""

from datetime import datetime
from itertools import chain
from typing import Final

from shared.domain.app_status import AppStatus
from shared.domain.census import Census, in_sum
from shared.domain.ticket import TicketKey, Waiting
from shared.flow.ports import Ports, Store

_DUE_LOOKED_AT: Final = 100  # tickets in each shard; the oldest one without a lease counts
_ASIDE_LOOKED_AT: Final = 1_000


def read_status(ports: Ports, *, now: datetime) -> AppStatus:
    store, shards = ports.store, range(ports.store.shards)
    overdue = [key for shard in shards if (key := _oldest_overdue(shard, store, now))]
    messages, poison = ports.queue.depths()
    return AppStatus(
        at=now,
        last_scan=store.last_scan(),
        longest_pause=ports.pace.near,
        overdue=min(overdue, key=lambda key: key.due, default=None),
        set_aside=tuple(chain.from_iterable(store.asides(s, limit=_ASIDE_LOOKED_AT) for s in shards)),
        messages=messages,
        poison=poison,
        census=_census(store),
    )


def has_shut_secrets(store: Store) -> bool:
    """Say whether the last census met secrets that no configured key opens."""
    census = _census(store)
    return census is not None and census.shut > 0


def _census(store: Store) -> Census | None:
    return in_sum(noted.census for noted in store.censuses().values() if noted.census)


def _oldest_overdue(shard: int, store: Store, now: datetime) -> TicketKey | None:
    due = store.due(shard, until=now, limit=_DUE_LOOKED_AT)
    waiting = (row for row in due if isinstance(row, Waiting) and not row.leased(now))
    return next((row.key for row in waiting), None)
