"""One bad row is set aside with its reason; everything else goes on."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from shared.domain.changes import Insert, Update
from shared.domain.collection import CollectionState
from shared.domain.errors import RowUnreadable
from shared.domain.housekeeping import collection_sweep_ticket
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.stored import SetAside, Unreadable
from shared.domain.ticket import TicketKey, TicketKind, Waiting
from shared.flow.manage_collections import get_collection, list_collections
from shared.flow.manage_jobs import delete_job, get_job, list_jobs
from shared.flow.put_and_patch import WantedJob, patch_job, put_job
from shared.storage.store import Store
from tests.builders import COLLECTION, KEY, NINE, a_definition, at
from tests.world import World, a_world

OTHER = JobKey(collection=COLLECTION, name="other")


def aside(world: World) -> list[SetAside]:
    return [row for shard in range(4) for row in world.store.asides(shard, limit=100)]


def due(world: World, until: datetime = NINE + timedelta(days=2)) -> list[TicketKey]:
    found = [row for shard in range(4) for row in world.store.due(shard, until=until)]
    return [row.key for row in found if isinstance(row, Waiting)]


def spoil(world: World, row: Any, **fields: Any) -> None:
    """Write nonsense into a row by hand."""
    place = world.store.place(row)
    stored = world.table.get(place.partition, place.row)
    assert stored is not None
    kept = {name: value for name, value in stored.fields.items() if name != "RowKey"}
    world.table.overwrite(place.partition, place.row, kept | fields)


def next_ticket(world: World, key: JobKey = KEY) -> Any:
    noted = world.job(key).next_ticket
    assert noted is not None
    return world.store.tickets([noted])[noted]


def two_jobs() -> World:
    world = a_world()
    world.put()
    world.put(OTHER)
    world.run()
    world.receiver.clear()
    return world


class Confused:
    """A store that brings one job back with something else where its recurrence should be."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def jobs_named(self, keys: Sequence[JobKey]) -> Any:
        found = self._store.jobs_named(keys)
        job: Any = found[KEY]
        confused = replace(job.definition, recurrence=job.definition.action)
        return {**found, KEY: replace(job, definition=confused)}


def test_a_ticket_that_the_scan_cannot_read_is_set_aside_and_the_others_run() -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), leaseUntil="soon")

    world.scan_and_run(at=at("09:01:00"))

    assert [attempt.job.name for _, attempt in world.receiver] == ["other"]
    (row,) = aside(world)
    assert (row.owner, row.at) == (KEY, at("09:01:00"))
    assert "soon" in row.reason
    world.scan_and_run(at=at("09:02:00"))
    assert len(aside(world)) == 1


def test_a_ticket_that_the_runner_cannot_read_is_set_aside_and_the_others_run() -> None:
    world = two_jobs()
    world.scan()
    spoil(world, next_ticket(world), expected="whenever")

    world.now = at("09:01:00")
    world.run()

    assert [attempt.job.name for _, attempt in world.receiver] == ["other"]
    assert ["whenever" in row.reason for row in aside(world)] == [True]


def test_a_ticket_whose_job_cannot_be_read_is_set_aside_and_the_others_run() -> None:
    world = two_jobs()
    world.scan()
    spoil(world, world.job(), definition="{")

    world.now = at("09:01:00")
    world.run()

    assert [attempt.job.name for _, attempt in world.receiver] == ["other"]
    assert [row.reason.startswith("its job cannot be read") for row in aside(world)] == [True]


def test_a_job_whose_next_run_cannot_be_found_is_set_aside_and_the_others_run() -> None:
    world = two_jobs()
    world.scan()
    world.ports = replace(world.ports, store=cast(Store, Confused(world.store)))

    world.now = at("09:01:00")
    world.run()

    assert [attempt.job.name for _, attempt in world.receiver] == ["other"]
    assert [row.reason.startswith("its next run cannot be found") for row in aside(world)] == [True]


@pytest.mark.parametrize(
    "nonsense",
    [
        pytest.param({"sentAt": "2026-03-02T09:00:00Z", "sentCount": "often"}, id="no number"),
        pytest.param({"sentAt": "2026-03-02T09:00:00", "sentCount": 1}, id="no offset"),
        pytest.param({"claims": "many"}, id="no number that only the runner reads"),
    ],
)
def test_nonsense_of_the_right_form_is_set_aside_too_and_the_others_run(nonsense: dict[str, Any]) -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), **nonsense)

    world.scan_and_run(at=at("09:01:00"))

    assert [attempt.job.name for _, attempt in world.receiver] == ["other"]
    assert [row.owner for row in aside(world)] == [KEY]


