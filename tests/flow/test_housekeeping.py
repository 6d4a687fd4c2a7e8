"""What is no longer wanted goes by its ticket: trimmed, removed, swept; nothing else is touched."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import CollectionState
from shared.domain.errors import CollectionNotFound
from shared.domain.history import MOST_ENTRIES
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.ticket import Dispatch, Lease, Ticket, TicketKey, TicketKind, Waiting
from shared.flow.manage_collections import delete_collection, get_collection, set_state
from shared.flow.manage_jobs import delete_job
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Operation
from tests.builders import COLLECTION, KEY, NINE, a_collection, an_entry
from tests.world import World, a_world

DAY = timedelta(days=1)


def tickets(world: World, *kinds: TicketKind) -> list[TicketKey]:
    found = [row for shard in range(4) for row in world.store.due(shard, until=NINE + 400 * DAY)]
    return [row.key for row in found if isinstance(row, Waiting) and (not kinds or row.key.kind in kinds)]


def rows_of(world: World, prefix: str) -> list[str]:
    table = world.table
    return [
        entity.fields["RowKey"]
        for shard in range(4)
        for entity in table.query(f"shard-{shard:03d}", (f"{prefix}|", f"{prefix}}}"))
    ]


def fill_history(world: World, job: Job, ages: Iterable[timedelta]) -> None:
    entries = [
        an_entry(job, number=1_000 + number, started=world.now - age) for number, age in enumerate(ages)
    ]
    for first in range(0, len(entries), 100):
        world.store.commit([Insert(entry) for entry in entries[first : first + 100]])


def drain(world: World, *, days: int) -> None:
    """Let so many days pass, with a scan and its runs on each."""
    for _ in range(days):
        world.scan_and_run(at=world.now + DAY)
        world.run()  # what housekeeping has put later, or left behind
        world.scan_and_run(at=world.now + timedelta(minutes=1))


def test_the_first_entry_of_a_history_brings_its_trim_a_day_ahead() -> None:
    world = a_world()
    world.put(every="hour")
    world.run()

    assert [key.due for key in tickets(world, TicketKind.TRIM)] == [NINE + DAY]
    assert world.job().trim_ticket == tickets(world, TicketKind.TRIM)[0]


def test_a_trim_leaves_the_latest_thousand_entries() -> None:
    world = a_world()
    job = world.put(every="week")
    world.run()
    fill_history(world, job, (timedelta(minutes=number) for number in range(1, 1_350)))

    world.scan_and_run(at=NINE + DAY)

    left = rows_of(world, "h")
    assert len(left) == MOST_ENTRIES
    assert world.store.history(job)[0].number == 1
    assert [key.due for key in tickets(world, TicketKind.TRIM)] == [NINE + 2 * DAY]


def test_a_trim_drops_what_is_older_than_sixty_days_and_ends_with_the_history() -> None:
    world = a_world()
    job = world.put(every=None)
    world.run()
    fill_history(world, job, [timedelta(days=58), timedelta(days=59, hours=12)])

    drain(world, days=1)
    assert len(rows_of(world, "h")) == 2
    drain(world, days=1)
    assert len(rows_of(world, "h")) == 1
    world.put(every="month", start_time=NINE + 300 * DAY)  # else the job itself would go
    drain(world, days=60)

    assert rows_of(world, "h") == []
    assert world.job().trim_ticket is None
    assert tickets(world, TicketKind.TRIM) == []


def test_a_trim_that_takes_too_long_goes_on_a_little_later_and_the_job_knows() -> None:
    world = a_world(table=SlowTable())
    assert isinstance(world.table, SlowTable)
    world.table.clock = world
    job = world.put(every="week")
    world.run()
    fill_history(world, job, (timedelta(minutes=number) for number in range(1, 1_550)))
    world.table.seconds = 20.0

    world.scan_and_run(at=NINE + DAY)
    half_way, (later,) = len(rows_of(world, "h")), tickets(world, TicketKind.TRIM)

    assert MOST_ENTRIES < half_way < 1_550
    assert world.job().trim_ticket == later
    world.table.seconds = 0.0
    world.scan_and_run(at=max(later.due, world.now))
    assert len(rows_of(world, "h")) == MOST_ENTRIES


def test_a_finished_job_is_removed_after_sixty_days_with_all_that_belongs_to_it() -> None:
    world = a_world()
    world.put(every=None)
    world.run()
    assert [key.due for key in tickets(world, TicketKind.REMOVAL)] == [NINE + 60 * DAY]

    drain(world, days=59)
    assert world.job().state is JobState.COMPLETED
    drain(world, days=2)

    assert (rows_of(world, "j"), rows_of(world, "h"), tickets(world)) == ([], [], [])
    assert get_collection(world.store, COLLECTION).job_count == 0


def test_a_job_created_finished_is_removed_sixty_days_after() -> None:
    world = a_world()
    world.put(state=JobState.FAULTED)

    assert [key.due for key in tickets(world)] == [NINE + 60 * DAY]
    drain(world, days=61)

    assert rows_of(world, "j") == []


def test_a_finished_job_that_was_put_again_is_not_removed() -> None:
    world = a_world()
    world.put(every=None)
    world.run()
    drain(world, days=30)
    world.put(every="day")

    drain(world, days=40)

    assert world.job().state is JobState.ENABLED
    assert tickets(world, TicketKind.REMOVAL) == []


def test_the_sweep_of_a_deleted_job_leaves_the_next_one_of_its_name_alone() -> None:
    world = a_world()
    first = world.put()
    world.run()
    delete_job(world.ports, KEY)
    sweep = world.queue.messages
    world.queue.messages = []
    second = world.put()
    world.run()

    world.queue.messages = sweep
    world.run()

    assert (world.store.history(first), len(world.store.history(second))) == ([], 1)
    assert [key.kind for key in tickets(world)] == [TicketKind.OCCURRENCE, TicketKind.TRIM]


def test_a_job_without_history_leaves_no_sweep() -> None:
    world = a_world()
    world.put(every=None, start_time=NINE + DAY)

    delete_job(world.ports, KEY)

    assert tickets(world) == []


def test_a_sweep_that_was_lost_is_found_by_the_scan() -> None:
    world = a_world()
    world.put()
    world.run()
    delete_job(world.ports, KEY)
    world.queue.messages = []

    world.scan_and_run(at=NINE + timedelta(minutes=2))

    assert (rows_of(world, "h"), tickets(world)) == ([], [])


def test_a_deleted_collection_goes_whole() -> None:
    world = a_world(a_collection(quota=None))
    for number in range(45):
        world.put(JobKey(collection=COLLECTION, name=f"job-{number}"))
    world.run()

    delete_collection(world.ports, COLLECTION)

    assert [rows_of(world, prefix) for prefix in "cjhx"] == [[], [], [], []]
    assert tickets(world) == []


def test_a_deletion_of_a_collection_that_takes_too_long_is_finished_by_its_ticket() -> None:
    world = a_world(table=SlowTable())
    assert isinstance(world.table, SlowTable)
    world.table.clock = world
    for number in range(45):
        world.put(JobKey(collection=COLLECTION, name=f"job-{number}"), start_time=NINE + DAY)
    world.table.seconds = 6.0

    delete_collection(world.ports, COLLECTION)
    world.table.seconds = 0.0

    with pytest.raises(CollectionNotFound):
        get_collection(world.store, COLLECTION)
    assert len(rows_of(world, "c")) == 1
    world.scan_and_run(at=world.now + timedelta(minutes=1))
    assert [rows_of(world, prefix) for prefix in "cjdh"] == [[], [], [], []]


def test_a_deletion_of_a_collection_that_was_cut_short_is_finished_when_its_lease_has_run_out() -> None:
    world = a_world(table=DyingTable())
    assert isinstance(world.table, DyingTable)
    world.put()
    world.run()
    world.table.left = 2

    with pytest.raises(KeyboardInterrupt):
        delete_collection(world.ports, COLLECTION)
    world.table.left = None
    world.scan_and_run(at=NINE + timedelta(minutes=2))
    assert len(rows_of(world, "c")) == 1
    world.scan_and_run(at=NINE + timedelta(minutes=3))

    assert [rows_of(world, prefix) for prefix in "cjdh"] == [[], [], [], []]


def test_an_overtaken_sweep_leaves_the_next_collection_of_the_name_alone() -> None:
    world = a_world()
    world.put()
    delete_collection(world.ports, COLLECTION)
    world.store.commit([Insert(a_collection())])
    world.put()
    old = TicketKey(due=NINE, job=replace(KEY, name="-"), revision="old", kind=TicketKind.COLLECTION_SWEEP)
    world.store.commit([Insert(Ticket(key=old, incarnation="", expected=NINE))])

    world.queue.send(Dispatch(due=NINE, tickets=(old,)), now=NINE)
    world.run()

    assert world.job().state is JobState.ENABLED
    assert tickets(world, TicketKind.COLLECTION_SWEEP) == []


def test_nothing_of_a_collection_that_is_being_deleted_is_run_or_moved() -> None:
    world = a_world()
    world.put()
    collection = get_collection(world.store, COLLECTION)
    world.store.commit([Update(collection, replace(collection, state=CollectionState.DELETED))])
    before = tickets(world)

    world.scan_and_run(at=NINE + timedelta(minutes=1))

    assert (world.receiver, tickets(world)) == ([], before)


def test_housekeeping_under_another_s_lease_is_left_alone() -> None:
    world = a_world()
    world.put()
    world.run()
    delete_job(world.ports, KEY)
    (key,) = tickets(world, TicketKind.SWEEP)
    ticket = world.store.tickets([key])[key]
    assert isinstance(ticket, Ticket)
    lease = Lease(id="another", until=NINE + timedelta(minutes=1))
    world.store.commit([Update(ticket, replace(ticket, lease=lease))])

    world.run()

    assert len(rows_of(world, "h")) == 1


def test_housekeeping_that_ends_the_app_each_time_is_put_off_for_a_day() -> None:
    world = a_world()
    world.put()
    world.run()
    delete_job(world.ports, KEY)
    (key,) = tickets(world, TicketKind.SWEEP)
    ticket = world.store.tickets([key])[key]
    assert isinstance(ticket, Ticket)
    world.store.commit([Update(ticket, replace(ticket, claims=5))])

    world.run()

    assert [sweep.due for sweep in tickets(world, TicketKind.SWEEP)] == [NINE + DAY]


def test_a_removal_waits_while_its_collection_is_being_deleted() -> None:
    world = a_world()
    world.put(every=None)
    world.run()
    set_state(world.ports, COLLECTION, CollectionState.DELETED)

    drain(world, days=61)

    assert len(rows_of(world, "j")) == 1
    assert len(tickets(world, TicketKind.REMOVAL)) == 1


def test_a_trim_of_a_job_that_was_deleted_meanwhile_deletes_itself() -> None:
    world = a_world()
    job = world.put()
    world.run()
    (trim,) = tickets(world, TicketKind.TRIM)
    stored = world.store.job(KEY)
    assert isinstance(stored, Job)
    world.store.commit([Delete(stored)])

    world.now = NINE + DAY
    world.queue.send(Dispatch(due=trim.due, tickets=(trim,)), now=world.now)
    world.run()

    assert tickets(world, TicketKind.TRIM) == []
    assert job.key == KEY


class SlowTable(MemoryTable):
    """Takes its time for every transaction."""

    seconds: float = 0.0
    clock: World

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        if self.seconds:
            self.clock.now += timedelta(seconds=self.seconds)
        return super().transact(partition, operations)


class DyingTable(MemoryTable):
    """Ends the app after so many transactions."""

    left: int | None = None

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        if self.left is not None:
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
        return super().transact(partition, operations)
