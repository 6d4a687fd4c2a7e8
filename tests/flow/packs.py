"""Jobs that are due together, and a table that counts what they cost."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from shared.domain.keys import CollectionKey, JobKey
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Operation
from tests.builders import COLLECTION, NINE
from tests.world import World, a_world

LATER = NINE + timedelta(minutes=1)


def a_key(number: int, collection: CollectionKey = COLLECTION) -> JobKey:
    return JobKey(collection=collection, name=f"job-{number:02d}")


def a_world_with(jobs: int, table: MemoryTable | None = None, **definition: Any) -> World:
    """Jobs that are all due once, at the same instant, a minute from now."""
    world = a_world(table=table)
    for number in range(jobs):
        world.put(a_key(number), every=None, start_time=LATER, **definition)
    return world


def sizes(world: World) -> list[int]:
    return [len(dispatch.tickets) for _, dispatch in world.queue.messages]


def states(world: World, jobs: int) -> set[str]:
    return {world.job(a_key(number)).state for number in range(jobs)}


class CountingTable(MemoryTable):
    """Counts transactions."""

    def __init__(self) -> None:
        super().__init__()
        self.transactions = 0

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        self.transactions += 1
        return super().transact(partition, operations)
