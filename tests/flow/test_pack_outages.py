"""Storage that is out while a pack runs: no action is lost, and none is repeated without need."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from shared.domain.attempt import Attempt, Completed, Outcome
from shared.domain.errors import StorageUnavailable
from shared.domain.ticket import Dispatch
from shared.flow.manage_jobs import run_job
from shared.flow.run import run
from shared.storage.table import Operation
from tests.flow.packs import LATER, CountingTable, a_key, a_world_with, states
from tests.world import World


class FailingTable(CountingTable):
    """Does not answer until an instant, though it may have done what it was asked; or not to one call."""

    down_until: datetime | None = None
    does_it: bool = False
    fails_at: int | None = None
    clock: World

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        if self.down_until is not None and self.clock.now < self.down_until:
            if self.does_it:
                super().transact(partition, operations)
            raise StorageUnavailable("down")
        if self.transactions + 1 == self.fails_at:
            self.transactions += 1
            raise StorageUnavailable("down for a moment")
        return super().transact(partition, operations)


@pytest.mark.parametrize("does_it", [False, True], ids=["before", "after having done it"])
def test_an_outage_shorter_than_the_lease_repeats_no_action(does_it: bool) -> None:
    table = FailingTable()
    world = a_world_with(jobs=4, table=table)
    table.clock = world
    world.scan()
    world.now = LATER

    def then_go_down(attempt: Attempt) -> Outcome:
        table.down_until, table.does_it = LATER + timedelta(seconds=60), does_it
        return Completed("fine")

    world.answer = then_go_down
    world.run()

    assert len(world.receiver) == 4
    assert states(world, 4) == {"completed"}
    assert all(world.job(a_key(number)).counters.executions == 1 for number in range(4))


def test_an_outage_longer_than_the_lease_ends_the_invocation_and_the_runs_are_taken_over() -> None:
    table = FailingTable()
    world = a_world_with(jobs=2, table=table)
    table.clock = world
    world.scan()
    world.now = LATER

    def then_go_down(attempt: Attempt) -> Outcome:
        table.down_until = LATER + timedelta(minutes=10)
        return Completed("fine")

    world.answer = then_go_down
    with pytest.raises(StorageUnavailable):
        world.run()
    world.answer = lambda attempt: Completed("fine")
    world.scan_and_run(at=LATER + timedelta(minutes=10))

    assert len(world.receiver) == 4
    assert states(world, 2) == {"completed"}


def test_what_is_claimed_before_an_outage_runs_and_the_message_comes_back_for_the_rest() -> None:
    table = FailingTable()
    world = a_world_with(jobs=2, table=table)
    table.clock = world
    world.now = LATER
    run_job(world.ports, a_key(0))
    world.scan()
    table.fails_at = table.transactions + 2  # the first claims one ticket of each job
    keys = tuple(key for _, dispatch in world.queue.messages for key in dispatch.tickets)

    with pytest.raises(StorageUnavailable):
        run(Dispatch(due=LATER, tickets=keys), world.ports)

    assert len(world.receiver) == 2
    assert len([key for key in keys if key in world.store.tickets(keys)]) == 1

    run(Dispatch(due=LATER, tickets=keys), world.ports)

    assert len(world.receiver) == 3
    assert world.store.tickets(keys) == {}
