"""Writers into one collection take turns; whoever waits too long goes on, and races as before."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Event
from typing import Final

import pytest

from shared.domain.collection import CollectionState, Sku
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.wanted_collection import WantedCollection
from shared.flow.manage_collections import get_collection, patch_collection, put_collection, set_state
from shared.flow.manage_jobs import delete_job
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job
from shared.flow.turns import Turns
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity, Operation
from tests.builders import COLLECTION, KEY, a_collection, a_definition
from tests.world import World, a_world

AN_AGE: Final = timedelta(hours=1)
SOON: Final = 10.0  # seconds; only a test that fails waits for them
OTHERS: Final = CollectionKey(subscription="s", resource_group="g", name="others")


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Let threads change so often that whoever can race does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


class RacedTable(MemoryTable):
    """Counts the transactions that lost; the first one is held up if somebody says so."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0
        self.read: list[str] = []
        self.hold_up: Callable[[], None] | None = None

    def get(self, partition: str, row: str) -> Entity | None:
        self.read.append(row)
        return super().get(partition, row)

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        hold_up, self.hold_up = self.hold_up, None
        if hold_up:
            hold_up()
        etags = super().transact(partition, operations)
        self.lost += etags is None
        return etags


def a_raced_world(patience: timedelta = AN_AGE) -> tuple[World, RacedTable]:
    table = RacedTable()
    world = a_world(a_collection(sku=Sku.P20_PREMIUM), table=table)
    world.ports = replace(world.ports, turns=Turns(patience))
    return world, table


def a_key(number: int) -> JobKey:
    return JobKey(collection=COLLECTION, name=f"job-{number}")


@pytest.mark.usefixtures("eager_threads")
def test_eight_writers_into_one_collection_lose_no_race() -> None:
    world, table = a_raced_world()

    with ThreadPoolExecutor(8) as callers:
        list(callers.map(lambda number: world.put(a_key(number)), range(80)))
        list(callers.map(lambda number: delete_job(world.ports, a_key(number)), range(40)))

    assert (table.lost, get_collection(world.store, COLLECTION).job_count) == (0, 40)


def disabled(ports: Ports) -> None:
    asked = WantedJob(key=KEY, definition=a_definition(), state=JobState.DISABLED)
    patch_job(ports, KEY, lambda *_: asked)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda ports: set_state(ports, COLLECTION, CollectionState.DISABLED), id="a state"),
        pytest.param(
            lambda ports: put_collection(ports, COLLECTION, WantedCollection(location=None)), id="a PUT"
        ),
        pytest.param(
            lambda ports: patch_collection(ports, COLLECTION, lambda _: WantedCollection(location=None)),
            id="a PATCH",
        ),
        pytest.param(disabled, id="a PATCH of one job"),
    ],
)
@pytest.mark.usefixtures("eager_threads")
def test_changes_of_one_thing_lose_no_race_either(change: Callable[[Ports], object]) -> None:
    world, table = a_raced_world()
    world.put()

    with ThreadPoolExecutor(8) as callers:
        list(callers.map(lambda _: change(world.ports), range(40)))

    assert table.lost == 0


def test_whoever_has_waited_too_long_goes_on_and_both_come_in() -> None:
    world, table = a_raced_world(patience=timedelta())
    begun, overtaken = Event(), Event()

    def hold_up() -> None:
        begun.set()
        assert overtaken.wait(SOON)

    table.hold_up = hold_up
    with ThreadPoolExecutor(1) as callers:
        slow = callers.submit(world.put, a_key(1))
        assert begun.wait(SOON)
        world.put(a_key(2))
        overtaken.set()
        slow.result(SOON)

    assert (table.lost, get_collection(world.store, COLLECTION).job_count) == (1, 2)


@pytest.mark.parametrize(
    "same",
    [
        pytest.param(COLLECTION, id="the same name"),
        pytest.param(replace(COLLECTION, name=COLLECTION.name.upper()), id="in capitals"),
    ],
)
def test_a_turn_is_waited_for(same: CollectionKey) -> None:
    turns, steps, begun = Turns(AN_AGE), list[str](), Event()

    def come_later() -> None:
        begun.set()
        with turns.taken(same):
            steps.append("second")

    with ThreadPoolExecutor(1) as callers:
        with turns.taken(COLLECTION):
            second = callers.submit(come_later)
            assert begun.wait(SOON)
            steps.append("first")
        second.result(SOON)

    assert steps == ["first", "second"]


@pytest.mark.parametrize("other", [OTHERS, KEY], ids=["of another collection", "of a job alone"])
def test_a_turn_holds_up_no_other(other: CollectionKey | JobKey) -> None:
    turns, steps = Turns(AN_AGE), list[str]()

    def come_in() -> None:
        with turns.taken(other):
            steps.append("other")

    with ThreadPoolExecutor(1) as callers, turns.taken(COLLECTION):
        callers.submit(come_in).result(SOON)

    assert steps == ["other"]


def test_a_turn_ends_with_whoever_fails_in_it() -> None:
    turns = Turns(AN_AGE)

    def fail() -> None:
        with turns.taken(COLLECTION):
            raise LookupError

    def come_after() -> str:
        with turns.taken(COLLECTION):
            return "came in"

    with ThreadPoolExecutor(1) as callers:
        with pytest.raises(LookupError):
            fail()
        assert callers.submit(come_after).result(SOON) == "came in"


def test_writers_in_a_line_need_not_read_the_collection_that_the_one_before_has_written() -> None:
    world, table = a_raced_world()
    with world.ports.turns.taken(COLLECTION):  # somebody waits: the turn is kept
        world.put(a_key(1))
        table.read.clear()
        world.put(a_key(2))
        read = list(table.read)

    assert read == []
    assert get_collection(world.store, COLLECTION).job_count == 2


def test_nobody_is_refused_because_of_what_another_has_left() -> None:
    """The collection was full for the one before, and has been enlarged by another process since."""
    world, _ = a_raced_world()
    full = replace(get_collection(world.store, COLLECTION), job_count=1_000)
    with world.ports.turns.taken(COLLECTION) as turn:
        turn.leave(full)
        world.put(a_key(1))

    assert get_collection(world.store, COLLECTION).job_count == 1


def test_what_another_has_left_and_has_changed_since_loses_and_is_read() -> None:
    world, table = a_raced_world()
    outdated = get_collection(world.store, COLLECTION)
    set_state(world.ports, COLLECTION, CollectionState.DISABLED)
    with world.ports.turns.taken(COLLECTION) as turn:
        turn.leave(outdated)
        world.put(a_key(1))

    assert table.lost == 1
    assert get_collection(world.store, COLLECTION).state is CollectionState.DISABLED
    assert get_collection(world.store, COLLECTION).job_count == 1
