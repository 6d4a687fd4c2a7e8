"""A pack is read two seconds early: what is changed until the instant still counts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from shared.domain.attempt import Attempt, Completed, Outcome
from shared.domain.changes import Update
from shared.domain.collection import CollectionState
from shared.domain.job import JobState
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Dispatch, Ticket
from shared.flow.manage_collections import set_state
from shared.flow.manage_jobs import delete_job
from shared.flow.put_and_patch import WantedJob, patch_job
from shared.flow.run import run
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import COLLECTION, KEY, NINE, a_definition
from tests.world import World, a_world

DUE = NINE + timedelta(minutes=1)
SEEN = DUE - timedelta(seconds=2)


class CountingTable(MemoryTable):
    """Counts how often something is read."""

    reads = 0

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        self.reads += 1
        return super().get_some(partition, rows)


def a_hinted_world(*, enabled: bool = True) -> tuple[World, Dispatch]:
    """A job that is due in two seconds, and its hint."""
    world = a_world(table=CountingTable())
    world.put(every="minute", start_time=DUE)
    world.scan()
    if not enabled:
        set_state(world.ports, COLLECTION, CollectionState.DISABLED)
    ((seen, dispatch),) = world.queue.messages
    assert seen == SEEN
    world.queue.messages.clear()
    world.now = SEEN
    return world, dispatch


def meanwhile(world: World, change: Callable[[World], object]) -> list[timedelta]:
    """Let something change when the wait for the instant is over, and return how long was waited."""
    waited: list[timedelta] = []

    def wait(span: timedelta) -> None:
        waited.append(span)
        world.now += span
        change(world)

    world.ports = replace(world.ports, wait=wait)
    return waited


def disable(world: World) -> None:
    patch_job(world.ports, KEY, lambda job, _: wanted(state=JobState.DISABLED))


def wanted(state: JobState = JobState.ENABLED) -> WantedJob:
    return WantedJob(key=KEY, definition=a_definition(every="minute", start_time=DUE), state=state)


def mark_again(world: World) -> None:
    """As a second scanner does."""
    key = world.job().next_ticket
    assert key is not None
    ticket = world.store.tickets([key])[key]
    assert isinstance(ticket, Ticket)
    world.store.commit([Update(ticket, mark_sent(ticket, now=world.now))])


def next_due(world: World) -> datetime:
    key = world.job().next_ticket
    assert key is not None
    return key.due


def nothing(world: World) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "runs"),
    [
        pytest.param(nothing, 1, id="nothing"),
        pytest.param(disable, 0, id="the job is disabled"),
        pytest.param(lambda world: delete_job(world.ports, KEY), 0, id="the job is deleted"),
        pytest.param(
            lambda world: set_state(world.ports, COLLECTION, CollectionState.DISABLED),
            1,
            id="the collection is disabled, which holds two seconds later",
        ),
        pytest.param(mark_again, 1, id="a scanner marks the ticket"),
    ],
)
def test_what_happens_between_the_read_and_the_instant(change: Callable[[World], object], runs: int) -> None:
    world, dispatch = a_hinted_world()
    waited = meanwhile(world, change)

    run(dispatch, world.ports)

    assert waited == [timedelta(seconds=2)]
    assert [when for when, _ in world.receiver] == [DUE] * runs


def test_a_job_that_is_put_meanwhile_runs_in_its_new_form_only() -> None:
    world, dispatch = a_hinted_world()
    meanwhile(world, lambda world: world.put(every="minute", start_time=DUE + timedelta(seconds=30)))

    run(dispatch, world.ports)

    assert world.receiver == []
    assert next_due(world) == DUE + timedelta(seconds=30)


def test_a_collection_that_is_enabled_meanwhile_skips_nothing() -> None:
    world, dispatch = a_hinted_world(enabled=False)
    meanwhile(world, lambda world: set_state(world.ports, COLLECTION, CollectionState.ENABLED))

    run(dispatch, world.ports)

    assert [when for when, _ in world.receiver] == [DUE]


def test_a_collection_that_stays_disabled_skips_the_occurrence() -> None:
    world, dispatch = a_hinted_world(enabled=False)

    run(dispatch, world.ports)

    assert world.receiver == []
    assert next_due(world) == DUE + timedelta(minutes=1)


def test_all_reading_is_over_before_the_instant() -> None:
    world, dispatch = a_hinted_world()
    table = world.table
    assert isinstance(table, CountingTable)
    at_the_instant: list[int] = []
    meanwhile(world, lambda world: at_the_instant.append(table.reads))

    def then_count(attempt: Attempt) -> Outcome:
        at_the_instant.append(table.reads)
        return Completed("fine")

    world.answer = then_count
    before = table.reads
    run(dispatch, world.ports)

    assert [reads - before for reads in at_the_instant] == [3, 3]  # ticket, job and collection


def test_what_was_read_more_than_five_seconds_ago_is_read_again() -> None:
    world, dispatch = a_hinted_world()
    table = world.table
    assert isinstance(table, CountingTable)

    def stall(span: timedelta) -> None:
        world.now += span + timedelta(seconds=5)

    before = table.reads
    run(dispatch, replace(world.ports, wait=stall))

    assert table.reads - before == 6
    assert [when for when, _ in world.receiver] == [DUE + timedelta(seconds=5)]


def test_a_hint_that_is_seen_earlier_is_read_two_seconds_before_the_instant() -> None:
    world, dispatch = a_hinted_world()
    world.now = SEEN - timedelta(seconds=3)
    waited = meanwhile(world, nothing)

    run(dispatch, world.ports)

    assert waited == [timedelta(seconds=3), timedelta(seconds=2)]
    assert [when for when, _ in world.receiver] == [DUE]
