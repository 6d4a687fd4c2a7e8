"""How the app is, read from storage alone: the timer, the runners and the API may live on three machines."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Final

from shared.domain import census, put_off
from shared.domain.app_status import AppStatus
from shared.domain.in_force import action_of
from shared.domain.job import Job
from shared.domain.readers import Readers
from shared.domain.remote import name_of, remote_of
from shared.domain.ticket import HOUSEKEEPING, TicketKey, Waiting
from shared.flow.ports import Ports, Store

_DUE_LOOKED_AT: Final = 100  # tickets in each shard; the oldest one without a lease counts
_ASIDE_LOOKED_AT: Final = 1_000


def read_status(ports: Ports, *, now: datetime) -> AppStatus:
    store = ports.store
    late = put_off.in_sum(note for note in store.put_offs() if note.counts(now))
    crowded = frozenset(late.tickets if late else ())
    overdue = store.over_shards(lambda shard: _oldest_overdue(shard, store, crowded, now), Readers.STATUS)
    asides = store.over_shards(lambda shard: store.asides(shard, limit=_ASIDE_LOOKED_AT), Readers.STATUS)
    messages, poison = ports.queue.depths()
    return AppStatus(
        at=now,
        last_scan=store.last_scan(),
        longest_pause=ports.pace.near,
        overdue=min((key for key in overdue if key), key=lambda key: key.due, default=None),
        set_aside=tuple(chain.from_iterable(asides)),
        messages=messages,
        poison=poison,
        census=read_census(store),
        rules=store.noted_rules(),
        put_off=late,
    )


def has_shut_secrets(store: Store) -> bool:
    """Say whether the last census met secrets that no configured key opens."""
    counted = read_census(store)
    return counted is not None and counted.shut > 0


def read_census(store: Store) -> census.Census | None:
    """Return what the last censuses of all shards counted."""
    return census.in_sum(store.censuses(), shards=store.shards)


def _oldest_overdue(shard: int, store: Store, crowded: frozenset[str], now: datetime) -> TicketKey | None:
    """Return the oldest ticket that nobody is at, unless it was put off: that is told apart."""
    due = store.due(shard, until=now, limit=_DUE_LOOKED_AT)
    rows = [row for row in due if isinstance(row, Waiting) and not row.waiting]
    waiting = [row.key for row in rows if not row.leased(now)]
    put_off = _put_off(waiting, store, crowded) if crowded and waiting else frozenset()
    return next((key for key in waiting if key not in put_off), None)


def _put_off(keys: Sequence[TicketKey], store: Store, crowded: frozenset[str]) -> frozenset[TicketKey]:
    """Return the tickets whose remote sides or collections are crowded."""
    runs = [key for key in keys if key.kind not in HOUSEKEEPING]
    jobs = store.jobs_named(list({key.job for key in runs})) if runs else {}
    return frozenset(
        key
        for key in runs
        if isinstance(job := jobs.get(key.job), Job) and not crowded.isdisjoint(_names(key, job))
    )


def _names(key: TicketKey, job: Job) -> tuple[str, str]:
    return remote_of(action_of(key.kind, job.definition, None)), name_of(key.job.collection)
