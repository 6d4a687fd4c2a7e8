"""Calling the census: what is known to have changed much is counted within two minutes.

1. A job begins to fail, or fails no longer: it ran, was changed, switched off or removed.
2. Secrets are sealed with another key than before.

The ticket is part of the transaction that makes the change. A process makes one a minute for each shard,
so that a thousand changes cost no more than one. A census taken meanwhile answers the others, too.
"""

from collections.abc import Sequence
from datetime import datetime

from shared.domain.census import next_call
from shared.domain.changes import Change, Delete, Update
from shared.domain.collection import JobCollection
from shared.domain.failing import is_failing
from shared.domain.housekeeping import called_census_ticket
from shared.domain.job import Job
from shared.domain.keys import CollectionKey
from shared.domain.secrecy import default_secrets, sealed_secrets
from shared.domain.ticket import Ticket
from shared.flow.ports import Ports


def call_for(changes: Sequence[Change], ports: Ports, *, now: datetime) -> Ticket | None:
    """Return the ticket that calls the census because of changes, if they want one and it is not called."""
    where = next((key for change in changes if (key := _wants_counting(change, now))), None)
    if where is None:
        return None
    shard, due = ports.store.shard_of(where), next_call(now)
    if ports.calls.made(shard, due):
        return None
    return called_census_ticket(ports.store.standing_key(shard), due=due, id=ports.new_id())


def _wants_counting(change: Change, now: datetime) -> CollectionKey | None:
    """Return the collection in which something is to be counted anew."""
    match change:
        case Update(Job() as before, Job() as after):
            turned = is_failing(before, now=now) is not is_failing(after, now=now)
            changed = before.definition is not after.definition  # a run leaves it alone
            resealed = changed and _sealed(before) != _sealed(after)
            return after.key.collection if turned or resealed else None
        case Delete(Job() as job):
            return job.key.collection if is_failing(job, now=now) else None
        case Update(JobCollection() as before, JobCollection() as after):
            return after.key if _sealed(before) != _sealed(after) else None
    return None


def _sealed(row: Job | JobCollection) -> list[str]:
    """Return with which keys the secrets of a row are sealed."""
    secrets = sealed_secrets(row.definition) if isinstance(row, Job) else default_secrets(row.defaults)
    return [secret.key for secret, _ in secrets]