def test_a_key_that_nobody_can_read_is_set_aside_without_an_owner() -> None:
    world = two_jobs()
    partition = world.store.place(world.job()).partition
    world.table.overwrite(partition, "d|2026-03-02T09:00:30.000000Z|what", {"sentAt": ""})

    world.scan_and_run(at=at("09:01:00"))

    assert len(world.receiver) == 2
    assert [row.owner for row in aside(world)] == [None]


def test_a_bad_ticket_of_a_job_that_is_gone_is_deleted() -> None:
    world = two_jobs()
    ticket = next_ticket(world)
    delete_job(world.ports, KEY)
    place = world.store.place(ticket)
    world.table.overwrite(place.partition, place.row, {"sentAt": 1})

    world.scan_and_run(at=at("09:01:00"))

    assert aside(world) == []
    assert [key.job for key in due(world) if key.kind is TicketKind.OCCURRENCE] == [OTHER]


def put(world: World) -> None:
    put_job(world.ports, WantedJob(key=KEY, definition=a_definition(), state=JobState.ENABLED))


def patch(world: World) -> None:
    asked = WantedJob(key=KEY, definition=a_definition(), state=JobState.ENABLED)
    patch_job(world.ports, KEY, lambda *_: asked)


@pytest.mark.parametrize("mend", [put, patch])
def test_a_put_or_patch_of_the_job_removes_what_was_set_aside_and_it_runs_again(
    mend: Callable[[World], None],
) -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), leaseUntil="soon")
    world.scan_and_run(at=at("09:01:00"))
    world.receiver.clear()

    mend(world)
    world.run()
    world.scan_and_run(at=at("09:02:00"))

    assert aside(world) == []
    assert KEY in [attempt.job for _, attempt in world.receiver]
    assert len([key for key in due(world) if key.job == KEY and key.kind is TicketKind.OCCURRENCE]) == 1


def test_a_delete_of_the_job_removes_what_was_set_aside() -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), leaseUntil="soon")
    world.scan_and_run(at=at("09:01:00"))

    delete_job(world.ports, KEY)
    world.run()

    assert aside(world) == []
    assert get_collection(world.store, COLLECTION).job_count == 1
    assert {key.job for key in due(world)} == {OTHER}


def test_a_job_that_cannot_be_read_is_put_anew() -> None:
    world = two_jobs()
    first = world.job()
    spoil(world, first, definition="{")
    world.scan_and_run(at=at("09:01:00"))
    assert len(aside(world)) == 1

    put(world)
    world.run()

    job = world.job()
    assert job.incarnation != first.incarnation
    assert get_collection(world.store, COLLECTION).job_count == 2
    assert (aside(world), world.store.history(first), len(world.store.history(job))) == ([], [], 1)
    kinds = [key.kind for key in due(world) if key.job == KEY]
    assert sorted(kinds) == [TicketKind.OCCURRENCE, TicketKind.TRIM]


def test_a_job_that_cannot_be_read_is_deleted_whole() -> None:
    world = two_jobs()
    first = world.job()
    spoil(world, first, state="asleep")

    delete_job(world.ports, KEY)
    world.run()

    assert world.store.job(KEY) is None
    assert world.store.history(first) == []
    assert {key.job for key in due(world)} == {OTHER}
    assert get_collection(world.store, COLLECTION).job_count == 1


def test_a_job_that_cannot_be_read_is_left_out_of_lists_and_named_when_asked_for() -> None:
    world = two_jobs()
    spoil(world, world.job(), definition="{")

    assert [job.key for job in list_jobs(world.store, COLLECTION)[1]] == [OTHER]
    with pytest.raises(
        RowUnreadable, match=r"Job 'Job\.1' is stored but cannot be read: .* PUT it again, or DELETE"
    ):
        get_job(world.store, KEY)


