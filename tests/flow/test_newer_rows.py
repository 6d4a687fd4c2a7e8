"""What a newer version of the app wrote is left as it is: not run, not set aside, not overwritten."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.errors import StoredByNewerVersion
from shared.domain.job import JobState
from shared.domain.stored import Unreadable
from shared.flow.manage_collections import delete_collection, get_collection, patch_collection, put_collection
from shared.flow.manage_jobs import delete_job, get_job, list_jobs, run_job
from shared.flow.put_and_patch import WantedJob, patch_job, put_job
from shared.storage.table import Entity
from tests.builders import COLLECTION, KEY, a_definition, at
from tests.flow.test_set_aside import OTHER, aside, next_ticket, spoil, two_jobs
from tests.world import World

Rows = dict[str, Entity]


def rows(world: World, row: Any) -> Rows:
    """Return all rows of the shard that a row stands in."""
    partition = world.store.place(row).partition
    return {str(found.fields["RowKey"]): found for found in world.table.query(partition, ("", "~"))}


def wanted() -> WantedJob:
    return WantedJob(key=KEY, definition=a_definition(), state=JobState.ENABLED)


def scan_for(world: World, span: timedelta) -> None:
    until = world.now + span
    while world.now < until:
        world.scan_and_run(at=world.now + timedelta(seconds=15))


def test_a_job_of_a_newer_format_is_not_run_and_not_set_aside_and_the_others_run() -> None:
    world = two_jobs()
    spoil(world, world.job(), format=3, cron="* * * * *")
    row = "j|sub-1|group (a)|first collection|job.1"
    before = rows(world, world.job(OTHER))[row]

    scan_for(world, timedelta(minutes=3))

    assert {attempt.job.name for _, attempt in world.receiver} == {"other"}
    assert (rows(world, world.job(OTHER))[row], aside(world)) == (before, [])
    assert [job.key for job in list_jobs(world.store, COLLECTION)[1]] == [OTHER]


def test_a_ticket_of_a_newer_format_is_left_where_it_is() -> None:
    world = two_jobs()
    ticket = next_ticket(world)
    spoil(world, ticket, format=7)
    key = world.store.place(ticket).row
    before = rows(world, ticket)[key]

    scan_for(world, timedelta(minutes=3))

    assert {attempt.job.name for _, attempt in world.receiver} == {"other"}
    assert (rows(world, ticket)[key], aside(world)) == (before, [])
    scanned = world.store.last_scan()
    assert scanned is not None
    assert (scanned.newer, scanned.set_aside) == (1, 0)


def test_a_ticket_of_an_unknown_kind_is_left_where_it_is() -> None:
    world = two_jobs()
    partition = world.store.place(world.job()).partition
    key = "d|2026-03-02T09:00:30.000000Z|sub-1|group (a)|first collection|job.1|id-1|enable|0|"
    world.table.overwrite(partition, key, {"format": 3, "sentAt": "", "leaseUntil": ""})
    before = rows(world, world.job())[key]

    scan_for(world, timedelta(minutes=2))

    assert (rows(world, world.job())[key], aside(world)) == (before, [])
    assert len(world.receiver) == 4


CHANGES: dict[str, Callable[[World], object]] = {
    "GET": lambda world: get_job(world.store, KEY),
    "PUT": lambda world: put_job(world.ports, wanted()),
    "PATCH": lambda world: patch_job(world.ports, KEY, lambda *_: wanted()),
    "DELETE": lambda world: delete_job(world.ports, KEY),
    "run": lambda world: run_job(world.ports, KEY),
    "DELETE of its collection": lambda world: delete_collection(world.ports, COLLECTION),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_a_newer_job_is_refused_with_the_versions_and_changes_nothing(
    change: Callable[[World], object],
) -> None:
    world = two_jobs()
    world.scan()
    spoil(world, world.job(), format=3)
    before = rows(world, world.job(OTHER))

    with pytest.raises(StoredByNewerVersion) as refused:
        change(world)

    assert refused.value.status == 503
    assert "it has format 3, and 2 is known here" in str(refused.value)
    assert "This is version 0.3.0, and version 0.3.0 was the last to write" in str(refused.value)
    assert rows(world, world.job(OTHER)) == before


def test_a_newer_collection_is_refused_and_waits_with_its_jobs() -> None:
    world = two_jobs()
    collection = get_collection(world.store, COLLECTION)
    spoil(world, collection, format=3)
    before = rows(world, collection)
    asked: Any = None

    for change in (
        lambda: put_collection(world.ports, COLLECTION, asked),
        lambda: patch_collection(world.ports, COLLECTION, asked),
        lambda: delete_collection(world.ports, COLLECTION),
        lambda: put_job(world.ports, wanted()),
    ):
        with pytest.raises(StoredByNewerVersion):
            change()
    scan_for(world, timedelta(minutes=1))

    assert (world.receiver, aside(world)) == ([], [])
    assert rows(world, collection)["c|sub-1|group (a)|first collection"] in before.values()


def test_an_attempt_whose_job_became_newer_meanwhile_is_left_to_the_newer_version() -> None:
    world = two_jobs()
    world.scan()
    fine = world.answer

    def upgraded_meanwhile(attempt: Any) -> Any:
        if attempt.job == KEY:
            spoil(world, world.job(), format=3)
        return fine(attempt)

    world.answer = upgraded_meanwhile
    world.now = at("09:01:00")
    world.run()

    assert isinstance(world.store.job(KEY), Unreadable)
    assert aside(world) == []
    leased = [key for key in rows(world, world.job(OTHER)) if "|job.1|" in key and "|occurrence|" in key]
    assert len(leased) == 2  # the one under way, and the next
    assert [entry.number for entry in world.store.history(world.job(OTHER))] == [2, 1]


def test_every_row_that_is_written_names_its_format() -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), leaseUntil="soon")
    world.scan_and_run(at=at("09:01:00"))

    found = [entity for shard in range(4) for entity in world.table.query(f"shard-{shard:03d}", ("", "~"))]
    found += world.table.query("meta", ("", "~"))

    kinds = {str(entity.fields["RowKey"])[0] for entity in found}
    assert kinds == {"a", "b", "c", "j", "d", "h", "x", "s"}
    assert {entity.fields["format"] for entity in found} == {1}
