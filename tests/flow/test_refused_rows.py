"""Storage that refuses one row stops neither the others nor the app: it is no outage."""

from collections.abc import Sequence

import pytest

from shared.domain.attempt import Attempt, Completed, Outcome
from shared.domain.errors import RowRefused
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.flow.put_and_patch import WantedJob, put_job
from shared.storage.memory_table import MemoryTable
from shared.storage.table import InsertRow, Operation
from tests.builders import COLLECTION, KEY, a_definition, an_action, at
from tests.world import World, a_world

UNFIT = "not fit to be stored"


class Choosy(MemoryTable):
    """A table that refuses a whole transaction if one of its rows holds what it does not take."""

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        for operation in operations:
            if isinstance(operation, InsertRow) and UNFIT in str(operation.fields):
                raise RowRefused("Storage does not take it: PropertyValueTooLarge.")
        return super().transact(partition, operations)


def a_choosy_world() -> World:
    return a_world(table=Choosy())


def test_an_entry_that_storage_refuses_holds_up_no_other() -> None:
    world = a_choosy_world()
    keys = [JobKey(collection=COLLECTION, name=f"job-{number}") for number in range(8)]
    for key in keys:
        world.put(key)
    world.run()
    world.scan()

    def answer(attempt: Attempt) -> Outcome:
        return Completed(UNFIT if attempt.job.name == "job-3" else "fine")

    world.answer = answer
    world.now = at("09:01:00")
    world.run()

    settled = {key.name: len(world.store.history(world.job(key))) for key in keys}
    assert settled == {f"job-{number}": 1 if number == 3 else 2 for number in range(8)}


def test_a_caller_is_told_and_not_put_off() -> None:
    world = a_choosy_world()
    definition = a_definition(action=an_action(body=UNFIT))

    with pytest.raises(RowRefused, match="does not take it: PropertyValueTooLarge") as refused:
        put_job(world.ports, WantedJob(key=KEY, definition=definition, state=JobState.ENABLED))

    assert refused.value.status == 400


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        pytest.param("fine \ud83d\ude00", "fine 😀", id="a pair"),
        pytest.param("half \ud83d of a pair", "half \ufffd of a pair", id="half a pair"),
        pytest.param("x" * 70_000, "x" * 16_000, id="too long"),
    ],
)
def test_whatever_an_action_brings_back_is_stored_so_that_it_can_be_read(message: str, stored: str) -> None:
    world = a_world()
    world.answer = lambda attempt: Completed(message)
    world.put()

    world.run()

    assert [entry.message for entry in world.store.history(world.job())] == [stored]