def test_a_collection_that_cannot_be_read_waits_with_its_jobs() -> None:
    world = two_jobs()
    before = get_collection(world.store, COLLECTION)
    spoil(world, before, state="Asleep")

    world.scan_and_run(at=at("09:01:00"))

    assert (world.receiver, aside(world)) == ([], [])
    assert list_collections(world.store, COLLECTION.subscription) == []
    with pytest.raises(RowUnreadable, match="Job collection 'First Collection' is stored but cannot be read"):
        get_collection(world.store, COLLECTION)
    assert isinstance(world.store.collection(COLLECTION), Unreadable)
    spoil(world, before, state="Enabled")
    world.scan_and_run(at=at("09:03:00"))
    assert len(world.receiver) == 2


def test_a_result_is_not_lost_when_its_job_became_unreadable_but_set_aside() -> None:
    world = two_jobs()
    world.scan()
    fine = world.answer

    def spoil_meanwhile(attempt: Any) -> Any:
        if attempt.job == KEY:
            spoil(world, world.job(), definition="{")
        return fine(attempt)

    world.answer = spoil_meanwhile
    world.now = at("09:01:00")
    world.run()

    assert [row.reason.startswith("its job cannot be read") for row in aside(world)] == [True]
    assert [entry.number for entry in world.store.history(world.job(OTHER))] == [2, 1]


def test_a_sweep_that_cannot_be_read_is_written_anew_and_leaves_no_history() -> None:
    world = two_jobs()
    first = world.job()
    delete_job(world.ports, KEY)
    world.queue.messages.clear()
    spoil_tickets(world, TicketKind.SWEEP, sentAt="soon")

    scan_for_minutes(world, 2)

    assert (world.store.history(first), aside(world)) == ([], [])
    assert {key.job for key in due(world)} == {OTHER}


def test_a_collection_whose_sweep_cannot_be_read_can_still_be_deleted() -> None:
    world = two_jobs()
    collection = get_collection(world.store, COLLECTION)
    sweep = collection_sweep_ticket(COLLECTION, due=NINE, id="sweep")
    deleted = replace(collection, state=CollectionState.DELETED)
    world.store.commit([Update(collection, deleted), Insert(sweep)])
    spoil_tickets(world, TicketKind.COLLECTION_SWEEP, claims="many")

    scan_for_minutes(world, 3)

    assert (world.store.collection(COLLECTION), aside(world), due(world)) == (None, [], [])


def test_a_trim_that_cannot_be_read_is_written_anew_and_goes_on() -> None:
    world = two_jobs()
    spoil_tickets(world, TicketKind.TRIM, expected="whenever")

    world.now += timedelta(days=1)
    scan_for_minutes(world, 2)

    assert aside(world) == []
    noted = [world.job(key).trim_ticket for key in (KEY, OTHER)]
    assert [key in due(world, world.now + timedelta(days=1)) for key in noted] == [True, True]


def test_a_finished_job_that_cannot_be_read_for_a_while_is_trimmed_and_removed_later() -> None:
    world = a_world()
    world.put(every=None)
    world.run()
    job = world.job()
    spoil(world, job, state="asleep")
    for _ in range(61):
        world.now += timedelta(days=1)
        scan_for_minutes(world, 1)
    trims = [key for key in due(world, world.now + timedelta(days=1)) if key.kind is TicketKind.TRIM]
    spoil(world, job, state="completed")

    for _ in range(2):
        world.now += timedelta(days=1)
        scan_for_minutes(world, 1)

    left = [key for key in due(world, world.now + timedelta(days=99)) if key.kind is not TicketKind.CENSUS]
    assert (len(trims), world.store.job(KEY), left) == (1, None, [])


def spoil_tickets(world: World, kind: TicketKind, **fields: Any) -> None:
    for ticket in [key for key in due(world) if key.kind is kind]:
        spoil(world, world.store.tickets([ticket])[ticket], **fields)


def scan_for_minutes(world: World, minutes: int) -> None:
    for _ in range(4 * minutes):
        world.scan_and_run(at=world.now + timedelta(seconds=15))


def test_a_job_that_can_be_read_again_knows_that_something_of_it_was_set_aside() -> None:
    world = a_world()
    before = world.put(every="minute", start_time=NINE + timedelta(minutes=1))
    spoil(world, before, state="whatever")
    world.scan_and_run(at=NINE + timedelta(minutes=1))
    shard = world.store.shard_of(KEY.collection)
    aside = len(world.store.asides(shard, limit=9))
    spoil(world, before, state="enabled")  # as when a version returns that can read it

    world.put(every="minute")

    assert (aside, world.store.asides(shard, limit=9)) == (1, [])
