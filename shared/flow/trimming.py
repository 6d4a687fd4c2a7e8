"""Trimming: what is too old, or too much, of what happened is deleted unread, half a minute at a time."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from shared.domain.audit import AUDIT_KEPT, MOST_OF_A_JOB
from shared.domain.changes import Delete
from shared.domain.history import FAILURES_KEPT
from shared.domain.keys import JobKey
from shared.domain.stored import JobChanges, OldChanges, OldFailures, StoredRow
from shared.flow.commits import commit, together
from shared.flow.ports import Ports

SLICE: Final = timedelta(seconds=30)


def trim_shard(shard: int, ports: Ports, until: datetime) -> bool:
    """Drop changes and failures of a shard that are too old; say whether all of them are gone.

    Changes are trimmed along their notes, which stand in the order of time. What is left is for the next
    time.
    """
    store, now = ports.store, ports.clock()
    place = store.standing_key(shard).collection
    changes = OldChanges(shard_of=place, before=now - AUDIT_KEPT)
    failures = OldFailures(shard_of=place, before=now - FAILURES_KEPT)
    no_changes = _delete_pairs(lambda: store.rows(changes, limit=store.most_changes // 2), ports, until)
    return delete_all(lambda: store.rows(failures, limit=store.most_changes), ports, until) and no_changes


def trim_changes(job: JobKey, ports: Ports, until: datetime) -> bool:
    """Drop the oldest records of changes of a job that has too many; say whether all of them are gone."""
    store, pairs = ports.store, ports.store.most_changes // 2
    surplus = MOST_OF_A_JOB + pairs
    return _delete_pairs(lambda: store.rows(JobChanges(job), limit=surplus)[MOST_OF_A_JOB:], ports, until)


def delete_all(left: Callable[[], list[StoredRow]], ports: Ports, until: datetime) -> bool:
    """Delete until nothing is left or the time is over; say whether nothing is left."""
    while rows := left():
        if ports.clock() >= until:
            return False
        commit([Delete(row) for row in rows], ports)
    return True


def _delete_pairs(left: Callable[[], list[StoredRow]], ports: Ports, until: datetime) -> bool:
    """Do as `delete_all`, each row together with its twin. If that is gone, the row goes alone."""
    while rows := left():
        if ports.clock() >= until:
            return False
        for row in together(rows, lambda some: _delete_with_twins(some, ports), races=1):
            commit([Delete(row)], ports)
    return True


def _delete_with_twins(rows: Sequence[StoredRow], ports: Ports) -> bool:
    twins = [twin for row in rows if (twin := ports.store.twin(row)) is not None]
    return commit([Delete(row) for row in (*rows, *twins)], ports) is not None
