"""Rescheduling leaves one record, of the collection, in the transaction that ends it."""

from datetime import timedelta
from typing import Any

from shared.domain.audit import AuditNote
from shared.flow.manage_collections import delete_collection
from shared.storage import reading
from tests.functions.calls import COLLECTION
from tests.functions.extended import a_place, extended, put
from tests.upgrading.rules_of_zones import NOW, put_job
from tests.world import World

DAILY_AT_NINE = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
START = "2026-03-01T00:00:00Z"


def notes(world: World) -> list[AuditNote]:
    """Return the notes of all changes, newest first."""
    found = (world.table.query(f"shard-{shard:03d}", ("b|", "b}")) for shard in range(4))
    return [note for entities in found for note in reading.notes(entities)]


def reschedulings(world: World) -> list[AuditNote]:
    return [note for note in notes(world) if note.operation == "reschedule"]


def patch(app: Any, zone: str) -> None:
    body = {"properties": {"defaults": {"timeZone": zone}}}
    assert extended(app, "PATCH", COLLECTION, body).status_code == 200


def test_one_record_by_the_scheduler_however_many_jobs_there_are() -> None:
    world, app = a_place()
    for number in range(70):
        put(app, f"{COLLECTION}/jobs/j{number}", startTime=START, recurrence=DAILY_AT_NINE)

    patch(app, "Europe/Berlin")
    world.run()

    (note,) = reschedulings(world)
    assert (str(note.place), note.asking.who, note.at) == ("s/rg/jc1", "the scheduler", world.now)
    records = world.table.query(
        f"shard-{world.store.shard_of(note.collection):03d}", ("a|s|rg|jc1||", "a|s|rg|jc1|}")
    )
    (record,) = [one for one in reading.audited(records) if one.note.operation == "reschedule"]
    assert (record.note, record.outline, record.words) == (note, None, ())


def test_a_change_that_a_later_one_overtook_leaves_none() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=DAILY_AT_NINE)

    patch(app, "Europe/Berlin")
    world.now += timedelta(seconds=1)
    patch(app, "Europe/Paris")
    world.run()
    world.run()

    assert len(reschedulings(world)) == 1


def test_a_collection_that_is_gone_meanwhile_leaves_none() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=DAILY_AT_NINE)
    patch(app, "Europe/Berlin")
    (collection,) = world.store.collections("s")
    delete_collection(world.ports, collection.key)

    world.run()

    assert reschedulings(world) == []
    tickets = (world.table.query(f"shard-{shard:03d}", ("d|", "d}")) for shard in range(4))
    assert [entity for entities in tickets for entity in entities] == []


def test_new_rules_of_zones_leave_none_because_they_are_noted_for_all() -> None:
    world = World(now=NOW, begins=True)
    put_job(world)
    world.store.note_rules("2025b", at=NOW - timedelta(days=90))
    before = len(notes(world))

    world.scan_and_run(at=NOW + timedelta(seconds=15))
    world.run()

    assert len(notes(world)) == before
    assert world.store.rules_since() == NOW + timedelta(seconds=15)
