"""Storage does what it is asked, its answer is lost, and the repeated call is told that it lost a race."""

from collections.abc import Sequence

from shared.domain.action import ErrorAction
from shared.domain.attempt import Failed
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import TicketKind
from shared.flow.manage_jobs import run_job
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Operation
from tests.builders import KEY, NINE, an_action
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

    assert kinds_sent(world) == [TicketKind.ERROR_ACTION]
    assert [entry.message for entry in world.store.history(world.job())] == ["refused"]
