"""The census: each shard has a standing ticket, and every quarter of an hour it counts the stored secrets."""

from collections import Counter
from datetime import datetime, timedelta

from shared.domain.census import BETWEEN_CENSUSES, Census, Standing, time_to_look
from shared.domain.changes import Delete, Insert
from shared.domain.housekeeping import census_ticket
from shared.domain.secrecy import sealed_secrets
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket
from shared.flow.commits import commit
from shared.flow.ports import Ports


def look_after_census(ports: Ports, *, now: datetime) -> None:
    """Once in a quarter of an hour, make the tickets that are missing: the table is new, or they were lost.

    If a ticket was not lost after all, it finds another noted in its place, and is deleted.
    """
    if not time_to_look(now, between_scans=ports.pace.near / 2):
        return
    store, noted = ports.store, ports.store.censuses()
    for shard in range(store.shards):
        before = noted.get(shard)
        if before is None or before.lost(now):
            id, last = ports.new_id(), before.census if before else None
            store.note_census(shard, Standing(id=id, due=now, census=last))
            commit([Insert(census_ticket(store.standing_key(shard), due=now, id=id))], ports)


def take_census(ticket: Ticket, ports: Ports) -> timedelta | None:
    """Count, note the result, and return the pause until the next time; None if the ticket was not ours."""
    store, shard = ports.store, ports.store.shard_of(ticket.key.job.collection)
    standing = store.censuses().get(shard)
    if standing is None or standing.id != ticket.key.id:
        commit([Delete(ticket)], ports)
        return None
    census = _count(shard, ports)
    due = ports.clock() + BETWEEN_CENSUSES
    store.note_census(shard, Standing(id=standing.id, due=due, census=census))
    return BETWEEN_CENSUSES


def _count(shard: int, ports: Ports) -> Census:
    sealed: Counter[str] = Counter()
    shut, newer, at = 0, ports.store.newer_collections(shard), ports.clock()
    for row in ports.store.definitions(shard):
        if isinstance(row, Unreadable):
            newer += row.newer
            continue
        key, definition = row
        vault = ports.vault(key)
        keys = [(secret.key, vault.opens(secret, target)) for secret, target in sealed_secrets(definition)]
        sealed.update(opened or noted for noted, opened in keys)
        shut += any(opened is None for _, opened in keys)
    return Census(at=at, sealed=sealed, shut=shut, newer=newer)
