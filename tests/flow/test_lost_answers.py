"""Storage does what it is asked, its answer is lost, and the repeated call is told that it lost a race."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Failed
from shared.domain.collection import CollectionState
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import TicketKind
from shared.domain.wanted_collection import WantedCollection
from shared.flow.manage_collections import delete_collection, put_collection, set_state
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.put_and_patch import WantedJob, patch_job, put_job
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Operation
from tests.builders import COLLECTION, KEY, NINE, a_definition, an_action, at
from tests.world import World, a_world

NEVER_AGAIN = RetryPolicy(type=RetryType.NONE)


class ForgetfulTable(MemoryTable):
    """Carries out the next transaction, but says that it lost."""

    def __init__(self) -> None:
        super().__init__()
        self.forgets = False

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        etags = super().transact(partition, operations)
        forgotten, self.forgets = self.forgets, False
        return None if forgotten else etags


def kinds_sent(world: World) -> list[TicketKind]:
    return [key.kind for _, dispatch in world.queue.messages for key in dispatch.tickets]


def prepared(*, forgets_at: int | None) -> World:
    """A world with a job that has run, whose table forgets to answer one transaction from here on."""
    world = a_world(table=OnceForgetful())
    world.put(interval=5)
    world.run()
    world.now = at("09:05:00")
    table = world.table
    assert isinstance(table, OnceForgetful)
    table.until = forgets_at
    return world


class OnceForgetful(MemoryTable):
    """Carries out every transaction, but says of one to come that it lost."""

    until: int | None = None

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        etags = super().transact(partition, operations)
        if self.until is not None and etags is not None:
            self.until -= 1
            if self.until == 0:
                return None
        return etags


def wanted(state: JobState = JobState.ENABLED) -> WantedJob:
    return WantedJob(key=KEY, definition=a_definition(interval=10), state=state)


def delete(world: World) -> None:
    delete_job(world.ports, KEY)
    world.run()


def run_by_hand(world: World) -> None:
    run_job(world.ports, KEY)
    world.run()


def run_by_schedule(world: World) -> None:
    world.scan()
    world.run()


def delete_everything(world: World) -> None:
    delete_collection(world.ports, COLLECTION)
    world.run()


JOURNEYS: dict[str, Callable[[World], object]] = {
    "a job is put": lambda world: put_job(world.ports, wanted()),
    "a job is put that is new": lambda world: put_job(
        world.ports, replace(wanted(), key=JobKey(collection=COLLECTION, name="new"))
    ),
    "a job is patched": lambda world: patch_job(world.ports, KEY, lambda *_: wanted(JobState.DISABLED)),
    "a job is deleted": delete,
    "a run is asked for": run_by_hand,
    "a job runs": run_by_schedule,
    "a collection is put": lambda world: put_collection(
        world.ports, COLLECTION, WantedCollection(location=None)
    ),
    "a collection is disabled": lambda world: set_state(world.ports, COLLECTION, CollectionState.DISABLED),
    "a collection is deleted": delete_everything,
}
MOST_TRANSACTIONS = 8


@pytest.mark.parametrize("journey", JOURNEYS.values(), ids=JOURNEYS)
def test_whichever_answer_is_lost_everything_is_as_if_it_had_come(
    journey: Callable[[World], object],
) -> None:
    undisturbed = prepared(forgets_at=None)
    journey(undisturbed)

    for forgets_at in range(1, MOST_TRANSACTIONS):
        world = prepared(forgets_at=forgets_at)
        journey(world)

        assert stored(world) == stored(undisturbed), f"after transaction {forgets_at}"
        assert kinds_sent(world) == kinds_sent(undisturbed)
        assert len(world.receiver) == len(undisturbed.receiver)


def stored(world: World) -> dict[str, dict[str, Any]]:
    """Return all rows, without what is new with every commit."""
    rows = {}
    for shard in range(world.store.shards):
        for entity in world.table.query(f"shard-{shard:03d}", ("", "~")):
            rows[str(entity.fields["RowKey"])] = {**entity.fields, "commit": ""}
    return rows


def test_a_job_that_is_due_at_once_still_gets_its_hint() -> None:
    table = ForgetfulTable()
    world = a_world(table=table)
    table.forgets = True

    world.put(every=None)

    assert kinds_sent(world) == [TicketKind.OCCURRENCE]


def test_a_run_that_was_asked_for_still_gets_its_hint() -> None:
    table = ForgetfulTable()
    world = a_world(table=table)
    world.put(every="day", start_time=NINE.replace(hour=23))
    table.forgets = True

    run_job(world.ports, KEY)

    assert kinds_sent(world) == [TicketKind.RUN_NOW]


def test_an_error_action_still_gets_its_hint() -> None:
    table = ForgetfulTable()
    world = a_world(table=table)
    world.put(every=None, retry_policy=NEVER_AGAIN, error_action=ErrorAction(action=an_action()))

    def fails_and_is_forgotten(attempt: object) -> Failed:
        table.forgets = True
        return Failed("refused")

    world.answer = fails_and_is_forgotten
    world.run()

    assert kinds_sent(world) == [TicketKind.ERROR_ACTION, TicketKind.CENSUS]  # its job has begun to fail
    assert [entry.message for entry in world.store.history(world.job())] == ["refused"]
