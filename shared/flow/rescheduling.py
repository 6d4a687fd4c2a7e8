"""Rescheduling: jobs find their next runs anew, because zone, calendar or the rules of zones have changed.

A job is written even if its next run stays the same. So whoever has read it before, and is about to claim,
loses, reads it again, and looks whether its occurrence still is one.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from shared.domain.audit import Deed, Operation
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.housekeeping import reschedule_ticket
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import reschedule
from shared.domain.local_time.zones import tzdata_version
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket, TicketKey
from shared.flow.commits import commit, drop, together
from shared.flow.ports import Ports, Store

_AT_ONCE: Final = 30
"""Jobs in one transaction: each has a row and two tickets."""
_EVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""As long as there was no zoned job, no other rules were in force."""


def look_after_rules(ports: Ports, *, now: datetime) -> None:
    """If the app has newer rules of time zones than are noted, let each shard reschedule its zoned jobs.

    As long as nothing is noted, no job has a zone, and no rules are read.
    """
    store = ports.store
    noted = store.noted_rules()
    if noted is None or noted >= tzdata_version():
        return
    for shard in range(store.shards):
        ticket = reschedule_ticket(store.standing_key(shard), tzdata_version(), due=now)
        commit([Insert(ticket)], ports)
    store.note_rules(tzdata_version(), at=now)


def look_after_zoned(ports: Ports, shard: int, versions: Sequence[str], *, now: datetime) -> None:
    """Note which rules are in use in a shard. Let it reschedule jobs whose runs were found by older ones."""
    if not versions:
        return
    store, ours = ports.store, tzdata_version()
    older = min(versions) < ours
    if store.noted_rules() is None:
        store.note_rules(ours, at=now if older else _EVER)
    if older and not _has_newer_rules(store):
        commit([Insert(reschedule_ticket(store.standing_key(shard), ours, due=now))], ports)


def reschedule_all(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Reschedule the jobs of a collection, or the zoned ones of a shard; say whether the ticket is gone.

    It goes once all are done. An app with older rules than are noted leaves this to another.
    """
    store, place = ports.store, ticket.key.job
    if _has_newer_rules(store):
        return False
    shard = store.shard_of(place.collection)
    if place != store.standing_key(shard):
        return _reschedule_collection(ticket, ports, until)
    stale = _stale_jobs(shard, store)
    return all(_reschedule(key, jobs, ports, until) for key, jobs in stale.items()) and drop(ticket, ports)


def _has_newer_rules(store: Store) -> bool:
    noted = store.noted_rules()
    return noted is not None and noted > tzdata_version()


def _reschedule_collection(ticket: Ticket, ports: Ports, until: datetime) -> bool:
    """Leave one record when all is done. A later change has a ticket of its own, and this one just goes."""
    key, id = ticket.key.job.collection, ticket.key.id
    collection = ports.store.collection(key)
    if isinstance(collection, Unreadable):
        return False
    if collection is None or collection.calendar_id != id or collection.state is CollectionState.DELETED:
        return drop(ticket, ports)
    jobs = ports.store.jobs(key, wanted=lambda job: isinstance(job, Job) and job.computed.calendar != id)
    done = _reschedule(key, [job.key for job in jobs if isinstance(job, Job)], ports, until)
    return done and drop(ticket, ports, Deed(place=collection.key, operation=Operation.RESCHEDULE))


def _stale_jobs(shard: int, store: Store) -> dict[CollectionKey, list[JobKey]]:
    stale: dict[CollectionKey, list[JobKey]] = {}
    for glimpse in store.glimpses(shard):
        if not isinstance(glimpse, Unreadable) and glimpse.tzdata and glimpse.tzdata < tzdata_version():
            stale.setdefault(glimpse.key.collection, []).append(glimpse.key)
    return stale


def _reschedule(key: CollectionKey, jobs: Sequence[JobKey], ports: Ports, until: datetime) -> bool:
    """Reschedule some jobs of a collection, many in a transaction; say whether all are done."""
    for some in (jobs[at : at + _AT_ONCE] for at in range(0, len(jobs), _AT_ONCE)):
        if ports.clock() >= until:
            return False
        if together(some, lambda keys: _reschedule_together(key, keys, ports)):
            return False
    return True


def _reschedule_together(key: CollectionKey, jobs: Sequence[JobKey], ports: Ports) -> bool:
    collection = ports.store.collection(key)
    if not isinstance(collection, JobCollection) or collection.state is CollectionState.DELETED:
        return True  # nobody waits for its jobs
    stored = [job for job in ports.store.jobs_named(jobs).values() if isinstance(job, Job)]
    noted = [job.next_ticket for job in stored if job.next_ticket]
    tickets = ports.store.tickets(noted) if noted else {}
    changes = [change for job in stored for change in _changes(job, tickets, collection, ports.clock())]
    return not changes or commit(changes, ports) is not None


def _changes(
    job: Job, tickets: Mapping[TicketKey, Ticket | Unreadable], collection: JobCollection, now: datetime
) -> Iterator[Change]:
    waiting, following = reschedule(job, collection, now=now)
    yield Update(job, waiting)
    before = job.next_ticket
    if before is not None and waiting.next_ticket != before and before in tickets:
        yield Delete(tickets[before])
    if following is not None:
        yield Insert(following)
